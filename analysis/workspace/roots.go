package workspace

import (
	"context"
	"path/filepath"

	"skills-ls/skills"
)

// A Place is a working directory and the roots that agents search from it.
type Place struct {
	Dir      string       `json:"cwd"`
	Settings string       `json:"settings,omitempty"` // the path of the .skills-ls.yaml that applies there
	Roots    []PlacedRoot `json:"roots"`              // not nil
}

// A PlacedRoot is a directory where at least one agent looks for skills.
type PlacedRoot struct {
	Dir     string          `json:"path"`   // absolute
	Exists  bool            `json:"exists"` // and is a directory
	Scope   skills.Scope    `json:"scope"`
	Agents  []*skills.Agent `json:"agents"`  // that look for skills in it; not nil
	Targets []*skills.Agent `json:"targets"` // target agents of skills in it; not nil
}

// Places returns where agents look for skills, from each folder of the workspace or from the given directory,
// which is as in [vantage.ListQuery]. A directory that several agents search appears once, with the scope that the
// first of them gives it. Places reads directories. It fails only when the context ends.
func Places(ctx context.Context, s *Snapshot, cwd string) ([]Place, error) {
	places := []Place{}
	for _, dir := range Vantages(s, cwd) {
		place := Place{Dir: dir, Roots: []PlacedRoot{}}
		if file := Effect(s, dir).File; file != nil {
			place.Settings = file.Path
		}
		at := make(map[string]int)
		for _, builtIn := range AgentsAt(s, dir) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			_, agent := Discovery(s, builtIn, dir)
			_, roots := skills.FindRoots(s.fs, agent, Vantage(s, dir))
			for _, root := range roots {
				i, ok := at[root.Dir]
				if !ok {
					i = len(place.Roots)
					at[root.Dir] = i
					place.Roots = append(place.Roots, placedRoot(s, root))
				}
				place.Roots[i].Agents = append(place.Roots[i].Agents, agent)
			}
		}
		places = append(places, place)
	}
	return places, nil
}

func placedRoot(s *Snapshot, root skills.RootDir) PlacedRoot {
	info, err := s.fs.Stat(root.Dir)
	skill := filepath.Join(root.Dir, "name") // stands for any skill in the root
	return PlacedRoot{
		Dir: root.Dir, Exists: err == nil && info.IsDir(), Scope: root.Root.Scope, Agents: []*skills.Agent{},
		Targets: append([]*skills.Agent{}, StandpointOf(s, skill).Concerned...),
	}
}
