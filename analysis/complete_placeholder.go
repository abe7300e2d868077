package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A placeholderSite is a placeholder that the user is typing. Its spans begin at the dollar sign.
type placeholderSite struct {
	insert, replace text.Span
	braced          bool // "${"
	closed          bool // a closing brace follows replace
}

// placeholderSite returns the placeholder before the cursor. It returns false if the character before the
// dollar sign gives the dollar sign another meaning, as a backslash or another dollar sign does.
func (c *cursor) placeholderSite() (placeholderSite, bool) {
	start := c.offset
	for start > c.line.Start && (isVariableByte(c.source[start-1]) || c.source[start-1] == '-') {
		start--
	}
	var site placeholderSite
	if start > c.line.Start && c.source[start-1] == '{' && !strings.Contains(c.source[start:c.offset], "-") {
		site.braced = true
		start--
	}
	if start == c.line.Start || c.source[start-1] != '$' {
		return site, false
	}
	start--
	if start > c.line.Start && (c.source[start-1] == '$' || c.source[start-1] == '\\' || isVariableByte(c.source[start-1])) {
		return site, false
	}
	end := c.offset
	for end < c.line.End && isVariableByte(c.source[end]) {
		end++
	}
	site.closed = site.braced && end < c.line.End && c.source[end] == '}'
	site.insert, site.replace = text.Span{Start: start, End: c.offset}, text.Span{Start: start, End: end}
	return site, true
}

// completePlaceholder offers the placeholders that the concerned agents replace.
func (c *cursor) completePlaceholder() []Completion {
	site, ok := c.placeholderSite()
	if !ok || c.file.Kind != SkillFile {
		return nil
	}
	var found []Completion
	for _, use := range c.scope().possiblePlaceholders() {
		text := use.text
		if strings.HasPrefix(text, "${") != site.braced && site.insert.Len() > 1 {
			continue
		}
		item := Completion{
			Kind: VariableCompletion, Label: text, Detail: c.scope().briefMeaning(use), Doc: placeholderDoc(use, c.scope()),
			Insert: site.insert, Replace: site.replace, Text: text, Filter: text, Sort: fmt.Sprintf("2%03d", len(found)),
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
func (p *scope) briefMeaning(use replacedText) string {
	if use.meaning != "" {
		return strings.ReplaceAll(use.meaning, "`", "")
	}
	for _, agent := range p.concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil }) {
		if when, as := use.when(agent); when != skills.Never {
			return strings.ReplaceAll(as, "`", "") + " in " + agent.Title
		}
	}
	return ""
}

// possiblePlaceholders returns the placeholders that at least one concerned agent replaces.
func (p *scope) possiblePlaceholders() []replacedText {
	readers := p.concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	list := []replacedText{argumentsText()}
	for number := range 3 {
		list = append(list, p.positionalText(number))
	}
	named := make(map[string]bool)
	for _, n := range p.file.argumentNames() {
		if !named[n.name] && isArgumentName(n.name) {
			list = append(list, p.namedText(n.name))
		}
		named[n.name] = true
	}
	for _, name := range knownVariables() {
		list = append(list, p.variableText(name))
	}
	return slices.DeleteFunc(list, func(use replacedText) bool {
		return !slices.ContainsFunc(readers, func(agent *skills.Agent) bool {
			when, _ := use.when(agent)
			return when != skills.Never
		})
	})
}
