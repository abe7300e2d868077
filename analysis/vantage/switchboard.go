package vantage

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A SkillSwitch is an agent's own setting that switches one skill on and off.
type SkillSwitch struct {
	Setting string `json:"setting"` // its name, such as "skillOverrides"
	File    string `json:"file"`    // the path of the file to write, which need not exist
	On      bool   `json:"on"`

	Vantage string `json:"-"` // the working directory of the agent that reads the file
}

// A ManualSwitch is an agent's own setting that only the user can change, because it applies in a file of the
// user's own that the analysis does not read. Which skills it switches off is not known.
type ManualSwitch struct {
	Setting string `json:"setting"` // its name, such as "skills.config"
	File    string `json:"file"`    // the path of the file, which need not exist
	Note    string `json:"note"`    // what the user has to know, in sentences
}

// A switchboard says how the skills of one agent are switched on and off in a working directory. Without a
// file, it cannot switch any skill.
type switchboard struct {
	agent   *skills.Agent
	vantage string
	file    string // in which a skill that is on is switched off
	manual  bool   // the file is not read
}

func switchboardOf(s *workspace.Snapshot, agent *skills.Agent, vantage string) switchboard {
	b := switchboard{agent: agent, vantage: vantage}
	switch {
	case agent.Native == nil || agent.Native.Switch == nil:
	case agent.Native.Switch.Own == nil:
		b.file = filepath.Join(vantage, filepath.FromSlash(agent.Native.Switch.File))
	default:
		b.file = agent.Native.Switch.Own(workspace.Vantage(s, vantage))
		b.manual = !slices.Contains(workspace.NativeFiles(s, agent, vantage), b.file)
	}
	return b
}

// of returns the switch of a skill with the given name and rulings of the agent's configuration, or nil if it
// has none.
func (b switchboard) of(name string, by []skills.Ruling) *SkillSwitch {
	if b.file == "" || b.manual {
		return nil
	}
	sw := b.agent.Native.Switch
	if sw.Own == nil && strings.Contains(name, ":") { // skills of plugins are not switched by name
		return nil
	}
	at := &SkillSwitch{Setting: sw.Setting, File: b.file, On: true, Vantage: b.vantage}
	for _, r := range by {
		if r.Off && r.Setting == sw.Setting && r.From != "" {
			at.File, at.On = r.From, false
		}
	}
	return at
}

// lines returns the lines that switch a skill off if the user adds them at the end of the file of a manual
// switch. It returns "" if there is no manual switch.
func (b switchboard) lines(path string) string {
	if b.file == "" || !b.manual || !utf8.ValidString(path) {
		return ""
	}
	return SwitchEntry(b.agent.Native.Switch.Setting, path, false)
}

// manualSwitch returns what the user has to know to change the file, or nil if there is no manual switch.
func manualSwitch(s *workspace.Snapshot, b switchboard) *ManualSwitch {
	if b.file == "" || !b.manual {
		return nil
	}
	setting := b.agent.Native.Switch.Setting
	return &ManualSwitch{setting, b.file, fmt.Sprintf(
		"%s reads `%s` only from `%s`. skills-ls does not read that file, so it does not know whether the skill is switched off. "+
			"To switch the skill off, add these lines at the end of the file. To switch it on again, use `enabled = true`.",
		b.agent.Title, setting, ShownPath(s, b.file))}
}

// SwitchEntry returns an entry of TOML that switches a skill, which it selects by the path of its SKILL.md, on or off.
func SwitchEntry(setting, path string, on bool) string {
	return "[[" + setting + "]]\npath = " + skills.TOML.Quote(path) + "\nenabled = " + strconv.FormatBool(on) + "\n"
}
