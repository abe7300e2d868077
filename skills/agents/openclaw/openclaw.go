// Package openclaw lists the frontmatter fields of OpenClaw, a personal agent with its own registry of
// skills, ClawHub.
package openclaw

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// systems are the values of Node's process.platform that the documentation names.
var systems = []string{"darwin", "linux", "win32"}

//go:embed page.md
var page string

// Vocabulary has the fields that OpenClaw reads. In metadata it reads one mapping, not a string in its place
// (resolveOpenClawManifestBlock). It drops values that are unsafe or of the wrong type without a message.
var Vocabulary = kit.DescribedVocabulary(page, &skills.Vocabulary{
	Title: "OpenClaw",
	Fields: []skills.Field{
		{Name: "homepage", Types: skills.String},
		{Name: "user-invocable", Types: skills.Boolean | skills.String, Default: "true"},
		{Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Default: "false"},
		{Name: "command-dispatch", Types: skills.String, Values: []string{"tool"}},
		{
			Name: "command-tool", Types: skills.String,
			Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
		},
		{
			Name: "command-arg-mode", Types: skills.String, Values: []string{"raw"}, Default: "raw",
			Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
		},
		{Name: "metadata", Types: skills.Mapping},
		{Name: "metadata.openclaw", Types: skills.Mapping},
		{Name: "metadata.openclaw.always", Types: skills.Boolean},
		{Name: "metadata.openclaw.emoji", Types: skills.String},
		{Name: "metadata.openclaw.homepage", Types: skills.String},
		{Name: "metadata.openclaw.skillKey", Types: skills.String},
		{Name: "metadata.openclaw.primaryEnv", Types: skills.String},
		{Name: "metadata.openclaw.os", Types: skills.List, Values: systems},
		{Name: "metadata.openclaw.requires", Types: skills.Mapping},
		{Name: "metadata.openclaw.requires.bins", Types: skills.List},
		{Name: "metadata.openclaw.requires.anyBins", Types: skills.List},
		{Name: "metadata.openclaw.requires.env", Types: skills.List},
		{Name: "metadata.openclaw.requires.config", Types: skills.List},
		{Name: "metadata.openclaw.install", Types: skills.List},
		{
			Name: "metadata.openclaw.install.kind", Types: skills.String, Required: true,
			Values: []string{"brew", "node", "go", "uv", "download"}, AnyCase: true,
		},
		{Name: "metadata.openclaw.install.id", Types: skills.String},
		{Name: "metadata.openclaw.install.label", Types: skills.String},
		{Name: "metadata.openclaw.install.bins", Types: skills.List},
		{Name: "metadata.openclaw.install.os", Types: skills.List, Values: systems},
		{Name: "metadata.openclaw.install.formula", Types: skills.String},
		{Name: "metadata.openclaw.install.cask", Types: skills.String},
		{Name: "metadata.openclaw.install.package", Types: skills.String},
		{Name: "metadata.openclaw.install.module", Types: skills.String},
		{Name: "metadata.openclaw.install.url", Types: skills.String},
		{Name: "metadata.openclaw.install.sha256", Types: skills.String},
		{
			Name: "metadata.openclaw.install.archive", Types: skills.String,
			Values: []string{"tar.gz", "tar.bz2", "zip"},
		},
		{Name: "metadata.openclaw.install.extract", Types: skills.Boolean},
		{Name: "metadata.openclaw.install.stripComponents", Types: skills.Number},
		{Name: "metadata.openclaw.install.targetDir", Types: skills.String},
	},
	Former: map[string]string{"metadata.clawdbot": "metadata.openclaw", "metadata.clawdis": "metadata.openclaw"},
})
