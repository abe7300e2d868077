package refactor

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/suppress"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// sortingKeys offers to sort the keys of the frontmatter, if that changes nothing for any agent.
func sortingKeys(p *refs.Scope, span text.Span) []Refactor {
	if !inFrontmatter(p, span) {
		return nil
	}
	text, ok := sortedKeys(p.Doc)
	if !ok || !rules.SameFields(p.Fm, &skills.Parse(text).Frontmatter) || !rules.ReadsSame(p, text, rules.Judges(p)) {
		return nil
	}
	fix := diagnostic.Fix{Safe: true, Edits: Fixed{Text: text}.Edits(p.File.Path, p.Doc.Source)}
	return []Refactor{{ID: "sort-keys", Kind: Rewrite, Title: "Sort frontmatter fields", fix: made(fix)}}
}

// sortedKeys returns a text with the keys of its frontmatter in the standard's order, followed by the other
// keys in their current order. It returns false if they are in order, and if the lines do not show what
// belongs to which key.
//
// A key moves together with the lines above it that are blank or comments indented no deeper than the key.
// What a blank line separates from the first key is about the whole file and stays at the top. What follows
// the last key's value stays at the end.
func sortedKeys(doc *skills.Document) (string, bool) {
	source, fm := doc.Source, &doc.Frontmatter
	if fm.Err != nil || len(fm.Stray) > 0 || len(fm.Entries) < 2 || rules.LoneCR(fm.Content.Of(source)) >= 0 {
		return "", false
	}
	type block struct {
		rank int
		span text.Span
	}
	blocks := make([]block, len(fm.Entries))
	indent := fm.Entries[0].KeySpan.Start - lines.LineStart(source, fm.Entries[0].KeySpan.Start)
	end := fm.Content.Start // of the last line with content of the entries so far
	for i := range fm.Entries {
		e := &fm.Entries[i]
		line := lines.LineStart(source, e.KeySpan.Start)
		if line < end || e.KeySpan.Start-line != indent || strings.Trim(source[line:e.KeySpan.Start], " ") != "" {
			return "", false
		}
		start := aboveKey(source, line, end, indent)
		if i == 0 {
			start = belowHeader(source, text.Span{Start: start, End: line})
		} else {
			blocks[i-1].span.End = start
		}
		blocks[i] = block{standardRank(e.Key), text.Span{Start: start, End: line}}
		end = suppress.LineIn(source, max(e.Colon, e.ValueSpan.End)).End
	}
	last := &blocks[len(blocks)-1].span
	last.End = aboveKey(source, fm.Content.End, end, indent)
	first := blocks[0].span.Start
	sorted := slices.Clone(blocks)
	slices.SortStableFunc(sorted, func(a, b block) int { return cmp.Compare(a.rank, b.rank) })
	if slices.Equal(sorted, blocks) {
		return "", false
	}
	var text strings.Builder
	text.WriteString(source[:first])
	for _, b := range sorted {
		text.WriteString(b.span.Of(source))
	}
	text.WriteString(source[last.End:])
	return text.String(), true
}

// standardRank returns the position of a key in the standard's order. Unknown keys come last.
func standardRank(key string) int {
	fields := agents.Standard.Fields
	if i := slices.IndexFunc(fields, func(f skills.Field) bool { return f.Name == key }); i >= 0 {
		return i
	}
	return len(fields)
}

// aboveKey returns the start of the blank lines and comments directly above a key's line. The comments are
// indented no deeper than the key. It does not look before from, the start of a line.
func aboveKey(source string, line, from, indent int) int {
	for line > from {
		above := lineBefore(source, line)
		text := strings.TrimRight(above.Of(source), " \t\r\n")
		if comment := strings.TrimLeft(text, " \t"); text != "" && (comment[0] != '#' || len(text)-len(comment) > indent) {
			break
		}
		line = above.Start
	}
	return line
}

// belowHeader returns the end of the last blank line in a span, or the start of the span if it has none.
func belowHeader(source string, span text.Span) int {
	for at := span.End; at > span.Start; {
		above := lineBefore(source, at)
		if isBlankLine(above.Of(source)) {
			return at
		}
		at = above.Start
	}
	return span.Start
}
