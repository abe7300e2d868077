package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A ToolWord is an entry of a list of tools, such as "Bash(git add:*)".
type ToolWord struct {
	Text  string
	Span  text.Span // of the entry, or of the scalar with it if that is not written as YAML reads it
	exact bool      // the span is the entry's
}

// Name returns the tool's name.
func (w ToolWord) Name() string {
	name, _, _ := strings.Cut(w.Text, "(")
	return name
}

// ToolSeparators are the characters that separate tools outside parentheses.
const ToolSeparators = ", \t\r\n"

// ToolWords returns the entries of a list of tools, in order. White space or commas outside parentheses
// separate them. Strings with unbalanced parentheses are left out.
func ToolWords(p *refs.Scope, v *frontmatter.Value) []ToolWord {
	var words []ToolWord
	for _, scalar := range file.ScalarsOf(v) {
		places, ok := OutsideParentheses(scalar.Text, ToolSeparators)
		if !ok {
			continue
		}
		base, exact := file.TextStart(p.Doc.Source, scalar)
		start := 0
		for _, at := range append(places, len(scalar.Text)) {
			if at > start {
				w := ToolWord{Text: scalar.Text[start:at], Span: scalar.Span}
				if exact {
					w.Span, w.exact = text.Span{Start: base + start, End: base + at}, true
				}
				words = append(words, w)
			}
			start = at + 1
		}
	}
	return words
}

// maxTools is the maximum number of unknown tools reported in a list. A hostile list can have as many as it
// has words.
const maxTools = 64

// checkUnknownTools reports tools that a concerned agent does not have.
func checkUnknownTools(p *Pass) {
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
		puzzled := p.Concerns(func(agent *skills.Agent) bool {
			field, _ := agent.Reads(e.Key)
			return field.Tools != nil
		})
		if len(puzzled) == 0 {
			continue
		}
		words := ToolWords(p.Scope, e.Value)
		listed := make(map[string]bool)
		for _, w := range words {
			listed[w.Name()] = true
		}
		reported := make(map[string]bool)
		for _, w := range words {
			if reported[w.Name()] || len(reported) == maxTools {
				continue
			}
			if checkTool(p, e.Key, w, puzzled, listed) {
				reported[w.Name()] = true
			}
		}
	}
}

// checkTool reports a tool that an agent does not have, and returns whether it did. A later version of the
// agent may have the tool, so the severity is low unless no tool can have the name or the name is a
// misspelling.
func checkTool(p *Pass, key string, w ToolWord, readers []*skills.Agent, listed map[string]bool) bool {
	name := w.Name()
	puzzled := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Tools.Has(name)
	})
	if len(puzzled) == 0 {
		return false
	}
	field, _ := puzzled[0].Reads(key)
	tools := field.Tools
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: w.Span, Affects: ignoring(puzzled),
		Message: "unknown tool " + InQuotes(name), Detail: "the entry " + tools.Lost,
	}
	if !tools.Possible(name) {
		d.Severity = diagnostic.Warning
		d.Message = "invalid tool name " + InQuotes(name)
	}
	if w.exact {
		d.Span.End = d.Span.Start + max(1, len(name))
	}
	if meant := ToolMeant(name, tools.Names); meant != "" && !listed[meant] {
		d.Severity = diagnostic.Warning
		d.Detail = "did you mean " + InQuotes(meant) + "?"
		if w.exact && name != "" {
			same := match.SameWord(name, meant) // otherwise a guess would allow or deny a tool
			d.Fixes = []diagnostic.Fix{{Title: "Change to " + InQuotes(meant), Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(d.Span, meant)}}}
		}
	}
	p.report(d)
	return true
}

// ToolMeant returns the tool for which name is another spelling, in lowercase or with underscores or hyphens,
// or a typo. It returns "" if no tool resembles name.
func ToolMeant(name string, tools []string) string {
	if tool := FoldedIn(tools, withoutDashes.Replace(name)); tool != "" {
		return tool
	}
	return match.Nearest(name, tools)
}

var withoutDashes = strings.NewReplacer("_", "", "-", "")

// checkToolsBalance reports parentheses that are not closed, or not opened, in lists of tools that a
// concerned agent reads.
func checkToolsBalance(p *Pass) {
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
		reading := p.Concerns(func(agent *skills.Agent) bool {
			field, _ := agent.Reads(e.Key)
			return field.Separators != 0
		})
		if len(reading) == 0 {
			continue
		}
		for _, text := range file.ScalarsOf(e.Value) {
			checkBalance(p, e.Key, text, reading)
		}
	}
}

// checkBalance reports the first unmatched parenthesis of a scalar.
func checkBalance(p *Pass, key string, scalar *frontmatter.Value, reading []*skills.Agent) {
	at := unbalanced(scalar.Text)
	if at < 0 {
		return
	}
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: scalar.Span, Affects: ignoring(reading), Message: `unmatched ")" in ` + InQuotes(key)}
	if scalar.Text[at] == '(' {
		d.Message = `unclosed "(" in ` + InQuotes(key)
	}
	if base, exact := file.TextStart(p.Doc.Source, scalar); exact {
		d.Span = text.Span{Start: base + at, End: base + at + 1}
		d.Fixes = balance(p, key, scalar.Text, base)
	}
	p.report(d)
}

// unbalanced returns the offset of the first unmatched parenthesis in text, or -1 if not found.
func unbalanced(text string) int {
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '(':
			open = append(open, i)
		case text[i] != ')':
		case len(open) == 0:
			return i
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[0]
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
			return []diagnostic.Fix{{Title: title, Safe: safe, Preferred: safe, Edits: []diagnostic.Edit{p.Edit(span, written)}}}
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
	return len(p.Concerns(func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Separators&skills.Blanks != 0 && field.Separators&skills.Commas == 0
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
