package vantage

import (
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A repositoryKey is the key of the skills in the workspace's folders.
type repositoryKey struct{ ofPlugins bool }

func (repositoryKey) RestsOnFiles() {}

// repositorySkills returns the skills in the folders of the workspace. It returns none if one of them is in a
// directory of an agent: the workspace is then a project in which agents find some skills and not the others.
func repositorySkills(s *workspace.Snapshot) *neighbourhood { return inFolders(s, repositoryKey{}) }

// pluginSkills returns the skills of the plugins in the folders of the workspace, by their names once the plugin is
// installed: "plugin:skill".
func pluginSkills(s *workspace.Snapshot) *neighbourhood {
	return inFolders(s, repositoryKey{ofPlugins: true})
}

func inFolders(s *workspace.Snapshot, key repositoryKey) *neighbourhood {
	build := func() *neighbourhood { return findInFolders(s, key.ofPlugins) }
	return workspace.Recall(s, key, build, func(known *neighbourhood, changed []string) *neighbourhood {
		if key.ofPlugins && slices.ContainsFunc(changed, isPluginManifest) {
			return build() // the name of a plugin may be another one
		}
		return renewNeighbours(s, known, changed)
	})
}

func findInFolders(s *workspace.Snapshot, ofPlugins bool) *neighbourhood {
	found := new(neighbourhood)
	plugins := make(map[string]string) // by the directory above a skill's
	for _, path := range s.Files() {
		if s.KindOf(path) != file.SkillFile {
			continue
		}
		dir := filepath.Dir(path)
		if root, _ := workspace.RootOf(dir); root != "" && !ofPlugins {
			return &neighbourhood{index: skills.NewNameIndex(nil)}
		}
		prefix := ""
		if ofPlugins {
			above := filepath.Dir(dir)
			plugin, known := plugins[above]
			if !known {
				plugin = pluginOf(s, above)
				plugins[above] = plugin
			}
			if plugin == "" {
				continue
			}
			prefix = plugin + ":"
		}
		if skill, real, ok := neighbourIn(s, dir); ok {
			skill.Name = prefix + skill.Name
			found.Skills, found.reals = append(found.Skills, skill), append(found.reals, real)
			found.prefixes = append(found.prefixes, prefix)
		}
	}
	found.index = skills.NewNameIndex(found.Skills)
	return found
}

func isPluginManifest(path string) bool { return filepath.Base(path) == "plugin.json" }

// InstalledName returns the name of the skill in a directory once the plugin that it is in is installed, and ""
// outside of plugins.
func InstalledName(s *workspace.Snapshot, dir, name string) string {
	plugin := pluginOf(s, dir)
	if plugin == "" || name == "" {
		return ""
	}
	return plugin + ":" + name
}
