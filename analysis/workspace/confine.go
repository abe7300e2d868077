package workspace

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// confinement returns the directories that may be read through links: the workspace folders, and the roots of
// all agents and of the editor's configuration.
func (c Config) confinement() vfs.Confinement {
	named := vfs.Confinement{Home: cmp.Or(c.UserHome, c.Home), Folders: c.Folders}
	seen := make(map[string]bool)
	add := func(root string) {
		if filepath.IsAbs(root) && !seen[root] {
			seen[root] = true
			named.Roots = append(named.Roots, filepath.Clean(root))
		}
	}
	for _, agent := range agents.All() {
		for _, root := range agent.Roots {
			switch dir := filepath.FromSlash(root.Dir); root.Base {
			case skills.FromHome:
				if named.Home != "" {
					add(filepath.Join(named.Home, dir))
				}
			case skills.FromSystem:
				add(dir)
			default:
				for _, folder := range c.Folders {
					add(filepath.Join(folder, dir))
				}
			}
		}
	}
	for _, root := range append(append([]string{}, c.Settings.Roots...), c.Defaults.Roots...) {
		if rest, ok := strings.CutPrefix(filepath.FromSlash(root), "~"+string(filepath.Separator)); ok && named.Home != "" {
			root = filepath.Join(named.Home, rest)
		}
		add(root)
	}
	return named
}

// NotFollowed returns a note for each link below a skill directory that the agent follows and that is not
// read here.
func NotFollowed(s *Snapshot, agent *skills.Agent, catalog *skills.Catalog, dir string) []string {
	var notes []string
	for _, unread := range catalog.Unread {
		rest, ok := vfs.CutDir(unread.Path, dir)
		if !ok {
			rest, ok = vfs.CutDir(unread.Path, s.RealPath(dir))
		}
		var confined *vfs.ConfinedError
		if _, err := s.fs.RealPath(unread.Path); ok && errors.As(err, &confined) {
			notes = append(notes, agent.Title+" follows the link `"+filepath.ToSlash(rest)+"` to `"+confined.Target+"`, which skills-ls does not read.")
		}
	}
	return notes
}
