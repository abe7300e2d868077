package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkFieldValues reports words that a concerned agent does not know as values of a field.
func checkFieldValues(p *Pass) {
	for e := range p.Fm.All() {
		checkFieldValue(p, e.Key, e.Value)
		if e.Value == nil || len(fieldsBelow(p, e.Key)) == 0 {
			continue
		}
		for _, pair := range e.Value.Pairs {
			checkFieldValue(p, e.Key+"."+pair.Key.Text, pair.Value)
		}
	}
}

// fieldsBelow returns the concerned agents that read fields inside the mapping of a key.
func fieldsBelow(p *Pass, key string) []*skills.Agent {
	return p.Concerns(func(agent *skills.Agent) bool {
		return slices.ContainsFunc(agent.Fields, func(f skills.Field) bool { return strings.HasPrefix(f.Name, key+".") })
	})
}

// checkFieldValue reports one value. The severity is low for a guess: that a word with other case has no
// effect, or that a word is a misspelling although the agent may know other words than the listed ones.
func checkFieldValue(p *Pass, key string, v *frontmatter.Value) {
	if v.IsNull() || v.Kind != frontmatter.ScalarValue || strings.TrimSpace(v.Text) == "" {
		return
	}
	text := strings.TrimSpace(v.Text)
	surely := p.reading(key, func(f skills.Field) bool {
		return IsWordOf(f, v) && !f.Takes(text) && FoldedIn(f.Values, text) == ""
	})
	d := diagnostic.Diagnostic{Span: v.Span, Affects: ignoring(surely)}
	puzzled := surely
	if len(puzzled) == 0 {
		puzzled = p.reading(key, func(f skills.Field) bool {
			return IsWordOf(f, v) && (!f.Takes(text) || f.Open && FoldedIn(f.Values, text) == "" && match.Nearest(strings.ToLower(text), f.Values) != "")
		})
		d.Severity, d.Affects = diagnostic.Information, ignoring(puzzled)
	}
	if len(puzzled) == 0 {
		return
	}
	field, _ := puzzled[0].Reads(key)
	d.Message, d.Detail = "invalid "+field.Name+" "+InQuotes(text), "expected "+wordList(field.Values)
	switch {
	case len(surely) > 0:
	case field.Open:
		d.Message = "unknown " + field.Name + " " + InQuotes(text)
	default:
		d.Message = field.Name + " " + InQuotes(text) + " may have no effect"
	}
	if meant := valueMeant(p, key, text, field); meant != "" {
		d.Help = "change to " + InQuotes(meant)
		safe := match.SameWord(text, meant) || len(surely) > 0 && !field.Open && match.OnlyNear(strings.ToLower(text), meant, field.Values)
		d.Fixes = p.changeTo(meant, safe, v.Span)
	}
	p.report(d)
}

// IsWordOf reports whether a field has certain words as values and v may be one of them. A number is not,
// unless the agent reads numbers there: frontmatter/type reports it.
func IsWordOf(f skills.Field, v *frontmatter.Value) bool {
	return f.Values != nil && (shapes(v)&skills.Number == 0 || f.Types&skills.Number != 0)
}

// valueMeant returns the value that text is most likely a misspelling of, among those that every concerned
// agent knows, or "" if no value resembles it.
func valueMeant(p *Pass, key, text string, field skills.Field) string {
	values := slices.DeleteFunc(slices.Clone(field.Values), func(value string) bool {
		return len(p.reading(key, func(f skills.Field) bool { return f.Name != "" && !f.Takes(value) })) > 0
	})
	if folded := FoldedIn(values, text); folded != "" {
		return folded
	}
	return match.Nearest(strings.ToLower(text), values)
}
