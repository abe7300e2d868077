package codex

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
)

// native describes config.toml: the project's layers, of which the nearer takes precedence, and the user's
// own if it is in the project (codex-rs/core-skills/src/config_rules.rs @9a5113ad).
var native = &skills.Native{
	Syntax: skills.TOML,
	Ends:   []string{".codex/config.toml"},
	Files:  skills.FilesAbove(".codex/config.toml"),
	Switch: &skills.NativeSwitch{Setting: "skills.config", Own: own},
	Idle: func(path, knob string, v skills.Vantage) string {
		if knob != "skills.config" || path == own(v) {
			return ""
		}
		return "Codex reads such entries only from the user's config.toml, in `$CODEX_HOME` or `~/.codex`"
	},
}

// own returns the path of the user's configuration, or "" if it is not known.
func own(v skills.Vantage) string {
	home := strings.TrimSpace(v.Env["CODEX_HOME"])
	if home == "" && v.Home != "" {
		home = filepath.Join(v.Home, ".codex")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, "config.toml")
}

// silent renders the catalog if skills.include_instructions is false (codex-rs/core/src/config/mod.rs).
func silent(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	return skills.CatalogText{Total: len(list), Notes: []string{"`skills.include_instructions` is false, so there is no catalog. Mentions still load skills."}}
}
