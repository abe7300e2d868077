package agents

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
)

// codexNative is config.toml of the project's layers, the nearer counting before the farther, and of the user's where that lies in the
// project (codex-rs/core-skills/src/config_rules.rs @9a5113ad).
var codexNative = &skills.Native{
	Syntax: skills.TOML,
	Ends:   []string{".codex/config.toml"},
	Files:  skills.FilesAbove(".codex/config.toml"),
	Switch: &skills.NativeSwitch{Setting: "skills.config", Own: codexOwn},
	Idle: func(path, knob string, v skills.Vantage) string {
		if knob != "skills.config" || path == codexOwn(v) {
			return ""
		}
		return "Codex goes by such entries in the user's own config.toml alone, in `$CODEX_HOME` or `~/.codex`"
	},
}

// codexOwn returns the path of the configuration of the user, empty where it is not known.
func codexOwn(v skills.Vantage) string {
	home := strings.TrimSpace(v.Env["CODEX_HOME"])
	if home == "" && v.Home != "" {
		home = filepath.Join(v.Home, ".codex")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, "config.toml")
}

// switchOff returns the function that applies a list of entries: of those that select a skill, by its name or by the path of its
// SKILL.md, the last counts.
func switchOff(setting string) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (ruling skills.Ruling, found bool) {
			for _, e := range v.Entries {
				if e.Name != s.Name && (e.Path == "" || e.Path != s.Path) {
					continue
				}
				ruling, found = skills.Ruling{Setting: setting, From: e.From}, !e.On
				switch {
				case e.On:
				case e.Idle != "":
					ruling.Effect = "would switch this skill off, and does not: " + e.Idle
				default:
					ruling.Off, ruling.Effect = true, "switches this skill off"
				}
			}
			return ruling, found
		})
	}
}

// silentCodex is the catalogue where skills.include_instructions is false (codex-rs/core/src/config/mod.rs).
func silentCodex(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	return skills.CatalogText{Total: len(list), Notes: []string{"`skills.include_instructions` is false, so that the model is told of no skill; mentions still bring them in."}}
}
