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
		{Name: "command-dispatch", Values: []string{"tool"}},
		{Name: "command-tool", Needs: skills.Setting{Field: "command-dispatch", Value: "tool"}},
		{Name: "command-arg-mode", Values: []string{"raw"}, Needs: skills.Setting{Field: "command-dispatch", Value: "tool"}},
		{Name: "metadata.openclaw.os", Values: systems},
		{
			Name: "metadata.openclaw.install.kind", Values: []string{"brew", "node", "go", "uv", "download"},
			AnyCase: true,
		},
		{Name: "metadata.openclaw.install.os", Values: systems},
		{Name: "metadata.openclaw.install.archive", Values: []string{"tar.gz", "tar.bz2", "zip"}},
	},
	Former: map[string]string{"metadata.clawdbot": "metadata.openclaw", "metadata.clawdis": "metadata.openclaw"},
})
