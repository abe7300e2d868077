package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A toolWord is an entry of a list of tools, such as "Bash(git add:*)".
type toolWord struct {
	text  string
	span  text.Span // of the entry, or of the scalar with it if that is not written as YAML reads it
	exact bool      // the span is the entry's
}

// name returns the tool's name.
func (w toolWord) name() string {
	name, _, _ := strings.Cut(w.text, "(")
	return name
}

// toolSeparators are the characters that separate tools outside parentheses.
const toolSeparators = ", \t\r\n"

// toolWords returns the entries of a list of tools, in order. White space or commas outside parentheses
// separate them. Strings with unbalanced parentheses are left out.
func (p *scope) toolWords(v *frontmatter.Value) []toolWord {
	var words []toolWord
	for _, scalar := range scalarsOf(v) {
		places, ok := outsideParentheses(scalar.Text, toolSeparators)
		if !ok {
			continue
		}
		base, exact := textStart(p.doc.Source, scalar)
		start := 0
		for _, at := range append(places, len(scalar.Text)) {
			if at > start {
				w := toolWord{text: scalar.Text[start:at], span: scalar.Span}
				if exact {
					w.span, w.exact = text.Span{Start: base + start, End: base + at}, true
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
func checkUnknownTools(p *pass) {
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		puzzled := p.concerns(func(agent *skills.Agent) bool {
			field, _ := agent.Reads(e.Key)
			return field.Tools != nil
		})
		if len(puzzled) == 0 {
			continue
		}
		words := p.toolWords(e.Value)
		listed := make(map[string]bool)
		for _, w := range words {
			listed[w.name()] = true
		}
		reported := make(map[string]bool)
		for _, w := range words {
			if reported[w.name()] || len(reported) == maxTools {
				continue
			}
			if p.checkTool(e.Key, w, puzzled, listed) {
				reported[w.name()] = true
			}
		}
	}
}

// checkTool reports a tool that an agent does not have, and returns whether it did. A later version of the
// agent may have the tool, so the severity is low unless no tool can have the name or the name is a
// misspelling.
func (p *pass) checkTool(key string, w toolWord, readers []*skills.Agent, listed map[string]bool) bool {
	name := w.name()
	puzzled := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Tools.Has(name)
	})
	if len(puzzled) == 0 {
		return false
	}
	field, _ := puzzled[0].Reads(key)
	tools := field.Tools
	d := Diagnostic{
		Severity: Information, Span: w.span, Agents: ids(puzzled),
		Message: fmt.Sprintf("%s ha%s no tool `%s`, and the entry %s", titles(puzzled), has(puzzled), shorten(name, 60), tools.Lost),
	}
	if !tools.Possible(name) {
		d.Severity = Warning
		d.Message = fmt.Sprintf("no tool of %s can be called `%s`, and the entry %s", titles(puzzled), shorten(name, 60), tools.Lost)
	}
	if w.exact {
		d.Span.End = d.Span.Start + max(1, len(name))
	}
	if meant := toolMeant(name, tools.Names); meant != "" && !listed[meant] {
		d.Severity = Warning
		d.Message += "; did you mean `" + meant + "`?"
		if w.exact && name != "" {
			same := sameWord(name, meant) // otherwise a guess would allow or deny a tool
			d.Fixes = []Fix{{Title: "Change to `" + meant + "`", Safe: same, Preferred: same, Edits: []Edit{p.edit(d.Span, meant)}}}
		}
	}
	p.report(d)
	return true
}

func has(list []*skills.Agent) string {
	if len(list) == 1 {
		return "s"
	}
	return "ve"
}

// toolMeant returns the tool for which name is another spelling, in lowercase or with underscores or hyphens,
// or a typo. It returns "" if no tool resembles name.
func toolMeant(name string, tools []string) string {
	if tool := foldedIn(tools, withoutDashes.Replace(name)); tool != "" {
		return tool
	}
	return nearest(name, tools)
}

var withoutDashes = strings.NewReplacer("_", "", "-", "")

// checkToolsBalance reports parentheses that are not closed, or not opened, in lists of tools that a
// concerned agent reads.
func checkToolsBalance(p *pass) {
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		reading := p.concerns(func(agent *skills.Agent) bool {
			field, _ := agent.Reads(e.Key)
			return field.Separators != 0
		})
		if len(reading) == 0 {
			continue
		}
		for _, text := range scalarsOf(e.Value) {
			p.checkBalance(e.Key, text, reading)
		}
	}
}

// checkBalance reports the first unmatched parenthesis of a scalar.
func (p *pass) checkBalance(key string, scalar *frontmatter.Value, reading []*skills.Agent) {
	at := unbalanced(scalar.Text)
	if at < 0 {
		return
	}
	d := Diagnostic{Severity: Warning, Span: scalar.Span, Agents: ids(reading), Message: "nothing opens this `)` of `" + key + "`"}
	if scalar.Text[at] == '(' {
		d.Message = "nothing closes this `(` of `" + key + "`, so that nothing tells where the entry ends"
	}
	if base, exact := textStart(p.doc.Source, scalar); exact {
		d.Span = text.Span{Start: base + at, End: base + at + 1}
		d.Fixes = p.balance(key, scalar.Text, base)
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
func (p *pass) balance(key, written string, base int) []Fix {
	span := text.Span{Start: base, End: base + len(written)}
	title := ""
	open := strings.LastIndexByte(written, '(')
	safe := open >= 0 && unbalanced(written) == open && !strings.ContainsAny(written[open:], toolSeparators)
	for range maxBalance {
		at := unbalanced(written)
		switch {
		case at < 0:
			if places, _ := outsideParentheses(written, ","); len(places) > 0 && p.knowsNoCommas(key) {
				written = strings.Join(splitTools(&frontmatter.Value{Text: written}), " ")
			}
			return []Fix{{Title: title, Safe: safe, Preferred: safe, Edits: []Edit{p.edit(span, written)}}}
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
func (p *pass) knowsNoCommas(key string) bool {
	return len(p.concerns(func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Separators&skills.Blanks != 0 && field.Separators&skills.Commas == 0
	})) > 0
}

// entryEnd returns the offset of the end of the entry with an open parenthesis: before the next tool in text,
// or at the end of text.
func entryEnd(text string, open int) int {
	for i := open + 1; i < len(text); {
		end := i
		for i < len(text) && strings.IndexByte(toolSeparators, text[i]) >= 0 {
			i++
		}
		length := strings.IndexAny(text[i:], "("+toolSeparators)
		if length < 0 {
			length = len(text) - i
		}
		if i > end && isTool(text[i:i+length]) {
			return end
		}
		i += max(1, length)
	}
	return len(strings.TrimRight(text, toolSeparators))
}

// isTool reports whether some agent has a tool with the given name.
func isTool(name string) bool {
	return slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool {
		return slices.ContainsFunc(agent.Fields, func(f skills.Field) bool { return f.Tools != nil && f.Tools.Possible(name) && f.Tools.Has(name) })
	})
}
