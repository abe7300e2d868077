package diagnose

import (
	"context"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/lsp/session"
)

// known holds diagnostics that need not be found again, each kind only if it is known.
type known struct {
	own, crossFile           []diagnostic.Diagnostic
	knowsOwn, knowsCrossFile bool
}

// knownOf returns the diagnostics of a document that are valid for a view. It returns none if the effects of a
// change elsewhere are not known yet, or if the view knows of files that were created or deleted since the
// last round.
func (d *Diagnoser) knownOf(v *session.View, doc *session.Document) known {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	if f == nil || f.doc != doc || f.ownOf != doc || f.ownStale || f.Working && !f.crossing ||
		d.Round.Running || d.Round.layout != v.Snapshot.Layout() {
		return known{}
	}
	for path := range d.Round.typed {
		if path != f.Path {
			return known{}
		}
	}
	k := known{own: f.own, knowsOwn: true}
	if f.crossed && !f.crossFileStale && !f.Working {
		k.crossFile, k.knowsCrossFile = f.crossFile, true
	}
	return k
}

// Diagnostics returns the same as [rules.Diagnose]. Rules run only if the diagnoser does not have their
// diagnostics already.
func (d *Diagnoser) Diagnostics(ctx context.Context, v *session.View, path string) []diagnostic.Diagnostic {
	var k known
	if doc := v.DocumentAt(path); doc != nil && doc.Path == path {
		k = d.knownOf(v, doc)
	}
	if !k.knowsOwn {
		k.own = d.Own(ctx, v.Snapshot, path)
	}
	if !k.knowsCrossFile {
		k.crossFile = d.CrossFile(ctx, v.Snapshot, path)
	}
	found := slices.Concat(k.own, k.crossFile)
	rules.SortDiagnostics(found)
	return found
}
