package analysis

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

const gitignoreFile = ".gitignore"

// projectMarkers are the names that mark a directory as the root of a project.
var projectMarkers = []string{".git", ".jj", ".hg", ".codelia"}

// agentMarkers is the set of all agents' markers.
var agentMarkers = sync.OnceValue(func() map[string]bool {
	markers := make(map[string]bool)
	for _, agent := range agents.All() {
		for _, name := range agent.Markers {
			markers[name] = true
		}
	}
	return markers
})

// skippedDirs are the directories that a scan never enters: they contain no text written for agents here.
var skippedDirs = []string{".git", ".hg", ".jj", ".svn", "node_modules"}

// DecidesSettings reports whether the settings that apply can depend on the file at a path: a configuration
// file or a .gitignore file.
func DecidesSettings(path string) bool {
	name := filepath.Base(path)
	return name == SettingsFile || name == gitignoreFile
}

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
func IsNative(path string) bool { return len(nativeOf(path)) > 0 }

// nativeOf returns the agents that may read their own configuration from the file at a path.
func nativeOf(path string) []*skills.Agent {
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

// nativeHolder returns the outermost directory that the file at a path may affect, or false if no agent reads
// its own configuration from the file.
func nativeHolder(path string) (dir string, ok bool) {
	for _, agent := range nativeOf(path) {
		if holder, _ := agent.Native.Holder(path); !ok || len(holder) < len(dir) {
			dir, ok = holder, true
		}
	}
	return dir, ok
}

func isSkillFileName(name string) bool { return strings.EqualFold(name, "SKILL.md") }

func isMarkdownName(name string) bool {
	ext := filepath.Ext(name)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown") || strings.EqualFold(ext, ".mdc")
}

// isInstructions reports whether agents read the file by its name or location, outside any skill.
func isInstructions(path string) bool {
	name := filepath.Base(path)
	switch name {
	case "AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md":
		return true
	}
	return strings.HasSuffix(name, ".prompt.md") || isPrompts(filepath.Dir(path))
}

// isPrompts reports whether a directory contains a project's agents or commands, which run from two
// directories above.
func isPrompts(dir string) bool {
	kind, owner := filepath.Base(dir), filepath.Base(filepath.Dir(dir))
	return owner == ".claude" && (kind == "agents" || kind == "commands")
}
