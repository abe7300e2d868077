package lsp

import "skills-ls/analysis/diagnostic"

// foundNow holds diagnostics that need not be found again, each kind only if it is known.
type foundNow struct {
	own, crossFile           []diagnostic.Diagnostic
	knowsOwn, knowsCrossFile bool
}
