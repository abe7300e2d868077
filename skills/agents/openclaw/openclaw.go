// Package openclaw lists the frontmatter fields of OpenClaw, a personal agent with its own registry of
// skills, ClawHub.
package openclaw

import "skills-ls/skills"

// systems are the values of Node's process.platform that the documentation names.
var systems = []string{"darwin", "linux", "win32"}

// Vocabulary has the fields that OpenClaw reads. In metadata it reads one mapping, not a string in its place
// (resolveOpenClawManifestBlock). It drops values that are unsafe or of the wrong type without a message.
var Vocabulary = &skills.Vocabulary{
	Title: "OpenClaw",
	Source: "documentation docs.openclaw.ai/tools/skills (docs/tools/skills.md 00d92d90) and docs.openclaw.ai/clawhub/skill-format; " +
		"openclaw/openclaw src/agents/skills/frontmatter.ts 00d3a237, src/shared/frontmatter.ts 0cadd180",

	Fields: []skills.Field{
		{Name: "homepage", Types: skills.String, Doc: "URL of the skill's website for the user interface."},
		{Name: "user-invocable", Types: skills.Boolean | skills.String, Default: "true", Doc: "Whether the skill is a command for the user."},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Default: "false",
			Doc: "`true` hides the skill from the model. The user can still call it.",
		},
		{
			Name: "command-dispatch", Types: skills.String, Values: []string{"tool"},
			Doc: "`tool` makes the command call the tool in `command-tool` directly, without the model.",
		},
		{
			Name: "command-tool", Types: skills.String, Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
			Doc: "Tool that the command calls with `command-dispatch: tool`.",
		},
		{
			Name: "command-arg-mode", Types: skills.String, Values: []string{"raw"}, Default: "raw", Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
			Doc: "How `command-dispatch: tool` passes the arguments: the tool gets them as typed.",
		},
		{Name: "metadata", Types: skills.Mapping, Doc: "Only the mapping `openclaw` in it is read."},
		{
			Name: "metadata.openclaw", Types: skills.Mapping,
			Doc: "What the skill requires, and how it is shown. A skill without it is always eligible.",
		},
		{
			Name: "metadata.openclaw.always", Types: skills.Boolean,
			Doc: "`true` includes the skill without regard to `requires`, on every system that `os` allows.",
		},
		{Name: "metadata.openclaw.emoji", Types: skills.String, Doc: "Emoji that the user interface shows with the skill."},
		{Name: "metadata.openclaw.homepage", Types: skills.String, Doc: "URL of the skill's website for the user interface."},
		{
			Name: "metadata.openclaw.skillKey", Types: skills.String,
			Doc: "Key of the skill in `skills.entries` of `openclaw.json`. Default: its name.",
		},
		{
			Name: "metadata.openclaw.primaryEnv", Types: skills.String,
			Doc: "Environment variable for the `apiKey` of the skill's entry in `openclaw.json`.",
		},
		{
			Name: "metadata.openclaw.os", Types: skills.List, Values: systems,
			Doc: "Operating systems on which the skill is eligible, with Node's names, even with `always`.",
		},
		{Name: "metadata.openclaw.requires", Types: skills.Mapping, Doc: "Requirements for the skill to be eligible."},
		{Name: "metadata.openclaw.requires.bins", Types: skills.List, Doc: "Programs that must all be on the `PATH`."},
		{Name: "metadata.openclaw.requires.anyBins", Types: skills.List, Doc: "Programs of which at least one must be on the `PATH`."},
		{
			Name: "metadata.openclaw.requires.env", Types: skills.List,
			Doc: "Environment variables that must be set, or that the configuration must provide.",
		},
		{
			Name: "metadata.openclaw.requires.config", Types: skills.List,
			Doc: "Paths in `openclaw.json` whose values must be true, as strings. A mapping is skipped.",
		},
		{
			Name: "metadata.openclaw.install", Types: skills.List,
			Doc: "Ways to install the requirements, each a mapping with a `kind`. The user interface offers one of them, Homebrew's if it exists.",
		},
		{
			Name: "metadata.openclaw.install.kind", Types: skills.String, Required: true, Values: []string{"brew", "node", "go", "uv", "download"}, AnyCase: true,
			Doc: "Installer. An entry of another kind is skipped. `brew` requires `formula`, `node` and `uv` require `package`, `go` requires `module`, `download` requires `url`.",
		},
		{Name: "metadata.openclaw.install.id", Types: skills.String, Doc: "Name of the entry."},
		{Name: "metadata.openclaw.install.label", Types: skills.String, Doc: "Label of the entry in the user interface."},
		{Name: "metadata.openclaw.install.bins", Types: skills.List, Doc: "Programs that exist after the installation."},
		{Name: "metadata.openclaw.install.os", Types: skills.List, Values: systems, Doc: "Operating systems of the entry."},
		{Name: "metadata.openclaw.install.formula", Types: skills.String, Doc: "Homebrew formula."},
		{Name: "metadata.openclaw.install.cask", Types: skills.String, Doc: "Homebrew cask, read if there is no `formula`."},
		{Name: "metadata.openclaw.install.package", Types: skills.String, Doc: "Package that `node` or `uv` installs."},
		{Name: "metadata.openclaw.install.module", Types: skills.String, Doc: "Module for `go install`."},
		{Name: "metadata.openclaw.install.url", Types: skills.String, Doc: "HTTP or HTTPS address of the file for `download`."},
		{
			Name: "metadata.openclaw.install.sha256", Types: skills.String,
			Doc: "Digest of the downloaded file in 64 hexadecimal digits, verified before the installation.",
		},
		{
			Name: "metadata.openclaw.install.archive", Types: skills.String, Values: []string{"tar.gz", "tar.bz2", "zip"},
			Doc: "Format of the downloaded file if it is an archive.",
		},
		{Name: "metadata.openclaw.install.extract", Types: skills.Boolean, Doc: "Whether the archive is unpacked, as by default."},
		{Name: "metadata.openclaw.install.stripComponents", Types: skills.Number, Doc: "Number of leading directories to strip from the paths in the archive."},
		{
			Name: "metadata.openclaw.install.targetDir", Types: skills.String,
			Doc: "Target directory. Default: a directory of the skill in `~/.openclaw/tools`.",
		},
	},
	Former: map[string]string{"metadata.clawdbot": "metadata.openclaw", "metadata.clawdis": "metadata.openclaw"},
}
