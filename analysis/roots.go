package analysis

import (
	"context"
	"path/filepath"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A Place is a working directory and the roots that agents search from it.
type Place struct {
	Dir      string
	Settings string // the path of the .skills-ls.yaml that applies there; empty for none
	Roots    []PlacedRoot
}

// A PlacedRoot is a directory where at least one agent looks for skills.
type PlacedRoot struct {
	Dir     string // absolute
	Exists  bool   // and is a directory
	Scope   skills.Scope
	Agents  []*skills.Agent // that look for skills in it
	Targets []*skills.Agent // target agents of skills in it
}

// Places returns where agents look for skills, from each folder of the workspace or from the given directory,
// which is as in [ListQuery]. A directory that several agents search appears once, with the scope that the
// first of them gives it. Places reads directories. It fails only when the context ends.
func (s *Snapshot) Places(ctx context.Context, cwd string) ([]Place, error) {
	var places []Place
	for _, dir := range s.vantages(cwd) {
		place := Place{Dir: dir}
		if file := s.effect(dir).file; file != nil {
			place.Settings = file.Path
		}
		at := make(map[string]int)
		for _, builtIn := range agents.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			_, agent := s.discovery(builtIn, dir)
			_, roots := skills.FindRoots(s.fs, agent, s.vantage(dir))
			for _, root := range roots {
				i, ok := at[root.Dir]
				if !ok {
					i = len(place.Roots)
					at[root.Dir] = i
					place.Roots = append(place.Roots, s.placedRoot(root))
				}
				place.Roots[i].Agents = append(place.Roots[i].Agents, agent)
			}
		}
		places = append(places, place)
	}
	return places, nil
}

func (s *Snapshot) placedRoot(root skills.RootDir) PlacedRoot {
	info, err := s.fs.Stat(root.Dir)
	skill := filepath.Join(root.Dir, "name") // stands for any skill in the root
	return PlacedRoot{
		Dir: root.Dir, Exists: err == nil && info.IsDir(), Scope: root.Root.Scope, Targets: s.standpoint(skill).targets(),
	}
}
