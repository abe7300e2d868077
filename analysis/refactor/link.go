package refactor

import (
	"path"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// linkingPath offers to turn a path in a code span into a link.
func linkingPath(p *refs.Scope, span text.Span) []Refactor {
	if p.File.Dir == "" {
		return nil
	}
	source, md := p.Doc.Source, p.Doc.Markdown()
	i := slices.IndexFunc(md.CodeSpans, func(c markdown.CodeSpan) bool { return c.Span.Overlaps(span) })
	if i < 0 {
		return nil
	}
	code := md.CodeSpans[i]
	written := code.Content.Of(source)
	inLink := slices.ContainsFunc(md.Links, func(l markdown.Link) bool { return l.Span.Overlaps(code.Span) && l.Span.Encloses(code.Span) })
	if inLink || written == "" || strings.ContainsAny(written, " \t\r\n#?%") || path.Clean(written) == "." {
		return nil
	}
	t := workspace.NewResolver(p.Snapshot, p.File).Resolve(written)
	if t.Kind != file.RelativePath || t.Path != written || t.Exists != workspace.Present || t.IsDir || t.Leaves || t.Actual == p.File.Path {
		return nil
	}
	edits := []diagnostic.Edit{p.Edit(text.At(code.Span.Start), "["), p.Edit(text.At(code.Span.End), "]("+refs.EncodeSegments(rules.FromHere(p, t.Actual), false)+")")}
	after := p.Snapshot.FileOf(p.File.Path, skills.Parse(diagnostic.ApplyEdits(source, edits))).Doc.Markdown()
	if len(after.Links) != len(md.Links)+1 || len(after.CodeSpans) != len(md.CodeSpans) {
		return nil
	}
	return []Refactor{{ID: "link-path", Kind: Rewrite, Title: "Link `" + rules.FromHere(p, t.Actual) + "`", fix: made(diagnostic.Fix{Safe: true, Edits: edits})}}
}
