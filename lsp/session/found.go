package session

import "skills-ls/analysis/diagnostic"

// FoundNow holds diagnostics that need not be found again, each kind only if it is known.
type FoundNow struct {
	Own, CrossFile           []diagnostic.Diagnostic
	KnowsOwn, KnowsCrossFile bool
}
