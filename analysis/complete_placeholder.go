package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
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
	for _, use := range c.pass().possiblePlaceholders() {
		text := use.text
		if strings.HasPrefix(text, "${") != site.braced && site.insert.Len() > 1 {
			continue
		}
		item := Completion{
			Kind: VariableCompletion, Label: text, Detail: c.pass().briefMeaning(use), Doc: placeholderDoc(use, c.pass()),
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
func (p *pass) briefMeaning(use replacedText) string {
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

// A replacedText is a placeholder as written.
type replacedText struct {
	text    string
	meaning string // what replaces it; empty if the agents differ
	// when returns when an agent replaces the placeholder, and with what if meaning does not say so.
	when func(agent *skills.Agent) (skills.Replaced, string)
}

// possiblePlaceholders returns the placeholders that at least one concerned agent replaces.
func (p *pass) possiblePlaceholders() []replacedText {
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

func argumentsText() replacedText {
	return replacedText{argumentsPlaceholder, "what stands behind the skill's name", func(agent *skills.Agent) (skills.Replaced, string) {
		return agent.Placeholders.Arguments, ""
	}}
}

// indexedText returns "$ARGUMENTS[0]" or the like.
func (p *pass) indexedText(use placeholderUse) replacedText {
	text, names := use.span.Of(p.doc.Source), p.file.argumentNames()
	return replacedText{text, "one of the arguments, counted from 0", func(agent *skills.Agent) (skills.Replaced, string) {
		if !agent.Placeholders.Indexed && agent.Placeholders.Arguments != skills.Never {
			return agent.Placeholders.Arguments, "all arguments, with `" + text[len(argumentsPlaceholder):] + "` behind them"
		}
		if name := nameOf(names, use.place(agent), agent); name != "" {
			return agent.Placeholders.Arguments, "the argument " + codeSpan(name)
		}
		return agent.Placeholders.Arguments, ""
	}}
}

// positionalText returns "$1" or the like, whose number means a different argument depending on the agent.
func (p *pass) positionalText(number int) replacedText {
	names := p.file.argumentNames()
	return replacedText{fmt.Sprintf("$%d", number), "", func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		if pl.First == 0 || number+pl.First < 2 {
			return skills.Never, ""
		}
		as := "the " + ordinal(number+pl.First-1) + " argument"
		if name := nameOf(names, number+pl.First-2, agent); name != "" {
			as += " (" + codeSpan(name) + ")"
		}
		return pl.Arguments, as
	}}
}

func (p *pass) namedText(name string) replacedText {
	names := slices.DeleteFunc(p.file.argumentNames(), func(n declaredName) bool { return n.name != name })
	meaning := func(n declaredName) string { return "the " + ordinal(n.place+1) + " argument" }
	text := replacedText{text: "$" + name}
	if !slices.ContainsFunc(names, func(n declaredName) bool { return n.place != names[0].place }) {
		text.meaning = meaning(names[0])
	}
	text.when = func(agent *skills.Agent) (skills.Replaced, string) {
		i := slices.IndexFunc(names, func(n declaredName) bool { return includes(n.readers, agent) })
		switch {
		case i < 0:
			return skills.Never, ""
		case text.meaning != "":
			return agent.Placeholders.Arguments, ""
		}
		return agent.Placeholders.Arguments, meaning(names[i])
	}
	return text
}

func (p *pass) variableText(name string) replacedText {
	use := replacedText{text: name, when: func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		switch {
		case slices.Contains(pl.Variables, name):
			return skills.Always, ""
		case slices.Contains(pl.PluginVariables, name) && !p.ownedOutsidePlugins(agent):
			return skills.Always, "replaced in the skills of plugins"
		}
		return skills.Never, ""
	}}
	for _, agent := range agents.All() {
		if agent.Placeholders != nil && use.meaning == "" {
			use.meaning = agent.Placeholders.Meanings[name]
		}
	}
	return use
}
