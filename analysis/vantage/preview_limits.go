package vantage

import (
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Limit is one of an agent's limits, and how much of it a skill uses.
type Limit struct {
	Of          string // what is limited: see [limitsOf]
	Used, Limit int
	Unit        string // as written after a number: characters, bytes, tokens, files
}

// A Refused is a reason why an agent rejects a skill, and its location in the file.
type Refused struct {
	Reason string
	Span   *text.Span // in the file's source; nil if the reason is elsewhere
}

// refused returns the [reasons] of a verdict with their locations.
func refused(v skills.Verdict) []Refused {
	var list []Refused
	seen := make(map[string]bool)
	for _, r := range v.Refusals {
		if reason := r.Reason(); !r.WouldBe && !seen[reason] {
			seen[reason] = true
			list = append(list, Refused{reason, &r.Span})
		}
	}
	return list
}

// limitsOf returns how much of its agent's limits a preview uses. Tokens are counted as in the preview.
func limitsOf(p *Preview) []Limit {
	l := p.limits
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
