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
		{Name: "homepage", Types: skills.String, Doc: "URL that the user interface shows as the skill's website."},
		{Name: "user-invocable", Types: skills.Boolean | skills.String, Default: "true", Doc: "Whether the skill is a command that people can call."},
		{
			Name: "disable-model-invocation", Types: skills.Boolean | skills.String, Default: "false",
			Doc: "`true` keeps the skill out of what the model is told; people can still call it.",
		},
		{
			Name: "command-dispatch", Types: skills.String, Values: []string{"tool"},
			Doc: "`tool` lets the command call a tool itself, which `command-tool` names, and leaves the model out.",
		},
		{
			Name: "command-tool", Types: skills.String, Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
			Doc: "Tool that the command calls with `command-dispatch: tool`.",
		},
		{
			Name: "command-arg-mode", Types: skills.String, Values: []string{"raw"}, Default: "raw", Needs: skills.Setting{Field: "command-dispatch", Value: "tool"},
			Doc: "What becomes of the arguments with `command-dispatch: tool`: the tool gets them as they were typed.",
		},
		{Name: "metadata", Types: skills.Mapping, Doc: "Only the mapping `openclaw` in it is read."},
		{
			Name: "metadata.openclaw", Types: skills.Mapping,
			Doc: "What the skill needs, and how it is shown: a skill without it is always eligible.",
		},
		{
			Name: "metadata.openclaw.always", Types: skills.Boolean,
			Doc: "`true` includes the skill whatever `requires` says, on every system that `os` allows.",
		},
		{Name: "metadata.openclaw.emoji", Types: skills.String, Doc: "Emoji that the user interface shows with the skill."},
		{Name: "metadata.openclaw.homepage", Types: skills.String, Doc: "URL that the user interface shows as the skill's website."},
		{
			Name: "metadata.openclaw.skillKey", Types: skills.String,
			Doc: "Key of the skill below `skills.entries` in `openclaw.json`, where that is not to be its name.",
		},
		{
			Name: "metadata.openclaw.primaryEnv", Types: skills.String,
			Doc: "Environment variable that the `apiKey` of the skill's entry in `openclaw.json` is put into.",
		},
		{
			Name: "metadata.openclaw.os", Types: skills.List, Values: systems,
			Doc: "Systems on which the skill is eligible, as Node names them; `always` does not change that.",
		},
		{Name: "metadata.openclaw.requires", Types: skills.Mapping, Doc: "What there must be for the skill to be eligible."},
		{Name: "metadata.openclaw.requires.bins", Types: skills.List, Doc: "Programs that must all be on the `PATH`."},
		{Name: "metadata.openclaw.requires.anyBins", Types: skills.List, Doc: "Programs of which one at least must be on the `PATH`."},
		{
			Name: "metadata.openclaw.requires.env", Types: skills.List,
			Doc: "Environment variables that must be set, or be given by the configuration.",
		},
		{
			Name: "metadata.openclaw.requires.config", Types: skills.List,
			Doc: "Paths in `openclaw.json` whose values must be true. They are texts: a mapping is skipped.",
		},
		{
			Name: "metadata.openclaw.install", Types: skills.List,
			Doc: "Ways to install what the skill requires, each a mapping with its `kind`. The user interface offers one, Homebrew's where it is there.",
		},
		{
			Name: "metadata.openclaw.install.kind", Types: skills.String, Required: true, Values: []string{"brew", "node", "go", "uv", "download"}, AnyCase: true,
			Doc: "What installs it: an entry of another kind is left out. `brew` needs `formula`, `node` and `uv` need `package`, `go` needs `module`, `download` needs `url`.",
		},
		{Name: "metadata.openclaw.install.id", Types: skills.String, Doc: "Name of the entry."},
		{Name: "metadata.openclaw.install.label", Types: skills.String, Doc: "Text with which the user interface offers the entry."},
		{Name: "metadata.openclaw.install.bins", Types: skills.List, Doc: "Programs that are there afterwards."},
		{Name: "metadata.openclaw.install.os", Types: skills.List, Values: systems, Doc: "Systems that the entry is for."},
		{Name: "metadata.openclaw.install.formula", Types: skills.String, Doc: "Formula of Homebrew."},
		{Name: "metadata.openclaw.install.cask", Types: skills.String, Doc: "Cask of Homebrew, read where there is no `formula`."},
		{Name: "metadata.openclaw.install.package", Types: skills.String, Doc: "Package that `node` or `uv` installs."},
		{Name: "metadata.openclaw.install.module", Types: skills.String, Doc: "Module that `go install` is given."},
		{Name: "metadata.openclaw.install.url", Types: skills.String, Doc: "Where `download` finds the file, over HTTP or HTTPS."},
		{
			Name: "metadata.openclaw.install.sha256", Types: skills.String,
			Doc: "Digest of the downloaded file in 64 hexadecimal digits. It is verified before anything is installed.",
		},
		{
			Name: "metadata.openclaw.install.archive", Types: skills.String, Values: []string{"tar.gz", "tar.bz2", "zip"},
			Doc: "Format of the downloaded file, where that is an archive.",
		},
		{Name: "metadata.openclaw.install.extract", Types: skills.Boolean, Doc: "Whether the archive is unpacked, as one is by default."},
		{Name: "metadata.openclaw.install.stripComponents", Types: skills.Number, Doc: "How many leading directories are dropped from the archive's paths."},
		{
			Name: "metadata.openclaw.install.targetDir", Types: skills.String,
			Doc: "Where the file goes. The default is a directory of the skill's below `~/.openclaw/tools`.",
		},
	},
	Former: map[string]string{"metadata.clawdbot": "metadata.openclaw", "metadata.clawdis": "metadata.openclaw"},
}
