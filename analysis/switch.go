package analysis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/runtimes"
)

// A SkillSwitch is the setting of a runtime's own that switches one skill on and off.
type SkillSwitch struct {
	Setting string // its name, such as "skillOverrides"
	File    string // the path of the file that is written to, be it there or not
	On      bool
}

// A SwitchQuery asks for a skill to be switched on or off in a runtime.
type SwitchQuery struct {
	Path    string // of its SKILL.md
	Runtime string // ID
	Cwd     string // as in [ListQuery]
	On      bool
}

// A SwitchError says why a skill cannot be switched on or off.
type SwitchError struct {
	Reason  RenameReason // Unsupported or Unwritten
	Message string
	Paths   []string // of what is in the way; may be nil
}

func (e *SwitchError) Error() string { return e.Message }

// switchOf returns the switch of a skill that goes by a name in a runtime as it is from a vantage, given what its configuration says of it.
func (s *Snapshot) switchOf(rt *skills.Runtime, vantage, name string, by []skills.Ruling) *SkillSwitch {
	if rt.Native == nil || rt.Native.Switch == nil || strings.Contains(name, ":") { // those of plugins are not switched so
		return nil
	}
	sw := rt.Native.Switch
	at := &SkillSwitch{Setting: sw.Setting, File: filepath.Join(vantage, filepath.FromSlash(sw.File)), On: true}
	for _, r := range by {
		if r.Off && r.Setting == sw.Setting && r.From != "" {
			at.File, at.On = r.From, false
		}
	}
	return at
}

// Switch returns the change of a runtime's own settings that switches a skill on or off, nil where it is so already. Comments stay. The
// error is a context's, an *[UnknownRuntimeError] or a *[SwitchError].
func (s *Snapshot) Switch(ctx context.Context, q SwitchQuery) (*Fix, error) {
	inventories, err := s.Inventories(ctx, InventoryQuery{Cwd: q.Cwd, Runtimes: []string{q.Runtime}})
	if err != nil {
		return nil, err
	}
	rt, _ := runtimes.ByID(q.Runtime)
	path := skills.CleanPath(q.Path)
	real := s.realPath(path)
	for _, inv := range inventories {
		i := slices.IndexFunc(inv.Entries, func(e InventoryEntry) bool { return e.Path == path || s.realPath(e.Path) == real })
		switch {
		case !inv.Asked:
			continue
		case i < 0:
			return nil, &SwitchError{Unsupported, fmt.Sprintf("%s does not find `%s`", rt.Title, s.shownPath(path)), nil}
		case inv.Entries[i].Switch == nil:
			return nil, &SwitchError{Unsupported, rt.Title + " has no setting in the project that switches this skill on and off", nil}
		}
		e := inv.Entries[i]
		if e.Switch.On == q.On {
			return nil, nil
		}
		return s.throwSwitch(rt.Native.Switch, e.Switch.File, e.Name, q.On)
	}
	return nil, nil
}

// throwSwitch returns the edit of one file.
func (s *Snapshot) throwSwitch(sw *skills.NativeSwitch, file, name string, on bool) (*Fix, error) {
	fix := &Fix{Title: fmt.Sprintf("Switch %s off", name)}
	if on {
		fix.Title = fmt.Sprintf("Switch %s on", name)
	}
	source, err := s.fs.ReadFile(file)
	j := jsonSwitch{sw: sw, name: name, on: on, file: file, source: string(source)}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fix.Create = &Creation{Path: file, Text: j.fresh()}
		return fix, nil
	case err != nil:
		return nil, &SwitchError{Unwritten, fmt.Sprintf("`%s` cannot be read", s.shownPath(file)), []string{file}}
	}
	root, fault := skills.JSON.Parse(j.source)
	if fault != nil || root != nil && root.Kind != skills.MappingValue {
		return nil, &SwitchError{Unwritten, fmt.Sprintf("`%s` is not the JSON that it should be; mend it first", s.shownPath(file)), []string{file}}
	}
	if root == nil {
		fix.Edits = []Edit{{file, skills.At(len(j.source)), j.fresh()}}
		return fix, nil
	}
	fix.Edits = j.edits(root)
	if !j.holds(applyEdits(j.source, fix.Edits)) {
		return nil, &SwitchError{Unwritten, fmt.Sprintf("`%s` has something else at `%s`; change it by hand", s.shownPath(file), sw.Setting), []string{file}}
	}
	return fix, nil
}
