package analysis

import (
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Limit is one of an agent's limits that a skill comes up against, and how much of it the skill takes.
type Limit struct {
	Of          string // what is limited: see [limitsOf]
	Used, Limit int
	Unit        string // as it is written behind a number: characters, bytes, tokens, files
}

// A Refused is a reason why an agent does not accept a skill, and where in its file.
type Refused struct {
	Reason string
	Span   *text.Span // of the file's source, nil where the reason lies elsewhere
}

// refused returns what [reasons] does, with the places.
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

// limitsOf returns what a preview takes of those limits that its agent has. What is counted in tokens is counted as the preview's are.
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
			said += usesJoiner + p.Skill.Uses
		}
		add("description in the catalogue", l.Unit.Len(said), l.ListingEntry, l.Unit.String())
	}
	add("file", len(p.Source), l.FileBytes, text.Bytes.String())
	add("kept after compaction", p.Tokens.Count, l.KeptTokens, "tokens")
	add("listed files", len(p.Files), l.ListedFiles, "files")
	return list
}
