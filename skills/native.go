package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A Native is an agent's own configuration, so far as files of a project hold it. The settings in it are those of the agent's knobs
// that have a place there.
type Native struct {
	Syntax ConfigSyntax
	// Ends are what the paths of the files end in: slash-separated, such as ".claude/settings.json".
	Ends []string
	// Files returns the files that an agent reads, be they there or not; what a later one sets counts before what an earlier one
	// does. Dirs are the directories from the root of the project, as the agent finds it, down to the one that a session stands
	// in.
	Files func(dirs []string, v Vantage) []string
	// Unless reports whether none of them is read, because of values that are set for this program. Nil means never.
	Unless func(own map[string]KnobValue) bool
	// Takes reports whether a file of that name is the agent's at all, by its text and what is in it; the latter is nil where it
	// cannot be parsed. Nil means that it is.
	Takes func(text string, root *frontmatter.Value) bool
	// Presumes are values that hold where there is a file, unless it sets others.
	Presumes map[string]KnobValue
	// Idle says why a setting counts for nothing in a file, as the end of a sentence; empty where it counts. Nil means that all count.
	Idle func(path, knob string, v Vantage) string
	// Switch is how single skills are switched off in these files; nil where they cannot be.
	Switch *NativeSwitch
}

// NativeFiles returns the files that an agent reads its own configuration from, be they there or not.
func (r *Agent) NativeFiles(fsys vfs.FS, v Vantage) []string {
	if r.Native == nil {
		return nil
	}
	return r.Native.Files(chain(findProject(fsys, r.Project, v), v.Cwd), v)
}

// Holder returns the working directory for which a file is one of an agent's own configuration; false where the path
// is that of no such file.
func (n *Native) Holder(path string) (dir string, ok bool) {
	for _, end := range n.Ends {
		suffix := string(filepath.Separator) + filepath.FromSlash(end)
		if cut, ends := strings.CutSuffix(path, suffix); ends && (!ok || len(cut) < len(dir)) {
			dir, ok = filepath.Clean(cut+string(filepath.Separator)), true
		}
	}
	return dir, ok
}

// FilesIn returns the function for [Native].Files of an agent that reads files of the working directory alone.
func FilesIn(names ...string) func([]string, Vantage) []string {
	return func(_ []string, v Vantage) []string { return join(v.Cwd, names) }
}

// FilesAbove returns the function for [Native].Files of an agent that reads files of every directory of the project, the nearer
// counting before the farther.
func FilesAbove(names ...string) func([]string, Vantage) []string {
	return func(dirs []string, _ Vantage) []string {
		var files []string
		for _, dir := range dirs {
			files = append(files, join(dir, names)...)
		}
		return files
	}
}

func join(dir string, names []string) []string {
	files := slices.Clone(names)
	for i, name := range files {
		files[i] = filepath.Join(dir, filepath.FromSlash(name))
	}
	return files
}
