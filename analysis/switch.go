package analysis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A SkillSwitch is the setting of an agent's own that switches one skill on and off.
type SkillSwitch struct {
	Setting string // its name, such as "skillOverrides"
	File    string // the path of the file that is written to, be it there or not
	On      bool

	vantage string // where the agent stands that reads the file
}

// A ManualSwitch is a setting of an agent's own that the user alone can change, since it counts in a file of the user's own that is not
// read. Which skills it switches off is not known.
type ManualSwitch struct {
	Setting string // its name, such as "skills.config"
	File    string // the path of the file, be it there or not
	Note    string // what a person has to know, in sentences
}

// A SwitchQuery asks for a skill to be switched on or off in an agent.
type SwitchQuery struct {
	Path  string // of its SKILL.md
	Agent string // ID
	Cwd   string // as in [ListQuery]
	On    bool
}

// A SwitchError says why a skill cannot be switched on or off.
type SwitchError struct {
	Reason  RenameReason // Unsupported or Unwritten
	Message string
	Paths   []string // of what is in the way; may be nil
}

func (e *SwitchError) Error() string { return e.Message }

// A switchboard says how the skills of one agent are switched on and off in a working directory. One without a
// file switches none.
type switchboard struct {
	agent   *skills.Agent
	vantage string
	file    string // in which skills are switched off that are on
	manual  bool   // the file is not read
}

func (s *Snapshot) switchboard(agent *skills.Agent, vantage string) switchboard {
	b := switchboard{agent: agent, vantage: vantage}
	switch {
	case agent.Native == nil || agent.Native.Switch == nil:
	case agent.Native.Switch.Own == nil:
		b.file = filepath.Join(vantage, filepath.FromSlash(agent.Native.Switch.File))
	default:
		b.file = agent.Native.Switch.Own(s.vantage(vantage))
		b.manual = !slices.Contains(s.nativeFiles(agent, vantage), b.file)
	}
	return b
}

// of returns the switch of a skill that goes by a name, given what the agent's configuration says of it; nil where there is none.
func (b switchboard) of(name string, by []skills.Ruling) *SkillSwitch {
	if b.file == "" || b.manual {
		return nil
	}
	sw := b.agent.Native.Switch
	if sw.Own == nil && strings.Contains(name, ":") { // those of plugins are not switched by their names
		return nil
	}
	at := &SkillSwitch{Setting: sw.Setting, File: b.file, On: true, vantage: b.vantage}
	for _, r := range by {
		if r.Off && r.Setting == sw.Setting && r.From != "" {
			at.File, at.On = r.From, false
		}
	}
	return at
}

// lines returns what switches a skill off at the end of a file that the user alone can change; empty where that is not how it is done.
func (b switchboard) lines(path string) string {
	if b.file == "" || !b.manual || !utf8.ValidString(path) {
		return ""
	}
	return (&tomlSwitch{setting: b.agent.Native.Switch.Setting, path: path}).fresh()
}

// manualSwitch returns what the user has to know who changes the file; nil where nobody has to.
func (s *Snapshot) manualSwitch(b switchboard) *ManualSwitch {
	if b.file == "" || !b.manual {
		return nil
	}
	setting := b.agent.Native.Switch.Setting
	return &ManualSwitch{setting, b.file, fmt.Sprintf(
		"%s goes by `%s` in `%s` alone. That file is yours and is not read here, so whether it has the skill switched off is not known. "+
			"Lines at its end switch the skill off, and on again with `enabled = true`.",
		b.agent.Title, setting, s.shownPath(b.file))}
}

// Switch returns the change of an agent's own settings that switches a skill on or off, nil where it is so already. Comments stay. The
// error is a context's, an *[UnknownAgentError] or a *[SwitchError].
func (s *Snapshot) Switch(ctx context.Context, q SwitchQuery) (*Fix, error) {
	inventories, err := s.Inventories(ctx, InventoryQuery{Cwd: q.Cwd, Agents: []string{q.Agent}})
	if err != nil {
		return nil, err
	}
	agent, _ := agents.ByID(q.Agent)
	path := vfs.CleanPath(q.Path)
	real := s.realPath(path)
	for _, inv := range inventories {
		i := slices.IndexFunc(inv.Entries, func(e InventoryEntry) bool { return e.Path == path || s.realPath(e.Path) == real })
		switch {
		case !inv.Asked:
			continue
		case i < 0:
			return nil, &SwitchError{Unsupported, fmt.Sprintf("%s does not find `%s`", agent.Title, s.shownPath(path)), nil}
		case inv.Entries[i].Lines != "":
			return nil, &SwitchError{Unsupported, inv.Manual.Note, nil}
		case inv.Entries[i].Switch == nil:
			return nil, &SwitchError{Unsupported, agent.Title + " has no setting in the project that switches this skill on and off", nil}
		}
		e := inv.Entries[i]
		if e.Switch.On == q.On {
			return nil, nil
		}
		return s.throwSwitch(agent, e, q.On)
	}
	return nil, nil
}

// A switchText writes a switch into a text of an agent's own configuration, and leaves the rest as it is.
type switchText interface {
	// fresh returns the text of a file that holds nothing else.
	fresh() string
	// edits returns the edits of a text that holds a mapping, in order; nil where it cannot be told what to do.
	edits(root *frontmatter.Value) []Edit
	// holds reports whether a text says what the switch is set to.
	holds(text string) bool
}

// throwSwitch returns the edit of one file that switches a skill on or off.
func (s *Snapshot) throwSwitch(agent *skills.Agent, e InventoryEntry, on bool) (*Fix, error) {
	fix := &Fix{Title: fmt.Sprintf("Switch %s off", e.Name)}
	if on {
		fix.Title = fmt.Sprintf("Switch %s on", e.Name)
	}
	file, syntax := e.Switch.File, agent.Native.Syntax
	refused := func(format string, args ...any) error {
		return &SwitchError{Unwritten, fmt.Sprintf("`%s` "+format, append([]any{s.shownPath(file)}, args...)...), []string{file}}
	}
	config := s.readNative(syntax, e.Switch.vantage, file)
	var sw switchText = &jsonSwitch{sw: agent.Native.Switch, name: e.Name, on: on, file: file, source: config.source}
	if syntax == skills.TOML {
		sw = &tomlSwitch{setting: agent.Native.Switch.Setting, name: e.Name, path: e.Path, real: s.realIn(e.Switch.vantage), on: on, file: file, source: config.source}
	}
	switch {
	case !config.exists:
		if _, err := s.fs.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return nil, refused("cannot be read")
		}
		if !s.isFree(file) {
			return nil, refused("has just come, and has not been read yet; try again")
		}
		fix.Create = &Creation{Path: file, Text: sw.fresh()}
		return fix, nil
	case config.fault != nil:
		return nil, refused("cannot be changed: %s", config.fault.Message)
	case config.root == nil:
		fix.Edits = []Edit{{file, text.At(len(config.source)), sw.fresh()}}
		return fix, nil
	case config.root.Kind == frontmatter.MappingValue:
		fix.Edits = sw.edits(config.root)
	}
	if !sw.holds(applyEdits(config.source, fix.Edits)) {
		return nil, refused("has something else at `%s`; change it by hand", agent.Native.Switch.Setting)
	}
	return fix, nil
}

// realIn returns the function that resolves the links in paths of the project around a directory; others stay as they are, and are not
// looked at.
func (s *Snapshot) realIn(dir string) func(string) string {
	bound := s.settingsBound(dir)
	return func(path string) string {
		if within(bound, path) {
			return s.realPath(path)
		}
		return path
	}
}
