package vantage

import (
	"skills-ls/skills/text"
)

// A Limit is one of an agent's limits, and how much of it a skill uses.
type Limit struct {
	Of    string `json:"of"` // what is limited: see [limitsOf]
	Used  int    `json:"used"`
	Limit int    `json:"limit"`
	Unit  string `json:"unit"` // as written after a number: characters, bytes, tokens, files
}

// limitsOf returns how much of its agent's limits a preview uses. Tokens are counted as in the preview.
func limitsOf(p *Preview) []Limit {
	l := p.Agent.Limits
	var list []Limit
	add := func(of string, used, limit int, unit string) {
		if limit > 0 {
			list = append(list, Limit{of, used, limit, unit})
		}
	}
	if p.Skill != nil {
		add("description", l.Unit.Len(p.Skill.Description), l.Description, l.Unit.String())
		said := p.Skill.Description
		if p.Skill.Uses != "" {
			said += UsesJoiner + p.Skill.Uses
		}
		add("description in the catalog", l.Unit.Len(said), l.ListingEntry, l.Unit.String())
	}
	add("file", len(p.Source), l.FileBytes, text.Bytes.String())
	add("kept after compaction", p.Tokens.Count, l.KeptTokens, "tokens")
	add("listed files", len(p.Files), l.ListedFiles, "files")
	return list
}

// UsesJoiner has the length of the text that an agent writes between a description and "when_to_use".
const UsesJoiner = " - "
