package hover

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// mentionDoc describes the skill that a mention refers to, or all that it may refer to. It returns "" if no
// skill is known.
func mentionDoc(c *refs.Cursor, m skills.Mention) string {
	found := c.Mentioned(m)
	if len(found) == 0 {
		return ""
	}
	if len(found) == 1 {
		skill := found[0]
		return fmt.Sprintf("**%s** (%s)\n\n%s\n\n%s\n", render.CodeSpan(skill.Name), skill.Scope, render.Escape(skill.Description), skillLink(c, skill))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d skills are named %s. ", len(found), render.CodeSpan(m.Name))
	if keepers := keepAll(); len(keepers) > 0 && m.Kind == skills.PlainMention {
		fmt.Fprintf(&out, "With only the name, %s load none of them: use %s.", rules.Titles(keepers), render.CodeSpan("[$"+m.Name+"](path)"))
	} else {
		out.WriteString("Which one is loaded depends on the agent.")
	}
	out.WriteString("\n\n")
	for _, skill := range found {
		fmt.Fprintf(&out, "- %s (%s): %s\n", skillLink(c, skill), skill.Scope, render.Escape(skill.Description))
	}
	out.WriteString(takenDoc(c, m.Name))
	return out.String()
}

// takenDoc says which skill each target agent uses, for the agents that find several with the name.
func takenDoc(c *refs.Cursor, name string) string {
	var out strings.Builder
	at := c.Standpoint()
	if workspace.Scanning(c.Snapshot) {
		return ""
	}
	for _, agent := range at.Concerned {
		catalog := workspace.Catalog(c.Ctx, c.Snapshot, agent, at.Vantage)
		if taken, ok := catalog.Taken(name); ok && len(catalog.Named(name)) > 1 {
			fmt.Fprintf(&out, "\n%s loads %s.\n", text.UpperFirst(agent.Title), skillLink(c, &taken))
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

func skillLink(c *refs.Cursor, skill *skills.Skill) string {
	return render.FileLink(vantage.ShownPath(c.Snapshot, skill.Path), c.Snapshot.FolderPath(skill.Path))
}

// linkDoc describes the target of a destination. It returns "" if nothing is known about it.
func linkDoc(c *refs.Cursor, destination string) string {
	t := workspace.NewResolver(c.Snapshot, c.File).Resolve(destination)
	switch {
	case t.Kind == file.OwnFragment:
		return describe.SectionDoc(c, c.File.Doc, t.Fragment)
	case t.Kind == file.External:
		return elsewhereDoc(destination)
	case t.Kind == file.Unchecked:
		return uncheckedDoc(destination) + describe.ResourceDoc(c, destination)
	case t.Abs == "":
		return "" // the file has no directory
	}
	name := render.CodeSpan(c.FromSkill(t.Abs))
	switch t.Exists {
	case workspace.Unprobed:
		return name + " is outside the skill directory and the workspace." + describe.ResourceDoc(c, c.FromSkill(t.Abs))
	case workspace.Missing:
		return name + " does not exist."
	}
	return describe.TargetFileDoc(c, t)
}

// elsewhereDoc describes a destination with a URL scheme.
func elsewhereDoc(destination string) string {
	scheme, _, _ := strings.Cut(destination, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		return render.CodeSpan(vantage.Shorten(destination, maxURLShown)) + "\n\nA web page, which an agent without network access cannot read. skills-ls does not fetch it."
	}
	return render.CodeSpan(vantage.Shorten(destination, maxURLShown))
}

const maxURLShown = 400 // characters

// uncheckedDoc says why the target of a destination is not looked up.
func uncheckedDoc(destination string) string {
	shown := render.CodeSpan(vantage.Shorten(destination, maxURLShown))
	switch {
	case destination == "":
		return "The link has no destination."
	case workspace.IsAbsolute(destination):
		return shown + " is an absolute path, which differs from machine to machine."
	case file.IsTemplate(destination):
		return shown + " is a template, not a path."
	}
	return shown + " is not a path relative to the skill directory."
}
