package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/refs"
	"skills-ls/lsp/session"
)

func documentLink(ctx context.Context, v *session.View, src session.Source, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	found := refs.DocumentLinks(ctx, v.Snapshot, src.Path)
	links := make([]protocol.DocumentLink, 0, len(found))
	for _, l := range found {
		target, ok := linkTarget(v, l)
		if !ok {
			continue
		}
		link := protocol.DocumentLink{Range: src.Range(l.Span), Target: &target}
		if l.Unresolved != "" {
			data, err := protocol.Marshal(linkData{p.TextDocument.URI, l.Unresolved})
			if err != nil {
				return nil, err
			}
			link.Target, link.Data = nil, data
		}
		if l.Tooltip != "" && v.Client.LinkTooltips {
			link.Tooltip = &l.Tooltip
		}
		links = append(links, link)
	}
	return links, nil
}

// linkData is what a link is resolved from: the document that contains it, and its destination without
// escapes.
type linkData struct {
	URI         uri.URI `json:"uri"`
	Destination string  `json:"destination"`
}

// resolveDocumentLink adds the target of a link. The target is missing if another file must be read for the
// line of a heading. If the target no longer exists, nothing is added.
func resolveDocumentLink(ctx context.Context, v *session.View, link *protocol.DocumentLink) (*protocol.DocumentLink, error) {
	var data linkData
	if link.Target != nil || link.Data == nil || protocol.Unmarshal(link.Data, &data) != nil {
		return link, nil // it has its target already, or it is not ours
	}
	src, ok := v.Source(data.URI)
	if !ok {
		return link, nil
	}
	if found, ok := refs.ResolveLink(ctx, v.Snapshot, src.Path, data.Destination); ok {
		if target, ok := linkTarget(v, found); ok {
			link.Target = &target
		}
	}
	return link, ctx.Err()
}

// linkTarget returns the URI that a link opens. A heading is named by its line, in the form that editors
// understand ("#L12"), because only renderers know the anchors of Markdown.
func linkTarget(v *session.View, l refs.DocumentLink) (uri.URI, bool) {
	if l.Target == "" {
		return uri.URI(l.URL), l.URL != ""
	}
	target := v.URI(l.Target)
	if l.Line >= 0 {
		target += uri.URI(fmt.Sprintf("#L%d", l.Line+1))
	}
	return target, true
}
