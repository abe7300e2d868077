package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A Native describes an agent's own configuration in files of a project. The settings that count are those of
// the agent's knobs that have a path in it; see [Knob].Native.
type Native struct {
	Syntax ConfigSyntax
	// Ends are the suffixes of the paths of the files: slash-separated, such as ".claude/settings.json".
	Ends []string
	// Files returns the files that an agent reads, existing or not. A setting in a later file takes
	// precedence over one in an earlier file. dirs returns the directories from the project root, as the agent
	// finds it, down to the working directory of a session. It looks for the root on the disk. Nil means the
	// files in the working directory.
	Files func(dirs func() []string, v Vantage) []string
	// Unless reports whether the agent reads none of them because of values that are set for this program.
	// Nil means never.
	Unless func(own map[string]KnobValue) bool
	// Takes reports whether a file with such a name belongs to the agent, by its text and its parsed root,
	// which is nil if the text cannot be parsed. Nil means that every such file does.
	Takes func(text string, root *frontmatter.Value) bool
	// Presumes are the values that apply if there is a file and it sets no others.
	Presumes map[string]KnobValue
	// Idle returns why a setting in a file has no effect, as the end of a sentence, or "" if it has one. Nil
	// means that all have.
	Idle func(path, knob string, v Vantage) string
	// Switch is how the files switch off single skills. Nil means that they cannot.
	Switch *NativeSwitch
}

// NativeFiles returns the files from which an agent reads its own configuration, existing or not.
func (r *Agent) NativeFiles(fsys vfs.FS, v Vantage) []string {
	if r.Native == nil {
		return nil
	}
	dirs := func() []string { return chain(findProject(fsys, r.Project, v), v.Cwd) }
	return r.Native.FilesFor(dirs, v)
}

// FilesFor returns the files of [Native].Files, or without it those in the working directory.
func (n *Native) FilesFor(dirs func() []string, v Vantage) []string {
	if n.Files == nil {
		return join(v.Cwd, n.Ends)
	}
	return n.Files(dirs, v)
}

// Holder returns the working directory for which the file at path belongs to the agent's own configuration.
// ok is false if path is not the path of such a file.
func (n *Native) Holder(path string) (dir string, ok bool) {
	for _, end := range n.Ends {
		suffix := string(filepath.Separator) + filepath.FromSlash(end)
		if cut, ends := strings.CutSuffix(path, suffix); ends && (!ok || len(cut) < len(dir)) {
			dir, ok = filepath.Clean(cut+string(filepath.Separator)), true
		}
	}
	return dir, ok
}

// FilesAbove returns a [Native].Files for an agent that reads files of every directory of the project. Files
// that are closer to the working directory take precedence.
func FilesAbove(names ...string) func(func() []string, Vantage) []string {
	return func(dirs func() []string, _ Vantage) []string {
		var files []string
		for _, dir := range dirs() {
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

// A NativeSwitch is the setting in an agent's own files that switches off single skills: in JSON by their
// names, and in TOML by the entries of an [EntriesKnob].
type NativeSwitch struct {
	Setting string // its path in the file, as in [Knob].Native, such as "skillOverrides"
	// File is where the agent itself writes the setting: slash-separated, relative to the working directory.
	// It is "" if Own is set.
	File string
	// Own returns the path of the only file in which the setting counts: the user's own file, in any
	// directory. It returns "" if that is not known. Nil means that the setting counts in all of the agent's
	// files.
	Own func(v Vantage) string
	// Off and On are the words that a name is mapped to. Both are empty if the setting is a list of the names
	// that are off.
	Off, On string
	// AnyCase says that the case of names does not matter.
	AnyCase bool
}
