// Package diagnostic has the types of problems, fixes and edits. Spans are in bytes.
package diagnostic

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// A Severity orders diagnostics. The zero value means that the rule is off.
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

// ParseSeverity parses the names that [Severity.String] returns, and "info".
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

// A Diagnostic is a problem in a file.
type Diagnostic struct {
	Rule     string // the rule's ID
	Severity Severity
	Span     text.Span
	// Message is the problem, without an initial capital or a final period. It has at most [MaxMessage]
	// characters besides the values that it quotes.
	Message string
	// Detail is why it is one, or half a sentence about the rule, at most [MaxDetail] characters. It may be
	// empty.
	Detail string
	// Help is what to do, as an imperative. [Diagnostic.Advice] is for readers. Empty means that the preferred
	// fix says it.
	Help    string
	Affects []Affect // in the registry's order; nil if the problem has no effect on an agent
	Related []Related
	Fixes   []Fix
	// Unnecessary marks text that can be deleted, which editors fade.
	Unnecessary bool
}

// A Related is another place that explains a diagnostic.
type Related struct {
	Path    string
	Span    text.Span
	Message string
}

// A Fix is a change that fixes a problem.
type Fix struct {
	Title string
	// Safe means what docs/fixing.md says: the fix does not guess, and no agent that loads the skill reads
	// another name or description afterwards; see [rules.confirmSafe]. A rule offers at most one Preferred fix
	// for a diagnostic, and that fix is safe.
	Safe, Preferred bool
	Edits           []Edit
	// Create is a file to create before the edits; nil for none. The fixes of rules have none.
	Create *Creation
	// Rename is a file or directory to rename after the edits; nil for none. [refactor.WholeFix] also changes
	// what refers to it.
	Rename *Rename
	// Snippet means that the text of the last edit is a snippet with a placeholder for the author to fill in
	// ("${1:...}").
	Snippet bool
}

// WithoutPlaceholder returns the fix for clients that insert text unchanged: the placeholder of a snippet is
// replaced with its text.
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

// An Edit replaces a span of a file. The span refers to the text in the snapshot.
type Edit struct {
	Path string
	Span text.Span
	Text string
}

// A Rename moves a file or directory; both paths are absolute.
type Rename struct{ From, To string }

// A Creation is a file to create at a path where no file exists.
type Creation struct {
	Path string // absolute
	Text string // may be empty
}
