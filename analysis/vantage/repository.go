package vantage

import (
	"path/filepath"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// A repositoryKey is the key of the skills in a workspace folder.
type repositoryKey struct {
	folder    string
	ofPlugins bool
}

// repositorySkills returns the skills in a workspace folder. It returns none if one of them is in a directory of an
// agent: the folder is then a project in which agents find some skills and not the others.
func repositorySkills(s *workspace.Snapshot, folder string) *neighbourhood {
	return inFolder(s, repositoryKey{folder: folder})
}

// pluginSkills returns the skills of the plugins in a workspace folder, by their names once the plugin is installed:
// "plugin:skill".
func pluginSkills(s *workspace.Snapshot, folder string) *neighbourhood {
	return inFolder(s, repositoryKey{folder, true})
}

func inFolder(s *workspace.Snapshot, key repositoryKey) *neighbourhood {
	build := func() *neighbourhood { return findInFolder(s, key) }
	return workspace.Recall(s, key, build, func(known *neighbourhood, changed []string) *neighbourhood {
		return renewNeighbours(s, known, changed)
	})
}

func findInFolder(s *workspace.Snapshot, key repositoryKey) *neighbourhood {
	found := new(neighbourhood)
	type place struct{ name, dir string }
	known := make(map[place]bool)
	paths, linked := filesOfSkills(s, func(path string) bool { return vfs.Within(key.folder, path) })
	if key.ofPlugins {
		paths = append(paths, linked...)
	}
	for _, path := range paths {
		dir := filepath.Dir(path)
		prefixes := []string{""}
		if root, _ := workspace.RootOf(dir); root != "" && !key.ofPlugins {
			return &neighbourhood{index: skills.NewNameIndex(nil)}
		}
		if key.ofPlugins {
			plugin := workspace.PluginOf(s, dir)
			if plugin.Name == "" {
				continue
			}
			prefixes = nil
			for _, each := range plugin.Each() {
				if !plugin.IsMissed {
					prefixes = append(prefixes, each.Name+":")
				}
				if at := (place{each.Name, each.Dir}); !known[at] {
					known[at] = true
					found.plugins = append(found.plugins, each)
				}
			}
		}
		skill, real, ok := neighbourIn(s, dir)
		if !ok {
			continue
		}
		own := skill.Name
		for _, prefix := range prefixes {
			skill.Name = prefix + own
			found.Skills, found.reals = append(found.Skills, skill), append(found.reals, real)
			found.prefixes = append(found.prefixes, prefix)
		}
	}
	found.index = skills.NewNameIndex(found.Skills)
	return found
}

// filesOfSkills returns the paths of the SKILL.md files in the workspace that are wanted, and of those behind symbolic links
// in its plugins.
func filesOfSkills(s *workspace.Snapshot, wanted func(path string) bool) (paths, linked []string) {
	hasLinks := workspace.HasLinks(s)
	for _, path := range s.Files() {
		if !wanted(path) {
			continue
		}
		switch s.KindOf(path) {
		case file.SkillFile:
			paths = append(paths, path)
		case file.ManifestFile:
			if !hasLinks {
				continue
			}
			for _, dir := range workspace.LinkedSkills(s, path) {
				linked = append(linked, filepath.Join(dir, "SKILL.md"))
			}
		}
	}
	return paths, linked
}

// FolderOf returns the innermost workspace folder that contains a directory.
func FolderOf(s *workspace.Snapshot, dir string) (folder string, ok bool) {
	for _, each := range s.Config().Folders {
		if vfs.Within(each, dir) && len(each) >= len(folder) {
			folder, ok = each, true
		}
	}
	return folder, ok
}
