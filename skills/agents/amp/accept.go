package amp

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
)

// accept checks that the frontmatter has a name that matches the directory, and a description. Third parties
// report both rules.
func accept(f skills.File) skills.Verdict {
	c := kit.NewDocumentedCheck(f)
	name, at := c.Required("name")
	c.MatchesFolder(name, at)
	description, _ := c.Required("description")
	return c.Verdict(name, description)
}

// companion is the file beside SKILL.md that declares the MCP servers of a skill.
var companion = skills.Companion{Path: "mcp.json", Read: readServers}

func readServers(f skills.CompanionFile) skills.CompanionReading {
	root, err := skills.ParseJSON(f.Source)
	if err != nil || root == nil || root.Kind != frontmatter.MappingValue {
		return skills.CompanionReading{Ignored: true, Notes: []string{"`mcp.json` is not a JSON object, so the skill has no MCP servers."}}
	}
	var names []string
	for _, pair := range root.Pairs {
		names = append(names, "`"+strings.ReplaceAll(pair.Key.Text, "`", "'")+"`")
	}
	if len(names) == 0 {
		return skills.CompanionReading{}
	}
	return skills.CompanionReading{Notes: []string{"`mcp.json` adds the MCP servers " + strings.Join(names, ", ") + ", whose tools the model gets with the skill."}}
}

// inject renders a loaded skill with the tag that Amp's own catalog describes. Nothing else about its form is
// known.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, `<loaded_skill name="`+l.Skill.Name+"\">\n")
	c.Copy(skills.SegmentBody, l.Source, skills.Parse(l.Source).Body)
	c.Add(skills.SegmentEnvelope, "\n</loaded_skill>")
	c.Note("Not established: the other contents of the tag, such as the frontmatter, the skill directory and its files, and the handling of arguments.")
	return c.Injection()
}

// catalog renders the list in the system prompt, as a third party extracted it from Amp's program in 2026.
// Amp's mode "deep" has a plain list instead.
var catalog = kit.Catalog{
	Head: intro + "<available_skills>\n",
	Entry: func(s skills.Skill) string {
		location := strings.TrimSuffix(s.Dir, "/") + "/SKILL.md"
		return kit.SkillElement("name", s.Name, "description", s.Description, "location", location)
	},
	Tail:  "</available_skills>",
	Notes: []string{"Not established by Amp itself: the text is a third party's account of the program, without the skills that come with Amp."},
}.Render

const intro = "## Skills\n" +
	"In your workspace you have skills the user created. A **skill** is a guide for proven techniques, patterns, or tools. If a skill exists for a task, you must do it. " +
	"The following skills provide specialized instructions for specific tasks.\n" +
	"Use the load_skill tool to load a skill when the task matches its description.\n\n" +
	"Loaded skills appear as `<loaded_skill name=\"...\">` in the conversation.\n\n"
