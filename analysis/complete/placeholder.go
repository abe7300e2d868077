package complete

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A placeholderSite is a placeholder that the user is typing. It begins at the dollar sign.
type placeholderSite struct {
	replace text.Span
	braced  bool // "${"
	closed  bool // a closing brace follows replace
}

// placeholderSiteOf returns the placeholder before the cursor. It returns false if the character before the
// dollar sign gives the dollar sign another meaning, as a backslash or another dollar sign does.
func placeholderSiteOf(c *refs.Cursor) (placeholderSite, bool) {
	start := c.Offset
	for start > c.Line.Start && (refs.IsVariableByte(c.Source[start-1]) || c.Source[start-1] == '-') {
		start--
	}
	var site placeholderSite
	if start > c.Line.Start && c.Source[start-1] == '{' && !strings.Contains(c.Source[start:c.Offset], "-") {
		site.braced = true
		start--
	}
	if start == c.Line.Start || c.Source[start-1] != '$' {
		return site, false
	}
	start--
	if start > c.Line.Start && (c.Source[start-1] == '$' || c.Source[start-1] == '\\' || refs.IsVariableByte(c.Source[start-1])) {
		return site, false
	}
	end := c.Offset
	for end < c.Line.End && refs.IsVariableByte(c.Source[end]) {
		end++
	}
	site.closed = site.braced && end < c.Line.End && c.Source[end] == '}'
	site.replace = text.Span{Start: start, End: end}
	return site, true
}

// completePlaceholder offers the placeholders that the concerned agents replace.
func completePlaceholder(c *refs.Cursor) []Completion {
	site, ok := placeholderSiteOf(c)
	if !ok || c.File.Kind != file.SkillFile {
		return nil
	}
	var found []Completion
	for _, use := range possiblePlaceholders(c.Scope()) {
		text := use.Text
		if strings.HasPrefix(text, "${") != site.braced && c.Offset-site.replace.Start > 1 {
			continue
		}
		item := Completion{
			Kind: vocabulary.VariableCompletion, Label: text, Detail: briefMeaning(c.Scope(), use), Doc: describe.PlaceholderDoc(use, c.Scope()),
			Replace: site.replace, Sort: fmt.Sprintf("2%03d", len(found)),
		}
		if site.closed {
			item.Text = strings.TrimSuffix(text, "}")
		}
		found = append(found, item)
	}
	return found
}

// briefMeaning returns a short plain text on what replaces a placeholder. If agents differ, it is the answer
// for the first agent that the skill is for.
func briefMeaning(p *refs.Scope, use rules.ReplacedText) string {
	if use.Meaning != "" {
		return strings.ReplaceAll(use.Meaning, "`", "")
	}
	for _, agent := range p.Concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil }) {
		if when, as := use.When(agent); when != skills.Never {
			return strings.ReplaceAll(as, "`", "") + " in " + agent.Title
		}
	}
	return ""
}

// possiblePlaceholders returns the placeholders that at least one concerned agent replaces.
func possiblePlaceholders(p *refs.Scope) []rules.ReplacedText {
	readers := p.Concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	list := []rules.ReplacedText{describe.ArgumentsText()}
	for number := range 3 {
		list = append(list, describe.PositionalText(p, number))
	}
	named := make(map[string]bool)
	for _, n := range refs.ArgumentNames(p.File) {
		if !named[n.Name] && refs.IsArgumentName(n.Name) {
			list = append(list, describe.NamedText(p, n.Name))
		}
		named[n.Name] = true
	}
	for _, name := range refs.KnownVariables() {
		list = append(list, rules.VariableText(p, name))
	}
	return slices.DeleteFunc(list, func(use rules.ReplacedText) bool {
		return !slices.ContainsFunc(readers, func(agent *skills.Agent) bool {
			when, _ := use.When(agent)
			return when != skills.Never
		})
	})
}
