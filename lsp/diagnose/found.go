package diagnose

import (
	"context"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/lsp/session"
)

// Found returns the diagnostics of a document that are valid for a view. It returns none if the effects of a
// change elsewhere are not known yet, or if the view knows of files that were created or deleted since the
// last round.
func (d *Diagnoser) Found(v *session.View, doc *session.Document) session.FoundNow {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	f := d.Files[doc.Key]
	if f == nil || f.doc != doc || f.ownOf != doc || f.ownStale || f.Working && !f.crossing ||
		d.Round.Running || d.Round.layout != v.Snapshot.Layout() {
		return session.FoundNow{}
	}
	for path := range d.Round.typed {
		if path != f.Path {
			return session.FoundNow{}
		}
	}
	known := session.FoundNow{Own: f.own, KnowsOwn: true}
	if f.crossed && !f.othersStale && !f.Working {
		known.CrossFile, known.KnowsCrossFile = f.others, true
	}
	return known
}

// Findings returns the same as [rules.Diagnose]. Rules run only if the diagnoser does not have their
// diagnostics already.
func Findings(ctx context.Context, v *session.View, path string) []diagnostic.Diagnostic {
	var known session.FoundNow
	if d := v.DocumentAt(path); d != nil && d.Path == path {
		known = v.Session.Found(v, d)
	}
	if !known.KnowsOwn {
		known.Own = v.Session.Own(ctx, v.Snapshot, path)
	}
	if !known.KnowsCrossFile {
		known.CrossFile = v.Session.CrossFile(ctx, v.Snapshot, path)
	}
	found := slices.Concat(known.Own, known.CrossFile)
	rules.SortDiagnostics(found)
	return found
}
