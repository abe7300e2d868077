package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// mentionDoc describes the skill that a mention refers to, or all that it may refer to. It returns "" if no
// skill is known.
func (c *cursor) mentionDoc(m skills.Mention) string {
	found := c.mentioned(m)
	if len(found) == 0 {
		return ""
	}
	if len(found) == 1 {
		skill := found[0]
		return fmt.Sprintf("**%s** (%s)\n\n%s\n\n%s\n", codeSpan(skill.Name), skill.Scope, escapeMarkdown(skill.Description), c.skillLink(skill))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d skills are called %s. ", len(found), codeSpan(m.Name))
	if keepers := keepAll(); len(keepers) > 0 && m.Kind == skills.PlainMention {
		fmt.Fprintf(&out, "By the name alone %s load none of them; %s says which one.", titles(keepers), codeSpan("[$"+m.Name+"](path)"))
	} else {
		out.WriteString("Which one is meant depends on the agent.")
	}
	out.WriteString("\n\n")
	for _, skill := range found {
		fmt.Fprintf(&out, "- %s (%s): %s\n", c.skillLink(skill), skill.Scope, escapeMarkdown(skill.Description))
	}
	if m.Kind != skills.LinkedMention {
		out.WriteString(c.takenDoc(m.Name))
	}
	return out.String()
}

// takenDoc says which skill each target agent uses, for the agents that find several with the name.
func (c *cursor) takenDoc(name string) string {
	var out strings.Builder
	at := c.standpoint()
	if c.snapshot.Scanning() {
		return ""
	}
	for _, agent := range at.targets() {
		catalog := c.snapshot.catalog(c.ctx, agent, at.vantage)
		if taken, ok := catalog.Taken(name); ok && len(catalog.Named(name)) > 1 {
			fmt.Fprintf(&out, "\n%s takes %s.\n", upperFirst(agent.Title), c.skillLink(taken))
		}
	}
	return out.String()
}

// keepAll returns the agents that recognize "$name" in text and keep all skills that share a name.
func keepAll() []*skills.Agent {
	return slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Mentions == nil || agent.Duplicates != skills.KeepAll || len(agent.Mentions("$a")) == 0
	})
}

func (c *cursor) skillLink(skill skills.Skill) string {
	return fileLink(c.snapshot.shownPath(skill.Path), c.snapshot.FolderPath(skill.Path))
}

// linkDoc describes the target of a destination. It returns "" if nothing is known about it.
func (c *cursor) linkDoc(destination string) string {
	t := c.snapshot.newResolver(c.file).resolve(destination)
	switch {
	case t.kind == ownFragment:
		return c.sectionDoc(c.file.Doc, t.fragment)
	case t.kind == external:
		return elsewhereDoc(destination)
	case t.kind == unchecked:
		return uncheckedDoc(destination) + c.resourceDoc(destination)
	case t.abs == "":
		return "" // the file has no directory
	}
	name := codeSpan(c.fromSkill(t.abs))
	switch t.exists {
	case unprobed:
		return name + " lies outside the skill's directory and the workspace." + c.resourceDoc(c.fromSkill(t.abs))
	case missing:
		return name + " does not exist."
	}
	return c.targetFileDoc(t)
}

// elsewhereDoc describes a destination with a URL scheme.
func elsewhereDoc(destination string) string {
	scheme, _, _ := strings.Cut(destination, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		return codeSpan(shorten(destination, maxURLShown)) + "\n\nOn the web: an agent without network access cannot read it. Nothing was fetched."
	}
	return codeSpan(shorten(destination, maxURLShown))
}

const maxURLShown = 400 // characters

// uncheckedDoc says why the target of a destination is not looked up.
func uncheckedDoc(destination string) string {
	shown := codeSpan(shorten(destination, maxURLShown))
	switch {
	case destination == "":
		return "The link leads nowhere yet."
	case isAbsolute(destination):
		return shown + " begins at the root of a file system, and names another file on every machine."
	case isTemplate(destination):
		return shown + " is a pattern that is still to be filled in."
	}
	return shown + " is no path from the skill's directory."
}
