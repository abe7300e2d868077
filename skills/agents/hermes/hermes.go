// Package hermes lists the frontmatter fields of Hermes, the agent of Nous Research.
package hermes

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

//go:embed page.md
var page string

// Vocabulary has the fields that Hermes reads.
var Vocabulary = kit.DescribedVocabulary(page, &skills.Vocabulary{
	Title: "Hermes Agent",
	Fields: []skills.Field{
		{Name: "platforms", Types: skills.List, Values: []string{"macos", "linux", "windows"}},
		{Name: "required_environment_variables", Types: skills.List},
		{Name: "required_environment_variables.name", Types: skills.String, Required: true},
		{Name: "required_environment_variables.prompt", Types: skills.String},
		{Name: "required_environment_variables.help", Types: skills.String},
		{Name: "required_environment_variables.required_for", Types: skills.String},
		{Name: "required_environment_variables.optional", Types: skills.Boolean, Default: "false"},
		{Name: "required_credential_files", Types: skills.List},
		{Name: "required_credential_files.path", Types: skills.String, Required: true},
		{Name: "required_credential_files.description", Types: skills.String},
		{Name: "metadata", Types: skills.Mapping},
		{Name: "metadata.hermes", Types: skills.Mapping},
		{Name: "metadata.hermes.tags", Types: skills.List},
		{Name: "metadata.hermes.related_skills", Types: skills.List},
		{Name: "metadata.hermes.requires_toolsets", Types: skills.List},
		{Name: "metadata.hermes.requires_tools", Types: skills.List},
		{Name: "metadata.hermes.fallback_for_toolsets", Types: skills.List},
		{Name: "metadata.hermes.fallback_for_tools", Types: skills.List},
		{Name: "metadata.hermes.config", Types: skills.List},
		{Name: "metadata.hermes.config.key", Types: skills.String, Required: true},
		{Name: "metadata.hermes.config.description", Types: skills.String, Required: true},
		{
			Name:  "metadata.hermes.config.default",
			Types: skills.String | skills.Boolean | skills.Number | skills.List | skills.Mapping,
		},
		{Name: "metadata.hermes.config.prompt", Types: skills.String},
		{Name: "metadata.hermes.blueprint", Types: skills.Mapping},
		{Name: "metadata.hermes.blueprint.schedule", Types: skills.String},
		{Name: "metadata.hermes.blueprint.deliver", Types: skills.String, Default: "origin"},
		{Name: "metadata.hermes.blueprint.prompt", Types: skills.String},
		{Name: "metadata.hermes.blueprint.no_agent", Types: skills.Boolean},
	},
})
