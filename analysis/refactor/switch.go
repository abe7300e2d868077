package refactor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A SwitchQuery is a request to switch a skill on or off in an agent.
type SwitchQuery struct {
	Path  string // of its SKILL.md
	Agent string // ID
	Cwd   string // as in [vantage.ListQuery]
	On    bool
}

// SwitchSkill returns the change of an agent's own settings that switches a skill on or off, or nil if it is so
// already. Comments are kept. The error is the context's, an *[workspace.UnknownAgentError] or a *[RefusedError].
func SwitchSkill(ctx context.Context, s *workspace.Snapshot, q SwitchQuery) (*diagnostic.Fix, error) {
	inventories, err := vantage.Inventories(ctx, s, vantage.InventoryQuery{Cwd: q.Cwd, Agents: []string{q.Agent}})
	if err != nil {
		return nil, err
	}
	path := vfs.CleanPath(q.Path)
	real := s.RealPath(path)
	for _, inv := range inventories {
		agent := inv.Agent
		i := slices.IndexFunc(inv.Entries, func(e vantage.InventoryEntry) bool { return e.Path == path || s.RealPath(e.Path) == real })
		switch {
		case !inv.Asked:
			continue
		case i < 0:
			return nil, refused(Unsupported, nil, "%s does not find `%s`", agent.Title, vantage.ShownPath(s, path))
		case inv.Entries[i].Lines != "":
			return nil, refused(Unsupported, nil, "%s", inv.Manual.Note)
		case inv.Entries[i].Switch == nil:
			return nil, refused(Unsupported, nil, "%s has no project setting that switches a single skill", agent.Title)
		}
		e := inv.Entries[i]
		if e.Switch.On == q.On {
			return nil, nil
		}
		return throwSwitch(s, agent, e, q.On)
	}
	return nil, nil
}

// A switchText writes a switch into a text of an agent's own configuration and keeps the rest.
type switchText interface {
	// fresh returns the text of a file that contains only the switch.
	Fresh() string
	// edits returns the edits of a text that contains a mapping, in order. It returns nil if it cannot find
	// out what to edit.
	Edits(root *frontmatter.Value) []diagnostic.Edit
	// holds reports whether the text sets the switch as wanted.
	Holds(text string) bool
}

// throwSwitch returns the change of one file that switches a skill on or off.
func throwSwitch(s *workspace.Snapshot, agent *skills.Agent, e vantage.InventoryEntry, on bool) (*diagnostic.Fix, error) {
	fix := &diagnostic.Fix{Title: fmt.Sprintf("Switch %s off", e.Name)}
	if on {
		fix.Title = fmt.Sprintf("Switch %s on", e.Name)
	}
	file, syntax := e.Switch.File, agent.Native.Syntax
	unwritten := func(format string, args ...any) error {
		return refused(Unwritten, []string{file}, "`%s` %s", vantage.ShownPath(s, file), fmt.Sprintf(format, args...))
	}
	config := workspace.ReadNative(s, syntax, e.Switch.Vantage, file)
	var sw switchText = &jsonSwitch{sw: agent.Native.Switch, name: e.Name, on: on, file: file, source: config.Source}
	if syntax == skills.TOML {
		sw = &tomlSwitch{Setting: agent.Native.Switch.Setting, Name: e.Name, Path: e.Path, real: realIn(s, e.Switch.Vantage), On: on, File: file, Source: config.Source}
	}
	switch {
	case !config.Exists:
		if _, err := s.FS().Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return nil, unwritten("cannot be read")
		}
		if !isFree(s, file) {
			return nil, unwritten("is new and not read yet: try again")
		}
		fix.Create = &diagnostic.Creation{Path: file, Text: sw.Fresh()}
		return fix, nil
	case config.Fault != nil:
		return nil, unwritten("cannot be changed: %s", config.Fault.Message)
	case config.Root == nil:
		fix.Edits = []diagnostic.Edit{{Path: file, Span: text.At(len(config.Source)), Text: sw.Fresh()}}
		return fix, nil
	case config.Root.Kind == frontmatter.MappingValue:
		fix.Edits = sw.Edits(config.Root)
	}
	if !sw.Holds(diagnostic.ApplyEdits(config.Source, fix.Edits)) {
		return nil, unwritten("has another value at `%s`: edit the file", agent.Native.Switch.Setting)
	}
	return fix, nil
}

// realIn returns a function that resolves symbolic links in paths of the project around a directory. It
// returns other paths unchanged and does not access them.
func realIn(s *workspace.Snapshot, dir string) func(string) string {
	bound := workspace.SettingsBound(s, dir)
	return func(path string) string {
		if vfs.Within(bound, path) {
			return s.RealPath(path)
		}
		return path
	}
}
