package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkToolsBalance reports parentheses that are not closed, or not opened, in lists of tools that a
// concerned agent reads.
func checkToolsBalance(p *Pass) {
	for e := range p.Fm.All() {
		if reading := p.reading(e.Key, func(f skills.Field) bool { return f.Separators != 0 }); len(reading) > 0 {
			for _, text := range file.ScalarsOf(e.Value) {
				checkBalance(p, e.Key, text, reading)
			}
		}
	}
}

// checkBalance reports the first unmatched parenthesis of a scalar.
func checkBalance(p *Pass, key string, scalar *frontmatter.Value, reading []*skills.Agent) {
	at := unbalanced(scalar.Text)
	if at < 0 {
		return
	}
	d := diagnostic.Diagnostic{Span: scalar.Span, Affects: ignoring(reading), Message: `unmatched ")" in ` + InQuotes(key)}
	if scalar.Text[at] == '(' {
		d.Message = `unclosed "(" in ` + InQuotes(key)
	}
	if base, exact := file.TextStart(p.Doc.Source, scalar); exact {
		d.Span = text.Span{Start: base + at, End: base + at + 1}
		d.Fixes = balance(p, key, scalar.Text, base)
	}
	p.report(d)
}

// maxBalance is the maximum number of parentheses that a fix adds or removes.
const maxBalance = 8

// balance offers to close or delete the unmatched parentheses in written, which begins at the offset base in
// the source. If commas then separate tools and a concerned agent does not read commas, they become spaces.
// The fix is safe only if it closes the last parenthesis and no other tool can follow it, since what an entry
// allows must not be a guess.
func balance(p *Pass, key, written string, base int) []diagnostic.Fix {
	span := text.Span{Start: base, End: base + len(written)}
	title := ""
	open := strings.LastIndexByte(written, '(')
	safe := open >= 0 && unbalanced(written) == open && !strings.ContainsAny(written[open:], ToolSeparators)
	for range maxBalance {
		at := unbalanced(written)
		switch {
		case at < 0:
			if places, _ := OutsideParentheses(written, ","); len(places) > 0 && knowsNoCommas(p, key) {
				written = strings.Join(SplitTools(&frontmatter.Value{Text: written}), " ")
			}
			return oneFix(title, safe, p.Edit(span, written))
		case written[at] == ')':
			written, title = written[:at]+written[at+1:], "Delete the parenthesis"
		default:
			end := entryEnd(written, at)
			written, title = written[:end]+")"+written[end:], "Close the parenthesis"
		}
	}
	return nil
}

// knowsNoCommas reports whether a concerned agent reads a key with spaces between tools, but not with commas.
func knowsNoCommas(p *Pass, key string) bool {
	return len(p.reading(key, func(f skills.Field) bool {
		return f.Separators&skills.Blanks != 0 && f.Separators&skills.Commas == 0
	})) > 0
}

// entryEnd returns the offset of the end of the entry with an open parenthesis: before the next tool in text,
// or at the end of text.
func entryEnd(text string, open int) int {
	for i := open + 1; i < len(text); {
		end := i
		for i < len(text) && strings.IndexByte(ToolSeparators, text[i]) >= 0 {
			i++
		}
		length := strings.IndexAny(text[i:], "("+ToolSeparators)
		if length < 0 {
			length = len(text) - i
		}
		if i > end && isTool(text[i:i+length]) {
			return end
		}
		i += max(1, length)
	}
	return len(strings.TrimRight(text, ToolSeparators))
}

// isTool reports whether some agent has a tool with the given name.
func isTool(name string) bool {
	return slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool {
		return slices.ContainsFunc(agent.Fields, func(f skills.Field) bool { return f.Tools != nil && f.Tools.Possible(name) && f.Tools.Has(name) })
	})
}
