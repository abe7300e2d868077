// Package hermes lists the frontmatter fields of Hermes, the agent of Nous Research.
package hermes

import "skills-ls/skills"

// Vocabulary has the fields that Hermes reads.
var Vocabulary = &skills.Vocabulary{
	Title: "Hermes Agent",
	Source: "documentation hermes-agent.nousresearch.com/docs/developer-guide/creating-skills (NousResearch/hermes-agent " +
		"website/docs/developer-guide/creating-skills.md 0f988e85), user-guide/skills/optional/software-development/software-development-hermes-agent-skill-authoring",

	Fields: []skills.Field{
		{
			Name: "platforms", Types: skills.List, Values: []string{"macos", "linux", "windows"},
			Doc: "Systems on which the skill is shown; without it all.",
		},
		{
			Name: "required_environment_variables", Types: skills.List,
			Doc: "Environment variables that the skill needs. They reach the sandboxes that its commands run in, and Hermes asks for those that are missing.",
		},
		{Name: "required_environment_variables.name", Types: skills.String, Required: true, Doc: "Name of the variable."},
		{Name: "required_environment_variables.prompt", Types: skills.String, Doc: "Text with which Hermes asks for it."},
		{Name: "required_environment_variables.help", Types: skills.String, Doc: "How to get a value, in words or as a URL."},
		{Name: "required_environment_variables.required_for", Types: skills.String, Doc: "What needs it."},
		{
			Name: "required_environment_variables.optional", Types: skills.Boolean, Default: "false",
			Doc: "`true` passes the variable on where it is set, and has nobody asked for it.",
		},
		{
			Name: "required_credential_files", Types: skills.List,
			Doc: "Files below `~/.hermes` that the skill needs. They are brought into the sandboxes that its commands run in.",
		},
		{Name: "required_credential_files.path", Types: skills.String, Required: true, Doc: "Path from `~/.hermes`."},
		{Name: "required_credential_files.description", Types: skills.String, Doc: "What the file is, and how it is made."},
		{Name: "metadata", Types: skills.Mapping, Doc: "Only the mapping `hermes` in it is read."},
		{Name: "metadata.hermes", Types: skills.Mapping, Doc: "When the skill is shown, and what it can be set up with."},
		{Name: "metadata.hermes.tags", Types: skills.List, Doc: "Words for what the skill is about."},
		{Name: "metadata.hermes.related_skills", Types: skills.List, Doc: "Names of skills that go with this one."},
		{Name: "metadata.hermes.requires_toolsets", Types: skills.List, Doc: "Toolsets, such as `web`: the skill is hidden where one of them is missing."},
		{Name: "metadata.hermes.requires_tools", Types: skills.List, Doc: "Tools, such as `web_search`: the skill is hidden where one of them is missing."},
		{Name: "metadata.hermes.fallback_for_toolsets", Types: skills.List, Doc: "Toolsets that the skill stands in for: it is hidden where one of them is there."},
		{Name: "metadata.hermes.fallback_for_tools", Types: skills.List, Doc: "Tools that the skill stands in for: it is hidden where one of them is there."},
		{
			Name: "metadata.hermes.config", Types: skills.List,
			Doc: "Settings of the skill that are no secrets. They are kept below `skills.config` in `config.yaml`, and told to the model with the skill.",
		},
		{Name: "metadata.hermes.config.key", Types: skills.String, Required: true, Doc: "Path of the setting, with periods, such as `myplugin.path`."},
		{Name: "metadata.hermes.config.description", Types: skills.String, Required: true, Doc: "What the setting is for."},
		{
			Name: "metadata.hermes.config.default", Types: skills.String | skills.Boolean | skills.Number | skills.List | skills.Mapping,
			Doc: "Value of a setting that nobody has made.",
		},
		{Name: "metadata.hermes.config.prompt", Types: skills.String, Doc: "Text with which `hermes config migrate` asks for it, in place of the description."},
		{
			Name: "metadata.hermes.blueprint", Types: skills.Mapping,
			Doc: "Makes the skill one that can run by itself: to whoever installs it Hermes suggests a scheduled job, which it never creates unasked.",
		},
		{Name: "metadata.hermes.blueprint.schedule", Types: skills.String, Doc: "When it runs: an expression of cron, `every 2h`, or an ISO time stamp."},
		{Name: "metadata.hermes.blueprint.deliver", Types: skills.String, Default: "origin", Doc: "Where the result is sent, such as `telegram`."},
		{Name: "metadata.hermes.blueprint.prompt", Types: skills.String, Doc: "Task of each run."},
		{Name: "metadata.hermes.blueprint.no_agent", Types: skills.Boolean, Doc: "Documented without a word on what it does."},
	},
}
