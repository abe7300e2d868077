// Package affected finds the files whose diagnostics may change when other files do.
package affected

import (
	"maps"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A Change names the paths that have changed between two snapshots. The paths need not exist.
type Change struct {
	Edited []string // the user opened, edited or closed a document
	OnDisk []string // files, or files below a directory, were written, created or deleted
}

// Paths returns the sorted paths of the files, open or not, whose diagnostics may have changed between two
// snapshots: the open files, those at the changed paths, and those that link to them or belong to the same skill.
// If all is true, any file of the workspace may be affected, because the names of skills, a catalog or the
// configuration may have changed.
func Paths(before, now *workspace.Snapshot, c Change) (paths []string, all bool) {
	found := make(map[string]bool)
	for i, path := range slices.Concat(c.Edited, c.OnDisk) {
		path = workspace.CleanPath(path)
		if decides(before, now, path, i >= len(c.Edited)) {
			return nil, true
		}
		addNear(now, path, found)
	}
	for path := range now.Buffers() {
		found[path] = true // there are few, the user looks at them, and one may have become file.NotOurs
	}
	return slices.Sorted(maps.Keys(found)), false
}

// decides reports whether a change of a path can affect any file of the workspace.
func decides(before, now *workspace.Snapshot, path string, onDisk bool) bool {
	if !decidesNames(now, path) {
		return false
	}
	if onDisk && before.Buffers()[path] == nil || before.Layout() != now.Layout() {
		return true
	}
	a, errBefore := before.File(path)
	b, errNow := now.File(path)
	if errBefore != nil || errNow != nil {
		return (errBefore == nil) != (errNow == nil)
	}
	if file.IsSkillFileName(filepath.Base(path)) {
		return skills.JudgedOf(a.Doc.Source) != skills.JudgedOf(b.Doc.Source)
	}
	return a.Doc.Source != b.Doc.Source
}

// decidesNames reports whether the names of skills, a catalog or the configuration may depend on what is at a
// path: a SKILL.md or a file that agents read beside it, a configuration file, a marker or a manifest, a
// directory, or anything that has other names because of a symbolic link.
func decidesNames(s *workspace.Snapshot, path string) bool {
	name := filepath.Base(path)
	return file.IsSkillFileName(name) || file.DecidesSettings(path) || file.IsBaseline(path) || file.IsNative(path) ||
		file.AgentMarkers()[name] || slices.Contains(file.ProjectMarkers, name) || file.IsManifest(path) ||
		slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool { return agent.IsNeighbor(name) }) ||
		!s.IsFile(path) || s.FolderPath(s.Overlay().DiskPath(path)) != path
}

// addNear adds a file, those that link to it, those of the same skill, and the skills of the same name, which
// may be copies.
func addNear(s *workspace.Snapshot, path string, found map[string]bool) {
	ix := s.Index()
	head, isSkill := index.Head{}, false
	if file.IsSkillFileName(filepath.Base(path)) {
		head, isSkill = s.Head(path)
	}
	skill := s.SkillDir(filepath.Dir(path)) // may read the disk, so it runs before the lock is taken
	ix.Mu.RLock()
	defer ix.Mu.RUnlock()
	add := func(list []string) {
		for _, p := range list {
			found[p] = true
		}
	}
	if ix.Files[path] != nil {
		found[path] = true
	}
	add(ix.Sources[path])
	if skill != "" {
		add(ix.Skill[skill])
	}
	if isSkill {
		add(ix.Names[head.Name])
	}
}
