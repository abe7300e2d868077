package refactor

import (
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// Disable returns the change that suppresses a diagnostic with a comment. In a skill the model reads the
// comment, so the change must not be made unless the user asks for it. Disable returns false if no comment
// can suppress the diagnostic without changing what the text means.
func Disable(s *workspace.Snapshot, path string, d diagnostic.Diagnostic) (diagnostic.Fix, bool) {
	f, err := s.File(path)
	if err != nil || f.Kind == file.NotOurs || d.Rule == suppress.UnusedSuppression || d.Span.End > len(f.Doc.Source) {
		return diagnostic.Fix{}, false
	}
	if f.Kind == file.SkillFile && suppress.LineIn(f.Doc.Source, d.Span.Start).Start <= f.Doc.Frontmatter.Open.Start {
		return diagnostic.Fix{}, false // the comment would become the first line
	}
	p := &refs.Scope{Snapshot: s, File: f, Doc: f.Doc, Fm: &f.Doc.Frontmatter}
	for _, fix := range disabling(p, d) {
		if silences(p, fix, d) {
			return fix, true
		}
	}
	return diagnostic.Fix{}, false
}

// disabling returns the changes that may suppress a diagnostic, best first.
func disabling(p *refs.Scope, d diagnostic.Diagnostic) []diagnostic.Fix {
	source := p.Doc.Source
	line := suppress.LineIn(source, d.Span.Start)
	inYAML := config.IsYAMLName(p.File.Path)
	if start := d.Span.Start; !inYAML && start >= p.Fm.Content.Start && start < p.Doc.Body.Start {
		inYAML = true
		for i := range p.Fm.Entries {
			if e := &p.Fm.Entries[i]; e.Span.Start <= start && start < e.Span.End {
				line = suppress.LineIn(source, e.Span.Start)
			}
		}
	}
	forLine := func(e diagnostic.Edit) diagnostic.Fix {
		return diagnostic.Fix{Title: "Disable " + d.Rule + " for this line", Edits: []diagnostic.Edit{e}}
	}
	if w := lastDisabledIn(p, line); w != nil {
		return []diagnostic.Fix{forLine(p.Edit(text.At(w.Span.End), " "+d.Rule))}
	}
	if inYAML {
		return []diagnostic.Fix{forLine(comment(p, line.Start, line, "# "+suppress.DisableNextLine+" "+d.Rule))}
	}
	block := blockAround(p, line)
	around := diagnostic.Fix{Title: "Disable " + d.Rule + " for this block", Edits: []diagnostic.Edit{
		comment(p, block.Start, block, "<!-- "+suppress.DisableRules+" "+d.Rule+" -->"),
		comment(p, block.End, block, "<!-- "+suppress.EnableRules+" "+d.Rule+" -->"),
	}}
	if strings.HasPrefix(strings.TrimLeft(line.Of(source), " \t>"), "|") {
		return []diagnostic.Fix{around} // a comment would end the table
	}
	return []diagnostic.Fix{forLine(comment(p, line.Start, line, "<!-- "+suppress.DisableNextLine+" "+d.Rule+" -->")), around}
}

// lastDisabledIn returns the last of the rules that an existing comment suppresses on a line, or nil if no
// comment does.
func lastDisabledIn(p *refs.Scope, line text.Span) *suppress.Silencer {
	s := rules.Suppressions(p.File, p.Snapshot.RuleNames())
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.List, func(c *suppress.Suppression) bool {
		return c.Verb == suppress.DisableNextLine && c.Line.Start == line.Start
	})
	if i < 0 {
		return nil
	}
	return s.List[i].Rules[len(s.List[i].Rules)-1]
}

// comment inserts a comment on a line of its own at an offset, which is the start of a line or the end of the
// text. The comment has the indentation, or the quote marks, of the text in like.
func comment(p *refs.Scope, at int, like text.Span, comment string) diagnostic.Edit {
	source := p.Doc.Source
	src := like.Of(source)
	comment = src[:len(src)-len(strings.TrimLeft(src, " \t>"))] + comment
	if at == len(source) && !strings.HasSuffix(source, "\n") {
		return p.Edit(text.At(at), p.Newline()+comment)
	}
	return p.Edit(text.At(at), comment+p.Newline())
}

// blockAround returns the lines around a line that belong together: those of code, or those up to blank
// lines.
func blockAround(p *refs.Scope, line text.Span) text.Span {
	source := p.Doc.Source
	for _, code := range p.Doc.Markdown().Code {
		if code.Start < line.End && code.End > line.Start && strings.ContainsAny(code.Of(source), "\r\n") {
			return text.Span{Start: suppress.LineIn(source, code.Start).Start, End: suppress.LineIn(source, max(code.Start, code.End-1)).End}
		}
	}
	block := line
	for block.Start > p.Doc.Body.Start {
		above := lineBefore(source, block.Start)
		if isBlankLine(above.Of(source)) {
			break
		}
		block.Start = above.Start
	}
	for block.End < len(source) {
		below := suppress.LineIn(source, block.End)
		if isBlankLine(below.Of(source)) {
			break
		}
		block.End = below.End
	}
	return block
}

// lineBefore returns the line, with its line ending, that ends at an offset.
func lineBefore(source string, start int) text.Span {
	if strings.HasSuffix(source[:start], "\r\n") {
		start--
	}
	return suppress.LineIn(source, start-1)
}

func isBlankLine(text string) bool { return strings.Trim(text, " \t>\r\n") == "" }

// silences reports whether a change that inserts comments suppresses a diagnostic, and keeps the rest of the
// text as it is.
func silences(p *refs.Scope, fix diagnostic.Fix, d diagnostic.Diagnostic) bool {
	start := d.Span.Start
	for _, e := range fix.Edits {
		if e.Span.Start <= d.Span.Start {
			start += len(e.Text)
		}
	}
	after := p.Snapshot.FileOf(p.File.Path, skills.Parse(diagnostic.ApplyEdits(p.Doc.Source, fix.Edits)))
	s := rules.Suppressions(after, p.Snapshot.RuleNames())
	d.Span = text.At(start)
	return s != nil && s.Silence(&d) && (config.IsYAMLName(p.File.Path) || sameParts(p.Doc, after.Doc))
}

// sameParts reports whether two documents have the same number of each kind of element, except comments.
func sameParts(a, b *skills.Document) bool {
	if a.Frontmatter.State != b.Frontmatter.State || len(a.Frontmatter.Entries) != len(b.Frontmatter.Entries) {
		return false
	}
	x, y := a.Markdown(), b.Markdown()
	return len(x.Links) == len(y.Links) && len(x.Definitions) == len(y.Definitions) && len(x.Headings) == len(y.Headings) &&
		len(x.CodeSpans) == len(y.CodeSpans) && len(x.Fences) == len(y.Fences) && len(x.Unresolved) == len(y.Unresolved) &&
		len(x.Code)-len(x.Comments) == len(y.Code)-len(y.Comments)
}
