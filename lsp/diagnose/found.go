package diagnose

import (
	"context"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/lsp/session"
)

// knownOf returns the diagnostics of a document that are valid for a view, and the stage up to which they are. It
// is stale if the effects of a change elsewhere are not known yet, or if the view knows of files that were created
// or deleted since the last round.
func (d *Diagnoser) knownOf(v *session.View, doc *session.Document) (own, crossFile []diagnostic.Diagnostic, known stage) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	if f == nil || f.doc != doc || f.Working && !f.crossing || d.Round.Running || d.Round.last == nil || d.Round.last.Layout() != v.Snapshot.Layout() {
		return nil, nil, stale
	}
	for path := range d.Round.typed {
		if path != f.Path {
			return nil, nil, stale
		}
	}
	known = f.stage
	if f.Working { // on cross-file diagnostics
		known = min(known, ownCurrent)
	}
	return f.own, f.crossFile, known
}

// Diagnostics returns the same as [rules.Diagnose]. Rules run only if the diagnoser does not have their
// diagnostics already.
func (d *Diagnoser) Diagnostics(ctx context.Context, v *session.View, path string) []diagnostic.Diagnostic {
	var own, crossFile []diagnostic.Diagnostic
	known := stale
	if doc := v.DocumentAt(path); doc != nil && doc.Path == path {
		own, crossFile, known = d.knownOf(v, doc)
	}
	if known == stale {
		own = d.Own(ctx, v.Snapshot, path)
	}
	if known != current {
		crossFile = d.CrossFile(ctx, v.Snapshot, path)
	}
	found := slices.Concat(own, crossFile)
	rules.SortDiagnostics(found)
	return found
}
