package vantage

import (
	"path/filepath"
	"strings"
	"unicode"

	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Reason says why an agent does not find a file, or why it does not load it.
type Reason struct {
	// Code is the ID of the rule about the problem, or one of the constants below. It is stable.
	Code string `json:"code"`
	// Message is in the words of this program. It does not name the agent and can follow "but", as in
	// "does not look in .claude/skills" or `invalid name "Code_Review"`.
	Message string `json:"message"`
	// Verbatim are the agent's own words. It is empty if the agent has none, or if another reason has them.
	Verbatim string     `json:"verbatim,omitempty"`
	Silent   bool       `json:"silent"` // the agent reports nothing to its user
	Span     *text.Span `json:"-"`      // in the file's source; nil if the reason is elsewhere
}

// The codes of reasons that no rule is about.
const (
	Elsewhere    = "not-found-here" // the agent does not look in the directory
	BadPlugin    = "plugin"         // the agent rejects the plugin's manifest, or its marketplace
	Misnamed     = "misnamed"       // the file has another name
	Unsaved      = "unsaved"        // the file is in no directory
	HiddenAway   = "skipped"        // the agent skips a directory between a root and the skill
	Misplaced    = "misplaced"      // something else between a root and the skill keeps the agent from finding it
	BeyondLimit  = "scan-limit"     // most likely a limit of the agent's scan
	ScanEnded    = "ended"          // a file elsewhere ends the agent's scan
	Surroundings = "surroundings"   // other files, or settings for all skills, keep the agent from loading the skill
	Off          = "off"            // the agent's settings switch the skill off, or all skills
	Surplus      = "surplus"        // the agent loads no more skills
)

// RuleOf returns the ID of the rule that a refusal belongs to, or an ID of the same form if there is none.
func RuleOf(r skills.Refusal, state frontmatter.State) string {
	switch r.Code {
	case skills.CodeNoFrontmatter, skills.CodeUnclosed:
		switch state {
		case frontmatter.Absent:
			return "frontmatter/missing"
		case frontmatter.Unclosed:
			return "frontmatter/unclosed"
		}
		return "frontmatter/delimiter"
	case skills.CodeYAML:
		return "frontmatter/yaml"
	case skills.CodeFlow, skills.CodeLine:
		return "frontmatter/portability"
	case skills.CodeNotMapping:
		return "frontmatter/not-mapping"
	case skills.CodeDuplicateKey:
		return "frontmatter/duplicate-key"
	case skills.CodeUnknownField:
		return "frontmatter/unknown-key"
	case skills.CodeType:
		return "frontmatter/type"
	case skills.CodeUnreadable:
		return "file/encoding"
	case skills.CodeProgram:
		return "frontmatter/program"
	case skills.CodeTooLong:
		return r.Field + "/length"
	case skills.CodeCharacters, skills.CodeHyphens, skills.CodePattern:
		return r.Field + "/format"
	}
	return r.Field + "/" + string(r.Code) // missing, empty, directory
}

// reasonsOf returns why an agent rejects a file, each reason once. Checks that the agent did not reach are left
// out. The agent knows the file by path.
func reasonsOf(agent *skills.Agent, f *file.File, path string, v skills.Verdict) []Reason {
	type problem struct{ code, message string }
	var list []Reason
	places := make(map[problem]int) // in list
	said := make(map[string]bool)   // an agent may repeat all of its reasons in each of them
	for _, r := range v.Refusals {
		if r.WouldBe {
			continue
		}
		words := r.Message
		if said[words] {
			words = ""
		}
		said[words] = true
		p := problem{RuleOf(r, f.Doc.Frontmatter.State), causeOf(r, f, path)}
		if i, ok := places[p]; ok && (words == "" || list[i].Verbatim == "") {
			list[i].Verbatim += words
			continue
		}
		places[p] = len(list)
		list = append(list, Reason{p.code, p.message, words, agent.Silent || r.Silent(), &r.Span})
	}
	return list
}

// causeOf returns what is wrong with a file, in the words of this program.
func causeOf(r skills.Refusal, f *file.File, path string) string {
	switch r.Code {
	case skills.CodeNoFrontmatter:
		return "no frontmatter"
	case skills.CodeUnclosed:
		return `missing closing "---"`
	case skills.CodeYAML:
		return "invalid YAML"
	case skills.CodeFlow, skills.CodeLine:
		return "YAML that the agent does not support"
	case skills.CodeNotMapping:
		return "frontmatter is not a mapping"
	case skills.CodeUnreadable:
		return "not valid UTF-8"
	case skills.CodeProgram:
		return "frontmatter is a program, which skills-ls does not run"
	}
	field := quote(r.Field)
	value := valueOf(r.Field, f)
	switch r.Code {
	case skills.CodeDuplicateKey:
		return "duplicate field " + field
	case skills.CodeUnknownField:
		return "unknown field " + field
	case skills.CodeMissing:
		return "missing " + field
	case skills.CodeEmpty:
		if r.Field == "body" { // the text after the fields
			return "empty body"
		}
		return "empty " + field
	case skills.CodeType:
		return "wrong type for " + field
	case skills.CodeTooLong:
		return field + " is too long"
	case skills.CodeReserved:
		return "reserved " + r.Field + value
	case skills.CodeDirectory:
		if path != "" {
			return r.Field + value + " does not match directory " + quote(filepath.Base(filepath.Dir(path)))
		}
		return r.Field + value + " does not match the directory"
	}
	return "invalid " + r.Field + value
}

// valueOf returns the value of a field in quotes after a space, or "" if it is not a single line.
func valueOf(field string, f *file.File) string {
	e, ok := f.Doc.Frontmatter.Entry(field)
	if !ok || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue || e.Value.Text == "" {
		return ""
	}
	if strings.ContainsFunc(e.Value.Text, unicode.IsControl) {
		return ""
	}
	return " " + quote(e.Value.Text)
}

func quote(value string) string { return `"` + Shorten(value, 64) + `"` }
