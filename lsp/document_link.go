package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/refs"
)

func (v *view) documentLink(ctx context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	found := refs.DocumentLinks(ctx, v.snapshot, src.path)
	links := make([]protocol.DocumentLink, 0, len(found))
	for _, l := range found {
		target, ok := v.linkTarget(l)
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
		if l.Tooltip != "" && v.client.linkTooltips {
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
func (v *view) resolveDocumentLink(ctx context.Context, link *protocol.DocumentLink) (*protocol.DocumentLink, error) {
	var data linkData
	if link.Target != nil || link.Data == nil || protocol.Unmarshal(link.Data, &data) != nil {
		return link, nil // it has its target already, or it is not ours
	}
	src, ok := v.source(data.URI)
	if !ok {
		return link, nil
	}
	if found, ok := refs.ResolveLink(ctx, v.snapshot, src.path, data.Destination); ok {
		if target, ok := v.linkTarget(found); ok {
			link.Target = &target
		}
	}
	return link, ctx.Err()
}

// linkTarget returns the URI that a link opens. A heading is named by its line, in the form that editors
// understand ("#L12"), because only renderers know the anchors of Markdown.
func (v *view) linkTarget(l refs.DocumentLink) (uri.URI, bool) {
	if l.Target == "" {
		return uri.URI(l.URL), l.URL != ""
	}
	target := v.uri(l.Target)
	if l.Line >= 0 {
		target += uri.URI(fmt.Sprintf("#L%d", l.Line+1))
	}
	return target, true
}
