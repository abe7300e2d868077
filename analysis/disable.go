package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// Disable returns the change that suppresses a diagnostic with a comment. In a skill the model reads the
// comment, so the change must not be made unless the user asks for it. Disable returns false if no comment
// can suppress the diagnostic without changing what the text means.
func (s *Snapshot) Disable(path string, d Diagnostic) (Fix, bool) {
	f, err := s.File(path)
	if err != nil || f.Kind == NotOurs || d.Rule == unusedSuppression || d.Span.End > len(f.Doc.Source) {
		return Fix{}, false
	}
	if f.Kind == SkillFile && lineIn(f.Doc.Source, d.Span.Start).Start <= f.Doc.Frontmatter.Open.Start {
		return Fix{}, false // the comment would become the first line
	}
	p := &scope{snapshot: s, file: f, doc: f.Doc, fm: &f.Doc.Frontmatter}
	for _, fix := range p.disabling(d) {
		if p.silences(fix, d) {
			return fix, true
		}
	}
	return Fix{}, false
}

// disabling returns the changes that may suppress a diagnostic, best first.
func (p *scope) disabling(d Diagnostic) []Fix {
	source := p.doc.Source
	line := lineIn(source, d.Span.Start)
	inYAML := isYAMLName(p.file.Path)
	if start := d.Span.Start; !inYAML && start >= p.fm.Content.Start && start < p.doc.Body.Start {
		inYAML = true
		for i := range p.fm.Entries {
			if e := &p.fm.Entries[i]; e.Span.Start <= start && start < e.Span.End {
				line = lineIn(source, e.Span.Start)
			}
		}
	}
	forLine := func(e Edit) Fix { return Fix{Title: "Disable " + d.Rule + " for this line", Edits: []Edit{e}} }
	if w := p.lastDisabledIn(line); w != nil {
		return []Fix{forLine(p.edit(text.At(w.span.End), " "+d.Rule))}
	}
	if inYAML {
		return []Fix{forLine(p.comment(line.Start, line, "# "+disableNextLine+" "+d.Rule))}
	}
	block := p.blockAround(line)
	around := Fix{Title: "Disable " + d.Rule + " for this block", Edits: []Edit{
		p.comment(block.Start, block, "<!-- "+disableRules+" "+d.Rule+" -->"),
		p.comment(block.End, block, "<!-- "+enableRules+" "+d.Rule+" -->"),
	}}
	if strings.HasPrefix(strings.TrimLeft(line.Of(source), " \t>"), "|") {
		return []Fix{around} // a comment would end the table
	}
	return []Fix{forLine(p.comment(line.Start, line, "<!-- "+disableNextLine+" "+d.Rule+" -->")), around}
}

// lastDisabledIn returns the last of the rules that an existing comment suppresses on a line, or nil if no
// comment does.
func (p *scope) lastDisabledIn(line text.Span) *silencer {
	s := p.file.suppressions(p.snapshot.rules)
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.list, func(c *suppression) bool { return c.verb == disableNextLine && c.line.Start == line.Start })
	if i < 0 {
		return nil
	}
	last := s.list[i].rules[len(s.list[i].rules)-1]
	if last.rule == "" {
		return nil
	}
	return last
}

// comment inserts a comment on a line of its own at an offset, which is the start of a line or the end of the
// text. The comment has the indentation, or the quote marks, of the text in like.
func (p *scope) comment(at int, like text.Span, comment string) Edit {
	source := p.doc.Source
	src := like.Of(source)
	comment = src[:len(src)-len(strings.TrimLeft(src, " \t>"))] + comment
	if at == len(source) && !strings.HasSuffix(source, "\n") {
		return p.edit(text.At(at), p.newline()+comment)
	}
	return p.edit(text.At(at), comment+p.newline())
}

// blockAround returns the lines around a line that belong together: those of code, or those up to blank
// lines.
func (p *scope) blockAround(line text.Span) text.Span {
	source := p.doc.Source
	for _, code := range p.doc.Markdown().Code {
		if code.Start < line.End && code.End > line.Start && strings.ContainsAny(code.Of(source), "\r\n") {
			return text.Span{Start: lineIn(source, code.Start).Start, End: lineIn(source, max(code.Start, code.End-1)).End}
		}
	}
	block := line
	for block.Start > p.doc.Body.Start {
		above := lineBefore(source, block.Start)
		if isBlankLine(above.Of(source)) {
			break
		}
		block.Start = above.Start
	}
	for block.End < len(source) {
		below := lineIn(source, block.End)
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
	return lineIn(source, start-1)
}

func isBlankLine(text string) bool { return strings.Trim(text, " \t>\r\n") == "" }

// silences reports whether a change that inserts comments suppresses a diagnostic, and keeps the rest of the
// text as it is.
func (p *scope) silences(fix Fix, d Diagnostic) bool {
	start := d.Span.Start
	for _, e := range fix.Edits {
		if e.Span.Start <= d.Span.Start {
			start += len(e.Text)
		}
	}
	after := p.snapshot.fileOf(p.file.Path, skills.Parse(applyEdits(p.doc.Source, fix.Edits)))
	s := after.suppressions(p.snapshot.rules)
	d.Span = text.At(start)
	return s != nil && s.silence(&d) && (isYAMLName(p.file.Path) || sameParts(p.doc, after.Doc))
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
