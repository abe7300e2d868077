package lsp

import (
	"context"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

// found returns the diagnostics of a document that are valid for a view. It returns none if the effects of a
// change elsewhere are not known yet, or if the view knows of files that were created or deleted since the
// last round.
func (d *diagnoser) found(v *view, doc *document) foundNow {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[doc.key]
	if f == nil || f.doc != doc || f.ownOf != doc || f.ownStale || f.working && !f.crossing ||
		d.round.running || d.round.layout != v.snapshot.Layout() {
		return foundNow{}
	}
	for path := range d.round.typed {
		if path != f.path {
			return foundNow{}
		}
	}
	known := foundNow{own: f.own, knowsOwn: true}
	if f.crossed && !f.othersStale && !f.working {
		known.crossFile, known.knowsCrossFile = f.others, true
	}
	return known
}

// findings returns the same as [rules.Diagnose]. Rules run only if the diagnoser does not have their
// diagnostics already.
func (v *view) findings(ctx context.Context, path string) []diagnostic.Diagnostic {
	var known foundNow
	if d := v.documentAt(path); d != nil && d.path == path {
		known = v.session.found(v, d)
	}
	if !known.knowsOwn {
		known.own = v.session.own(ctx, v.snapshot, path)
	}
	if !known.knowsCrossFile {
		known.crossFile = v.session.crossFile(ctx, v.snapshot, path)
	}
	found := slices.Concat(known.own, known.crossFile)
	rules.SortDiagnostics(found)
	return found
}
