package analysis

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A fieldReader is an agent that reads a key of the cursor's file, with its definition of the key.
type fieldReader struct {
	companionReading
	field skills.CompanionField
}

// readersOfField returns the agents that read a key, in the order of [Snapshot.companionReaders], without
// their readings.
func (c *cursor) readersOfField(field string) []fieldReader {
	var list []fieldReader
	for _, r := range c.snapshot.companionReaders(c.file, c.standpoint().concerned) {
		if f, ok := r.companion.Field(field); ok && !f.Former {
			list = append(list, fieldReader{r, f})
		}
	}
	return list
}

// A reader is an agent that reads a key, with its definition of the field.
type reader struct {
	agent *skills.Agent
	field skills.Field
}

// readersOf returns the agents that read a key: the standard first, then the agents that the file concerns,
// then the others.
func readersOf(key string, at *standpoint) []reader {
	var readers []reader
	for _, agent := range agents.Readers(key) {
		field, _ := agent.Reads(key)
		readers = append(readers, reader{agent, field})
	}
	rank := func(r reader) int {
		switch {
		case r.agent == agents.Standard:
			return 0
		case at.concerns(r.agent):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(readers, func(a, b reader) int { return rank(a) - rank(b) })
	return readers
}
