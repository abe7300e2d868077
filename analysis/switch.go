package analysis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

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
		if vfs.Within(bound, path) {
			return s.realPath(path)
		}
		return path
	}
}
