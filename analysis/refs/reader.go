package refs

import (
	"slices"

	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A FieldReader is an agent that reads a key of the cursor's file, with its definition of the key.
type FieldReader struct {
	vantage.CompanionReading
	Field skills.CompanionField
}

// ReadersOfField returns the agents that read a key, in the order of [vantage.CompanionReaders], without
// their readings.
func (c *Cursor) ReadersOfField(field string) []FieldReader {
	var list []FieldReader
	for _, r := range vantage.CompanionReaders(c.Snapshot, c.File, c.Standpoint().Concerned) {
		if f, ok := r.Companion.Field(field); ok && !f.Former {
			list = append(list, FieldReader{r, f})
		}
	}
	return list
}

// A Reader is an agent that reads a key, with its definition of the field.
type Reader struct {
	Agent *skills.Agent
	Field skills.Field
}

// ReadersOf returns the agents that read a key: the standard first, then the agents that the file concerns,
// then the others.
func ReadersOf(key string, at *workspace.Standpoint) []Reader {
	list := agents.Readers(key)
	rank := func(agent *skills.Agent) int {
		switch {
		case agent == agents.Standard:
			return 0
		case at.Concerns(agent):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b *skills.Agent) int { return rank(a) - rank(b) })
	readers := make([]Reader, len(list))
	for i, agent := range list {
		readers[i].Agent = agent
		readers[i].Field, _ = agent.Reads(key)
	}
	return readers
}
