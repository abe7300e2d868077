package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// unpreferred clears Safe and Preferred in fixes and returns them. They are applied only if the user chooses
// them.
func unpreferred(fixes []diagnostic.Fix) []diagnostic.Fix {
	for i := range fixes {
		fixes[i].Safe, fixes[i].Preferred = false, false
	}
	return fixes
}

// deleteFence offers to delete the line of a fence, if the body does not become empty and fewer fences remain
// that end too early or never.
func deleteFence(p *Pass, f *markdown.Fence) []diagnostic.Fix {
	source := p.Doc.Source
	line := text.Span{Start: strings.LastIndexAny(source[:f.Open.Start], "\r\n") + 1, End: f.Open.End}
	if strings.Trim(source[line.Start:f.Open.Start], " \t>") != "" {
		return nil // a list item begins here
	}
	line.End = lines.Next(source, line.End)
	edits := []diagnostic.Edit{p.Edit(line, "")}
	after := skills.Parse(diagnostic.ApplyEdits(source, edits))
	if strings.TrimSpace(after.Body.Of(after.Source)) == "" || badFences(after) >= badFences(p.Doc) {
		return nil
	}
	return oneFix("Delete the line", true, edits...)
}

// nestedFence returns the first line of a Markdown block that would open another fence of the same kind, or
// an empty span if not found. Such an inner fence has an info string and so cannot close the outer one.
// Blocks with another info string are not examined: there the cause is more often an earlier line that looks
// like a fence and is not one in CommonMark, so that opening and closing fences have changed places.
func nestedFence(source string, f *markdown.Fence) text.Span {
	info := strings.ToLower(f.Info.Of(source))
	if f.Close.IsEmpty() || !strings.HasPrefix(info, "markdown") && !strings.HasPrefix(info, "md") {
		return text.Span{}
	}
	return innerFence(source, f)
}

// innerFence returns the first line of a fence's content that would open another fence of the same kind
// elsewhere, or an empty span if not found.
func innerFence(source string, f *markdown.Fence) text.Span {
	for line := range lines.In(source, f.Content.Start, f.Content.End) {
		if n, bare := fenceRun(line.Of(source), f.Char); n == f.Length && !bare {
			return line
		}
	}
	return text.Span{}
}

// fenceRun returns the length of the fence that begins a line, 0 if the line does not begin with one, and
// whether nothing follows it.
func fenceRun(line string, char byte) (n int, bare bool) {
	line = strings.TrimLeft(line, " \t>")
	for n < len(line) && line[n] == char {
		n++
	}
	if n < 3 {
		return 0, false
	}
	rest := strings.TrimSpace(line[n:])
	if strings.ContainsRune(rest, '`') {
		return 0, false
	}
	return n, rest == ""
}

// lengthen returns a fix that makes an outer fence longer at both ends, and the document with the fix
// applied, if fewer fences remain that end too early or never. The fix is not safe, since it guesses which
// bare fence was meant to close the outer one.
func lengthen(p *Pass, f *markdown.Fence) (diagnostic.Fix, *skills.Document, bool) {
	source := p.Doc.Source
	end, ok := outerEnd(source, f)
	if !ok {
		return diagnostic.Fix{}, nil, false
	}
	extra := string(f.Char)
	edits := []diagnostic.Edit{p.Edit(text.At(f.Open.Start), extra), p.Edit(text.At(end), extra)}
	after := skills.Parse(diagnostic.ApplyEdits(source, edits))
	if badFences(after) >= badFences(p.Doc) {
		return diagnostic.Fix{}, nil, false
	}
	return diagnostic.Fix{Title: "Make the outer fence longer", Edits: edits}, after, true
}

// outerEnd returns the offset of the fence that was meant to close an outer fence. It counts fences: one with
// an info string opens a block, and a bare one closes the innermost open block.
func outerEnd(source string, f *markdown.Fence) (int, bool) {
	depth := 1
	for line := range lines.In(source, f.Content.Start, len(source)) {
		text := line.Of(source)
		n, bare := fenceRun(text, f.Char)
		switch {
		case n != f.Length:
		case bare:
			depth--
		default:
			depth++
		}
		if depth == 0 {
			return line.Start + strings.IndexByte(text, f.Char), true
		}
	}
	return 0, false
}

// badFences counts the fences of a document that body/fence reports.
func badFences(doc *skills.Document) int {
	n := 0
	fences := doc.Markdown().Fences
	for i := range fences {
		if fences[i].Close.IsEmpty() || !nestedFence(doc.Source, &fences[i]).IsEmpty() {
			n++
		}
	}
	return n
}

// closeFence offers to write the missing closing fence at the end of its container, if that closes the fence.
// The fix is safe only if the fence has a language and no line of the code may have been meant as its end.
func closeFence(p *Pass, f *markdown.Fence) []diagnostic.Fix {
	source, nl := p.Doc.Source, p.Newline()
	lineStart := strings.LastIndexAny(source[:f.Open.Start], "\r\n") + 1
	indent := containerIndent(source[lineStart:f.Open.Start])
	closing := nl + indent + strings.Repeat(string(f.Char), f.Length)
	at := f.Span.End
	for at > f.Open.End && strings.ContainsRune("\r\n", rune(source[at-1])) {
		at--
	}
	if at == len(source) {
		closing += nl
	}
	edits := []diagnostic.Edit{p.Edit(text.At(at), closing)}
	after := skills.Parse(diagnostic.ApplyEdits(source, edits))
	closes := slices.ContainsFunc(after.Markdown().Fences, func(g markdown.Fence) bool {
		return g.Open.Start == f.Open.Start && !g.Close.IsEmpty() && g.Close.Start >= at // and the new line opens no other
	})
	if !closes || badFences(after) >= badFences(p.Doc) {
		return nil
	}
	code := strings.TrimSpace(source[f.Open.End:at])
	sure := !f.Info.IsEmpty() && code != "" && !blankLine.MatchString(code) && !likelyEnd.MatchString(code)
	return oneFix("Close the fence", sure, edits...)
}

// likelyEnd matches a line at which code was likely meant to end: another fence, or a heading.
var likelyEnd = regexp.MustCompile("(?:^|[\\r\\n])[ \\t>]*(?:```|~~~|#{1,6}[ \\t])")

// containerIndent returns the prefix that puts a line into the same block quotes and list items as a line
// that begins with markers. Spaces replace list markers, and each quote marker is followed by its space.
func containerIndent(markers string) string {
	var out strings.Builder
	for i, r := range markers {
		switch {
		case r == '>' && !strings.HasPrefix(markers[i+1:], " ") && !strings.HasPrefix(markers[i+1:], "\t"):
			out.WriteString("> ")
		case r == '>' || r == '\t':
			out.WriteRune(r)
		default:
			out.WriteByte(' ')
		}
	}
	return out.String()
}
