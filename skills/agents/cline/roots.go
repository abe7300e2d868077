package cline

import (
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// maxPluginDirs is the maximum number of directories in which plugins are searched for. Cline has no limit.
const maxPluginDirs = 2000

// pluginSkills returns the directory with the skills of each plugin at or below a directory. It does not
// follow links, and does not search below a plugin (discoverPluginModulePaths in storage/paths.ts).
func pluginSkills(fsys vfs.FS, dir string) (dirs []string) {
	queue := []string{dir}
	for at := 0; at < len(queue) && at < maxPluginDirs; at++ {
		if isPlugin(fsys, queue[at]) {
			dirs = append(dirs, filepath.Join(queue[at], "skills"))
			continue
		}
		for _, name := range directories(fsys, queue[at]) {
			if name != "node_modules" && len(queue) < maxPluginDirs {
				queue = append(queue, filepath.Join(queue[at], name))
			}
		}
	}
	slices.SortStableFunc(dirs, skills.Collate)
	return dirs
}

// isPlugin reports whether the package.json of a directory names a file as the entry of a plugin
// (readDeclaredPluginEntryPaths in plugin-config-loader.ts).
func isPlugin(fsys vfs.FS, dir string) bool {
	entries := readJSON(fsys, filepath.Join(dir, "package.json")).Lookup("cline.plugins")
	if entries == nil {
		return false
	}
	isEntry := func(file *frontmatter.Value) bool { return file.IsString() && isModule(fsys, dir, file.Text) }
	for _, entry := range entries.Items {
		paths := entry.Lookup("paths")
		if isEntry(entry) || paths != nil && slices.ContainsFunc(paths.Items, isEntry) {
			return true
		}
	}
	return false
}

func isModule(fsys vfs.FS, dir, file string) bool {
	extension := filepath.Ext(file)
	path := filepath.Join(dir, filepath.FromSlash(file))
	return (extension == ".js" || extension == ".ts") && kit.IsFile(fsys, path)
}

// managedSkills returns the directories with the skills of the remote configuration: those of each
// subdirectory that has a managed.json (discoverManagedPluginRoots in user-instruction-config-loader.ts).
func managedSkills(fsys vfs.FS, dir string) (dirs []string) {
	for _, name := range directories(fsys, dir) {
		manifest := readJSON(fsys, filepath.Join(dir, name, "managed.json"))
		if manifest != nil && manifest.Kind != frontmatter.ScalarValue {
			dirs = append(dirs, filepath.Join(dir, name, "skills"))
		}
	}
	slices.SortStableFunc(dirs, skills.Collate)
	return dirs
}

// directories returns the names of the directories in a directory, without links.
func directories(fsys vfs.FS, dir string) (names []string) {
	entries, _ := fsys.ReadDir(dir) // without a directory, there are no entries
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// readJSON returns the value in a file, or nil if the file cannot be read or is not JSON.
func readJSON(fsys vfs.FS, path string) *frontmatter.Value {
	source, _ := fsys.ReadFile(path)    // without a file, there is no JSON
	root, _ := skills.ParseJSON(source) // nil if there is an error
	return root
}
