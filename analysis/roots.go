package analysis

import (
	"context"
	"path/filepath"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A Place is a directory that agents stand in, and where they look for skills from there.
type Place struct {
	Dir      string
	Settings string // the path of the .skills-ls.yaml that applies there; empty for none
	Roots    []PlacedRoot
}

// A PlacedRoot is a directory that some agent takes skills from.
type PlacedRoot struct {
	Dir     string // absolute
	Exists  bool   // as a directory
	Scope   skills.Scope
	Agents  []*skills.Agent // that look for skills in it
	Targets []*skills.Agent // that skills in it have to work in
}

// Places returns where agents look for skills, from the workspace's folders or from the given directory, which is as
// in [ListQuery]. A directory that several agents look into is there once, with the scope that the first of them gives it. It reads
// directories, and fails only when the context ends.
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
	skill := filepath.Join(root.Dir, "name") // as any of the skills in it would be judged
	return PlacedRoot{
		Dir: root.Dir, Exists: err == nil && info.IsDir(), Scope: root.Root.Scope, Targets: s.standpoint(skill).targets(),
	}
}
