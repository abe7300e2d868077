package lsp

import (
	"cmp"
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// prepareCallHierarchy returns the skills at the cursor. A skill calls those that its SKILL.md mentions.
func prepareCallHierarchy(ctx context.Context, v *session.View, src session.Source, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	var items []protocol.CallHierarchyItem
	for _, path := range refs.SkillsAt(ctx, v.Snapshot, src.Path, src.Offset(p.Position)) {
		items = append(items, callItem(v, path))
	}
	return items, nil
}

func incomingCalls(ctx context.Context, v *session.View, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	calls := []protocol.CallHierarchyIncomingCall{}
	if src, ok := v.Source(p.Item.URI); ok {
		for _, call := range refs.Callers(ctx, v.Snapshot, src.Path) {
			from, _ := v.SourceOf(call.Path)
			calls = append(calls, protocol.CallHierarchyIncomingCall{From: callItem(v, call.Path), FromRanges: ranges(from, call.Spans)})
		}
	}
	return calls, nil
}

func outgoingCalls(ctx context.Context, v *session.View, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	calls := []protocol.CallHierarchyOutgoingCall{}
	if src, ok := v.Source(p.Item.URI); ok {
		for _, call := range refs.Callees(ctx, v.Snapshot, src.Path) {
			calls = append(calls, protocol.CallHierarchyOutgoingCall{To: callItem(v, call.Path), FromRanges: ranges(src, call.Spans)})
		}
	}
	return calls, nil
}

// callItem returns the item of the skill with the SKILL.md at a path. If the file is gone, its ranges are
// empty.
func callItem(v *session.View, path string) protocol.CallHierarchyItem {
	dir := filepath.Dir(path)
	head, _ := v.Snapshot.Head(path)
	item := protocol.CallHierarchyItem{
		Name: cmp.Or(head.Name, filepath.Base(dir)), Kind: protocol.SymbolKindPackage,
		Detail: new(vantage.ShownPath(v.Snapshot, dir)), URI: v.URI(path),
	}
	src, ok := v.SourceOf(path)
	f, err := v.Snapshot.File(path)
	if !ok || err != nil {
		return item
	}
	item.Range = src.Range(text.Span{Start: 0, End: len(f.Doc.Source)})
	if e, ok := f.Doc.Frontmatter.Entry("name"); ok {
		item.SelectionRange = src.Range(refs.InsideQuotes(f.Doc.Source, e.ValueSpan))
	}
	return item
}

// ranges returns no ranges if the source has no text, because the file is gone.
func ranges(src session.Source, spans []text.Span) []protocol.Range {
	list := make([]protocol.Range, 0, len(spans))
	for _, span := range spans {
		if src.Mapper != nil {
			list = append(list, src.Range(span))
		}
	}
	return list
}
