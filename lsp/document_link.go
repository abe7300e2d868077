package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis"
)

func (v *view) documentLink(ctx context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	found := v.snapshot.DocumentLinks(ctx, src.path)
	links := make([]protocol.DocumentLink, 0, len(found))
	for _, l := range found {
		target, ok := v.linkTarget(l)
		if !ok {
			continue
		}
		link := protocol.DocumentLink{Range: src.Range(l.Span), Target: &target}
		if l.Tooltip != "" && v.client.linkTooltips {
			link.Tooltip = &l.Tooltip
		}
		links = append(links, link)
	}
	return links, nil
}

// linkTarget returns the URI that a link opens. A heading is named by its line, in the form that editors understand
// ("#L12"), since the anchors of Markdown mean something to renderers alone.
func (v *view) linkTarget(l analysis.DocumentLink) (uri.URI, bool) {
	if l.Target == "" {
		return uri.URI(l.URL), l.URL != ""
	}
	target := v.uri(l.Target)
	if l.Line >= 0 {
		target += uri.URI(fmt.Sprintf("#L%d", l.Line+1))
	}
	return target, true
}
