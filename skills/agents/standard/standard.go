// Package standard describes the Agent Skills standard as its own validator, skills-ref, enforces it. Where
// the specification and the validator differ, the validator decides, and the notes say so.
package standard

import (
	"html"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Agent is the Agent Skills standard. It is not an agent, but its verdicts have the same form.
var Agent = &skills.Agent{
	ID:    "agent-skills",
	Title: "Agent Skills standard",
	Source: "agentskills/agentskills 69ef37e9: docs/specification.mdx and skills-ref/src/skills_ref (validator.py, parser.py, prompt.py), " +
		"run with strictyaml on Python 3.11",

	Locations: skills.Locations{
		Files:       []string{"SKILL.md", "skill.md"}, // parser.py, find_skill_md
		MissingFile: "Missing required file: SKILL.md",
	},

	Fields: []skills.Field{
		{
			Name: "name", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "Name of the skill: 1 to 64 lowercase letters of any alphabet, digits and single hyphens, without a hyphen at either end, " +
				"and equal to the directory name.",
		},
		{
			Name: "description", Types: skills.String | skills.Number | skills.Boolean, Required: true,
			Doc: "What the skill does and when to use it, in 1 to 1,024 characters.",
		},
		{
			Name: "license", Types: skills.String,
			Doc: "Name of the skill's license, or of the bundled file with its text.",
		},
		{
			Name: "compatibility", Types: skills.String | skills.Number | skills.Boolean,
			Doc: "Environment requirements (intended product, system packages, network access), at most 500 characters.",
		},
		{
			Name: "metadata", Types: skills.Mapping, Inside: skills.String, // by the specification; the validator does not check it
			Doc: "Custom properties, as a mapping from strings to strings.",
		},
		{
			Name: "allowed-tools", Types: skills.String, Separators: skills.Blanks,
			Doc: "Preapproved tools, as one string separated by spaces. Experimental: agents support it in different ways.",
		},
	},
	Limits: skills.Limits{
		Unit:          text.Runes,
		Name:          nameLimit,
		Description:   descriptionLimit,
		Compatibility: compatibilityLimit,
	},

	Guide: skills.Guide{
		MentionSyntax: "not defined by the standard",
		Arguments:     "not defined by the standard",
		Notes: []string{
			"Any other top-level field is an error. Put custom fields under `metadata`.",
			"The frontmatter ends at the next `---` anywhere, even inside a value: in `description: a --- b`, only `a` remains, and the skill is still valid.",
			"A byte order mark, a blank line or a space before the first `---` is an error, and so is a closing `...`. An indented `---`, or one with text after it, closes the frontmatter.",
			"The YAML is strictyaml: every scalar is a string, and flow style, anchors, aliases, tags, repeated keys and mappings with uneven indentation are errors.",
			"A tab before or after an unquoted value is an error, and so is an unquoted `: ` inside it.",
			"For strictyaml, a plain `=` or `<<` is not a string, and the value of a top-level merge key `<<` is dropped.",
			"Lengths are in code points: that of the name without surrounding white space and after NFKC normalization, the others as written, with white space.",
			"The types of `license`, `metadata` and `allowed-tools` are not checked, so a block list passes. An empty `compatibility` also passes, although the specification requires at least one character.",
			"Control characters in the frontmatter, invalid UTF-8, a few placements of comments and nesting of about 240 levels make skills-ref fail with a Python traceback; the message is its last line.",
			"The specification defines no directories. Its guide for clients recommends `.agents/skills` in the project and in the home directory.",
			"The specification recommends a body under 500 lines and 5,000 tokens, and references one level deep. skills-ref does not check the body.",
		},
	},

	Decisions: skills.Decisions{
		Accept: accept,
	},

	Catalog: catalog,
}

// catalog renders the output of `skills-ref to-prompt` (prompt.py).
var catalog = kit.Catalog{
	Head: "<available_skills>\n",
	Entry: func(s skills.Skill) string {
		return "<skill>\n<name>\n" + pythonEscape(s.Name) + "\n</name>\n<description>\n" + pythonEscape(s.Description) +
			"\n</description>\n<location>\n" + s.Path + "\n</location>\n</skill>\n"
	},
	Tail:    "</available_skills>",
	Without: "<available_skills>\n</available_skills>",
}.Render

// pythonEscape implements Python's html.escape, which has other entities for quotes than Go's.
func pythonEscape(text string) string {
	return strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;").Replace(html.EscapeString(text))
}
