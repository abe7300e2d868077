package analysis

import (
	"path"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// linkingPath offers to turn a path in a code span into a link.
func (p *scope) linkingPath(span text.Span) []Refactor {
	if p.file.Dir == "" {
		return nil
	}
	source, md := p.doc.Source, p.doc.Markdown()
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
	t := p.snapshot.newResolver(p.file).resolve(written)
	if t.kind != relativePath || t.path != written || t.exists != present || t.isDir || t.leaves || t.actual == p.file.Path {
		return nil
	}
	edits := []Edit{p.edit(text.At(code.Span.Start), "["), p.edit(text.At(code.Span.End), "]("+encodePath(source, markdown.Link{}, p.fromHere(t.actual))+")")}
	after := p.snapshot.fileOf(p.file.Path, skills.Parse(applyEdits(source, edits))).Doc.Markdown()
	if len(after.Links) != len(md.Links)+1 || len(after.CodeSpans) != len(md.CodeSpans) {
		return nil
	}
	return []Refactor{{ID: "link-path", Kind: Rewrite, Title: "Link `" + p.fromHere(t.actual) + "`", fix: made(Fix{Safe: true, Edits: edits})}}
}
