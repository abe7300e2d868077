package refactor

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A toolsForm is a way to write the tools of a skill.
type toolsForm struct {
	separators skills.Separators
	id, title  string
	write      func(words []string) (string, bool)
}

var toolsForms = []toolsForm{
	{skills.Blanks, "tools-blanks", "Separate tools with spaces", func(words []string) (string, bool) { return joined(words, " ", " \t") }},
	{skills.Commas, "tools-commas", "Separate tools with commas", func(words []string) (string, bool) { return joined(words, ", ", ",") }},
	{skills.FlowList, "tools-list", "Convert tools to a list", listed(quotedInList)},
	{skills.JSONList, "tools-json", "Convert tools to a list", listed(skills.JSON.Quote)},
}

// lists are the forms that are YAML lists.
const lists = skills.JSONList | skills.FlowList | skills.BlockList

// respellingTools offers the other ways to write a skill's tools that are read, as far as is known, by every
// agent that the skill is for. One of the agents must read both ways.
func respellingTools(p *refs.Scope, span text.Span) []Refactor {
	e, ok := p.Fm.Entry("allowed-tools")
	if !ok || !inFrontmatter(p, span) || e.Value == nil || span.Start > max(e.ValueSpan.End, e.Colon) || span.End < e.KeySpan.Start {
		return nil
	}
	written := rules.SeparatorsOf(e.ValueSpan.Of(p.Doc.Source), e.Value)
	words := toolWords(e.Value, written)
	if len(words) < 2 {
		return nil
	}
	var list []Refactor
	offered := make(map[string]bool) // by title
	for _, form := range toolsForms {
		isList := form.separators&lists != 0 && written&lists != 0
		if form.separators&written != 0 || isList || offered[form.title] || !takesForms(p, e.Key, written, form.separators) {
			continue
		}
		text, ok := form.write(words)
		if !ok {
			continue
		}
		if fix, ok := respelledTools(p, e, words, form, text); ok {
			offered[form.title] = true
			list = append(list, Refactor{ID: form.id, Kind: Rewrite, Title: form.title, fix: made(fix)})
		}
	}
	return list
}

// takesForms reports whether all concerned agents with known forms read the other form, and at least one of
// them both.
func takesForms(p *refs.Scope, key string, one, other skills.Separators) bool {
	both := false
	for _, agent := range p.At.Concerned {
		field, reads := agent.Reads(key)
		if !reads || field.Separators == 0 {
			continue
		}
		if field.Separators&other == 0 {
			return false
		}
		both = both || field.Separators&one != 0
	}
	return both
}

// respelledTools returns the change of a value to text, if the value keeps its words and everything else
// stays the same.
func respelledTools(p *refs.Scope, e *frontmatter.Entry, words []string, form toolsForm, text string) (diagnostic.Fix, bool) {
	span, source := e.ValueSpan, p.Doc.Source
	before := source[e.Colon+1 : span.Start]
	if strings.TrimSpace(before) != "" || e.Value.Kind == frontmatter.SequenceValue && strings.Contains(span.Of(source), "#") {
		return diagnostic.Fix{}, false // a comment or an anchor would be lost
	}
	if strings.ContainsAny(before, "\r\n") || before == "" {
		span.Start, text = e.Colon+1, " "+text
	}
	edits := []diagnostic.Edit{p.Edit(span, text)}
	after := skills.Parse(diagnostic.ApplyEdits(source, edits))
	now, ok := after.Frontmatter.Entry(e.Key)
	if !ok || now.Value == nil || len(after.Frontmatter.Entries) != len(p.Fm.Entries) {
		return diagnostic.Fix{}, false
	}
	written := rules.SeparatorsOf(now.ValueSpan.Of(after.Source), now.Value)
	if written&(form.separators|skills.JSONList) == 0 || !slices.Equal(toolWords(now.Value, written), words) || !rules.JudgedSame(p, after.Source, p.At.Concerned) {
		return diagnostic.Fix{}, false
	}
	return diagnostic.Fix{Safe: true, Edits: edits}, true
}

// toolWords returns the tools in a value of a given form, or nil if they cannot be separated.
func toolWords(v *frontmatter.Value, written skills.Separators) (words []string) {
	switch {
	case v.Anchor != "" || v.Tagged:
		return nil
	case written == skills.Blanks:
		parts, _ := rules.PartsOutside(v.Text, " \t\r\n")
		for _, part := range parts {
			words = append(words, part.Of(v.Text))
		}
		return words
	case v.Kind == frontmatter.SequenceValue || written == skills.Commas:
		return rules.SplitTools(v)
	}
	return nil
}

// joined returns words joined by a separator, as a YAML scalar. It returns false if a word contains a
// separator.
func joined(words []string, separator, apart string) (string, bool) {
	for _, word := range words {
		if places, ok := rules.OutsideParentheses(word, apart); !ok || len(places) > 0 || strings.ContainsAny(word, "\r\n") {
			return "", false
		}
	}
	return rules.Scalar(strings.Join(words, separator)), true
}

// listed returns a function that returns words as a YAML flow sequence.
func listed(quote func(string) string) func(words []string) (string, bool) {
	return func(words []string) (string, bool) {
		written := make([]string, len(words))
		for i, word := range words {
			written[i] = quote(word)
		}
		return "[" + strings.Join(written, ", ") + "]", true
	}
}

// quotedInList returns a word with quotes if it needs them in a flow sequence.
func quotedInList(word string) string {
	if rules.IsPlain(word) {
		return word
	}
	return rules.Quote(word)
}
