package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// Severity orders findings; the zero value means that the rule is off.
type Severity uint8

const (
	Off Severity = iota
	Hint
	Information
	Warning
	Error
)

func (s Severity) String() string {
	return [...]string{"off", "hint", "information", "warning", "error"}[s]
}

// ParseSeverity reads the names that [Severity.String] prints, and "info".
func ParseSeverity(name string) (Severity, bool) {
	if name == "info" {
		return Information, true
	}
	for s := Off; s <= Error; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return Off, false
}

// A Diagnostic is one finding in one file.
type Diagnostic struct {
	Rule     string // the rule's ID
	Severity Severity
	Span     text.Span
	Message  string
	Agents   []string // IDs of the agents concerned, in the registry's order; nil where no agent is
	Related  []Related
	Fixes    []Fix
	// Unnecessary marks text that could be deleted, which editors fade.
	Unnecessary bool
}

// Related is another place that explains a finding.
type Related struct {
	Path    string
	Span    text.Span
	Message string
}

// A Fix is a change that mends a finding.
type Fix struct {
	Title string
	// Safe means what docs/fixing.md says: it does not guess, and no agent that loads the skill reads another name or description
	// afterwards; see [pass.confirmSafe]. A rule offers at most one Preferred fix for a finding, and a preferred one is safe.
	Safe, Preferred bool
	Edits           []Edit
	// Create is a file to make before the edits; nil for none. What rules offer has none.
	Create *Creation
	// Rename is a file or directory to rename after the edits; nil for none. What leads there has to change along: [Snapshot.WholeFix].
	Rename *Rename
	// Snippet says that the last edit's text is a snippet with a placeholder for the author to fill ("${1:...}").
	Snippet bool
}

// WithoutPlaceholder returns the fix as it is for those who insert text as it stands: of a snippet's placeholder its text remains.
func (f Fix) WithoutPlaceholder() Fix {
	if !f.Snippet || len(f.Edits) == 0 {
		return f
	}
	f.Snippet = false
	f.Edits = slices.Clone(f.Edits)
	last := &f.Edits[len(f.Edits)-1]
	if before, rest, ok := strings.Cut(last.Text, "${1:"); ok {
		if text, after, ok := strings.Cut(rest, "}"); ok {
			last.Text = before + text + after
		}
	}
	return f
}

// An Edit replaces a span of a file as the snapshot has it.
type Edit struct {
	Path string
	Span text.Span
	Text string
}

// A Rename moves a file or directory; both paths are absolute.
type Rename struct{ From, To string }
