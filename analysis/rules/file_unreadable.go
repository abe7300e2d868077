package rules

import (
	"skills-ls/analysis/diagnostic"
)

var fileUnreadable = Rule{
	ID:          "file/unreadable",
	Default:     diagnostic.Error,
	AppliesTo:   skillContents,
	InSkeletons: true,
	Check:       func(*Pass) {}, // reported by unreadable, when there is no document to check
}
