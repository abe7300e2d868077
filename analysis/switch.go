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

// A SkillSwitch is an agent's own setting that switches one skill on and off.
type SkillSwitch struct {
	Setting string // its name, such as "skillOverrides"
	File    string // the path of the file to write, which need not exist
	On      bool

	vantage string // the working directory of the agent that reads the file
}

// A ManualSwitch is an agent's own setting that only the user can change, because it applies in a file of the
// user's own that the analysis does not read. Which skills it switches off is not known.
type ManualSwitch struct {
	Setting string // its name, such as "skills.config"
	File    string // the path of the file, which need not exist
	Note    string // what the user has to know, in sentences
}

// A SwitchQuery is a request to switch a skill on or off in an agent.
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
	Paths   []string // of the files in the way; may be nil
}

func (e *SwitchError) Error() string { return e.Message }

// A switchboard says how the skills of one agent are switched on and off in a working directory. Without a
// file, it cannot switch any skill.
type switchboard struct {
	agent   *skills.Agent
	vantage string
	file    string // in which a skill that is on is switched off
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
	at := &SkillSwitch{Setting: sw.Setting, File: b.file, On: true, vantage: b.vantage}
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
	return (&tomlSwitch{setting: b.agent.Native.Switch.Setting, path: path}).fresh()
}

// manualSwitch returns what the user has to know to change the file, or nil if there is no manual switch.
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

// Switch returns the change of an agent's own settings that switches a skill on or off, or nil if it is so
// already. Comments are kept. The error is the context's, an *[UnknownAgentError] or a *[SwitchError].
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

// A switchText writes a switch into a text of an agent's own configuration and keeps the rest.
type switchText interface {
	// fresh returns the text of a file that contains only the switch.
	fresh() string
	// edits returns the edits of a text that contains a mapping, in order. It returns nil if it cannot find
	// out what to edit.
	edits(root *frontmatter.Value) []Edit
	// holds reports whether the text sets the switch as wanted.
	holds(text string) bool
}

// throwSwitch returns the change of one file that switches a skill on or off.
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

// realIn returns a function that resolves symbolic links in paths of the project around a directory. It
// returns other paths unchanged and does not access them.
func (s *Snapshot) realIn(dir string) func(string) string {
	bound := s.settingsBound(dir)
	return func(path string) string {
		if within(bound, path) {
			return s.realPath(path)
		}
		return path
	}
}
