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
			Doc: "Operating systems on which the skill is shown. Default: all.",
		},
		{
			Name: "required_environment_variables", Types: skills.List,
			Doc: "Environment variables that the skill requires. Hermes passes them to the sandboxes of the skill's commands, and asks for missing ones.",
		},
		{Name: "required_environment_variables.name", Types: skills.String, Required: true, Doc: "Name of the variable."},
		{Name: "required_environment_variables.prompt", Types: skills.String, Doc: "Prompt with which Hermes asks for it."},
		{Name: "required_environment_variables.help", Types: skills.String, Doc: "How to get a value, in words or as a URL."},
		{Name: "required_environment_variables.required_for", Types: skills.String, Doc: "What requires it."},
		{
			Name: "required_environment_variables.optional", Types: skills.Boolean, Default: "false",
			Doc: "`true` passes the variable if it is set, and does not ask for it.",
		},
		{
			Name: "required_credential_files", Types: skills.List,
			Doc: "Files in `~/.hermes` that the skill requires. Hermes copies them to the sandboxes of the skill's commands.",
		},
		{Name: "required_credential_files.path", Types: skills.String, Required: true, Doc: "Path relative to `~/.hermes`."},
		{Name: "required_credential_files.description", Types: skills.String, Doc: "What the file is, and how to create it."},
		{Name: "metadata", Types: skills.Mapping, Doc: "Only the mapping `hermes` in it is read."},
		{Name: "metadata.hermes", Types: skills.Mapping, Doc: "When the skill is shown, and its settings."},
		{Name: "metadata.hermes.tags", Types: skills.List, Doc: "Tags of the skill."},
		{Name: "metadata.hermes.related_skills", Types: skills.List, Doc: "Names of related skills."},
		{Name: "metadata.hermes.requires_toolsets", Types: skills.List, Doc: "Toolsets, such as `web`. The skill is hidden if one of them is missing."},
		{Name: "metadata.hermes.requires_tools", Types: skills.List, Doc: "Tools, such as `web_search`. The skill is hidden if one of them is missing."},
		{Name: "metadata.hermes.fallback_for_toolsets", Types: skills.List, Doc: "Toolsets that the skill replaces. It is hidden if one of them exists."},
		{Name: "metadata.hermes.fallback_for_tools", Types: skills.List, Doc: "Tools that the skill replaces. It is hidden if one of them exists."},
		{
			Name: "metadata.hermes.config", Types: skills.List,
			Doc: "Settings of the skill that are not secret. Hermes keeps them in `skills.config` of `config.yaml`, and gives them to the model with the skill.",
		},
		{Name: "metadata.hermes.config.key", Types: skills.String, Required: true, Doc: "Path of the setting with periods, such as `myplugin.path`."},
		{Name: "metadata.hermes.config.description", Types: skills.String, Required: true, Doc: "What the setting is for."},
		{
			Name: "metadata.hermes.config.default", Types: skills.String | skills.Boolean | skills.Number | skills.List | skills.Mapping,
			Doc: "Default value of the setting.",
		},
		{Name: "metadata.hermes.config.prompt", Types: skills.String, Doc: "Prompt with which `hermes config migrate` asks for it, instead of the description."},
		{
			Name: "metadata.hermes.blueprint", Types: skills.Mapping,
			Doc: "Allows the skill to run by itself: after installation, Hermes suggests a scheduled job to the user, but never creates one by default.",
		},
		{Name: "metadata.hermes.blueprint.schedule", Types: skills.String, Doc: "When it runs: a cron expression, `every 2h`, or an ISO timestamp."},
		{Name: "metadata.hermes.blueprint.deliver", Types: skills.String, Default: "origin", Doc: "Destination of the result, such as `telegram`."},
		{Name: "metadata.hermes.blueprint.prompt", Types: skills.String, Doc: "Task of each run."},
		{Name: "metadata.hermes.blueprint.no_agent", Types: skills.Boolean, Doc: "Documented without a description."},
	},
}
