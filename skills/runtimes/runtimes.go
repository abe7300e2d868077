// Package runtimes holds what each agent runtime does with skills: one [skills.Runtime] for each, in a file of its name, with
// its roots, fields, limits and quirks, and the functions that read, mention and render as it does.
//
// Its neighbour below is package skills; above it only analysis and cli know that several runtimes exist. A runtime's file
// knows nothing of the others. Values never change after initialisation.
package runtimes

import (
	"slices"

	"skills-ls/skills"
)

// all is in the order in which runtimes are presented: the standard, those that skills-ls was first made for, the others.
var all = []*skills.Runtime{
	Standard, Codelia, Codex, OpenCode, ClaudeCode, Otto, RemcoChat, MyCodeAgent, OpenOxide, Copilot, GeminiCLI, Cursor, Goose, Amp,
}

var byID = func() map[string]*skills.Runtime {
	m := make(map[string]*skills.Runtime, len(all))
	for _, rt := range all {
		m[rt.ID] = rt
	}
	return m
}()

// All returns every runtime in the order of presentation.
func All() []*skills.Runtime { return slices.Clone(all) }

// ByID returns the runtime of that identifier.
func ByID(id string) (*skills.Runtime, bool) {
	rt, ok := byID[id]
	return rt, ok
}

// Readers returns the runtimes that read the frontmatter key, in the order of [All].
func Readers(key string) []*skills.Runtime {
	var readers []*skills.Runtime
	for _, rt := range all {
		if _, ok := rt.Reads(key); ok {
			readers = append(readers, rt)
		}
	}
	return readers
}
