package file

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

const GitignoreFile = ".gitignore"

// ProjectMarkers are the names that mark a directory as the root of a project.
var ProjectMarkers = []string{".git", ".jj", ".hg", ".codelia"}

// AgentMarkers is the set of all agents' markers.
var AgentMarkers = sync.OnceValue(func() map[string]bool {
	markers := make(map[string]bool)
	for _, agent := range agents.All() {
		for _, name := range agent.Markers {
			markers[name] = true
		}
	}
	return markers
})

// SkippedDirs are the directories that a scan never enters: they contain no text written for agents here.
var SkippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// DecidesSettings reports whether the settings that apply can depend on the file at a path: a configuration
// file or a .gitignore file.
func DecidesSettings(path string) bool {
	name := filepath.Base(path)
	return config.IsSettingsName(name) || name == GitignoreFile
}

// IsBaseline reports whether the file at a path has the name of a configured baseline.
func IsBaseline(path string) bool { return config.IsBaselineName(filepath.Base(path)) }

// nativeNames are the base names of the files that agents read their own configuration from.
var nativeNames = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	for _, end := range NativeEnds() {
		names[end[strings.LastIndexByte(end, '/')+1:]] = true
	}
	return names
})

// NativeEnds returns the ends of the paths of all files in projects that agents read their own configuration
// from: slash-separated, such as ".claude/settings.json", and sorted.
var NativeEnds = sync.OnceValue(func() []string {
	var ends []string
	for _, agent := range agents.All() {
		if agent.Native != nil {
			ends = append(ends, agent.Native.Ends...)
		}
	}
	slices.Sort(ends)
	return slices.Compact(ends)
})

// IsNative reports whether an agent may read its own configuration from the file at a path.
func IsNative(path string) bool { return len(NativeOf(path)) > 0 }

// NativeOf returns the agents that may read their own configuration from the file at a path.
func NativeOf(path string) []*skills.Agent {
	if !nativeNames()[filepath.Base(path)] {
		return nil
	}
	var list []*skills.Agent
	for _, agent := range agents.All() {
		if agent.Native != nil {
			if _, ok := agent.Native.Holder(path); ok {
				list = append(list, agent)
			}
		}
	}
	return list
}

// NativeHolder returns the outermost directory that the file at a path may affect, or false if no agent reads
// its own configuration from the file.
func NativeHolder(path string) (dir string, ok bool) {
	for _, agent := range NativeOf(path) {
		if holder, _ := agent.Native.Holder(path); !ok || len(holder) < len(dir) {
			dir, ok = holder, true
		}
	}
	return dir, ok
}

func IsSkillFileName(name string) bool { return strings.EqualFold(name, "SKILL.md") }

func IsMarkdownName(name string) bool {
	ext := filepath.Ext(name)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown") || strings.EqualFold(ext, ".mdc")
}

// IsInstructions reports whether agents read the file by its name or location, outside any skill.
func IsInstructions(path string) bool {
	name := filepath.Base(path)
	switch name {
	case "AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md":
		return true
	}
	return strings.HasSuffix(name, ".prompt.md") || IsPrompts(filepath.Dir(path))
}

// IsPrompts reports whether a directory contains a project's agents or commands, which run from two
// directories above.
func IsPrompts(dir string) bool {
	kind, owner := filepath.Base(dir), filepath.Base(filepath.Dir(dir))
	return owner == ".claude" && (kind == "agents" || kind == "commands")
}
