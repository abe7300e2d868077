package refactor

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// A Fixed is the result of applying the preferred fixes of a file's diagnostics.
type Fixed struct {
	Text string // the whole text; the file's own if nothing was fixed
	Made int    // number of diagnostics fixed by edits
	// Rename is the new name of the file that a fix asks for; nil for none. It is not counted in Made.
	Rename *diagnostic.Rename
}

// An UnsettledError means that the fixes of a file never end: each makes another one possible.
type UnsettledError struct{ Path string }

func (e *UnsettledError) Error() string {
	return fmt.Sprintf("%s: fixes undo one another", e.Path)
}

// maxFixRounds limits how often a text is diagnosed. If fixes in a row touch each other, each round applies
// at least every other one, so this is enough for any number of them.
const maxFixRounds = 32

// FixAll applies the preferred fix of every diagnostic of a file, in memory. It applies the fixes in source
// order, and only the first of two that touch each other. It repeats this for the resulting text until there
// is nothing left to fix, so that FixAll does not change a text that it has returned. The error is that of
// reading the file, the context's, or an [*UnsettledError].
func FixAll(ctx context.Context, s *workspace.Snapshot, path string) (Fixed, error) {
	path = workspace.CleanPath(path)
	f, err := s.File(path)
	if err != nil {
		return Fixed{}, err
	}
	change := workspace.Change{Path: path}
	if b := s.Buffers()[path]; b != nil {
		change.Language, change.Time = b.Language, b.Time
	}
	fixed, settled := settle(path, f.Doc.Source, func(text string) []diagnostic.Diagnostic {
		if text != f.Doc.Source {
			change.Text = &text
			return rules.DiagnoseAll(ctx, s.With(change), path)
		}
		return rules.DiagnoseAll(ctx, s, path)
	})
	switch {
	case ctx.Err() != nil:
		return Fixed{}, ctx.Err()
	case !settled:
		return Fixed{}, &UnsettledError{path}
	}
	return fixed, nil
}

// Fixable reports whether [FixAll] changes the text of a file with these diagnostics.
func Fixable(path string, found []diagnostic.Diagnostic) bool {
	edits, _, _ := preferredFixes(path, found)
	return len(edits) > 0
}

// settle applies fixes to a text until no fix is left. It returns false if that never ends.
func settle(path, text string, diagnose func(text string) []diagnostic.Diagnostic) (fixed Fixed, ok bool) {
	fixed.Text = text
	known := make(map[string]bool) // texts that were fixed before
	for range maxFixRounds {
		edits, made, rename := preferredFixes(path, diagnose(fixed.Text))
		if rename != nil {
			fixed.Rename = rename
		}
		if len(edits) == 0 {
			return fixed, true
		}
		if known[fixed.Text] {
			return fixed, false
		}
		known[fixed.Text] = true
		fixed.Text = diagnostic.ApplyEdits(fixed.Text, edits)
		fixed.Made += made
	}
	return fixed, false
}

// preferredFixes returns the edits of a file that can be made at once, in source order, the number of
// diagnostics that they fix, and the rename of the file, or nil if it keeps its name.
func preferredFixes(path string, found []diagnostic.Diagnostic) (edits []diagnostic.Edit, made int, rename *diagnostic.Rename) {
	var fixes [][]diagnostic.Edit
	for _, d := range found {
		switch fix := fixOfFile(path, &d); {
		case fix == nil:
		case fix.Rename == nil:
			fixes = append(fixes, diagnostic.InSourceOrder(fix.Edits))
		default:
			rename = fix.Rename
		}
	}
	slices.SortStableFunc(fixes, func(a, b []diagnostic.Edit) int { return cmp.Compare(a[0].Span.Start, b[0].Span.Start) })
	var last []diagnostic.Edit // of the fix that was added last
	for _, fix := range fixes {
		switch {
		case last == nil || fix[0].Span.Start > last[len(last)-1].Span.End:
			edits, last = append(edits, fix...), fix
			made++
		case slices.Equal(fix, last): // one edit fixes both
			made++
		}
	}
	return edits, made, rename
}

// HasFix reports whether [FixAll] fixes a diagnostic of a file, either at once or in a later round.
func HasFix(path string, d *diagnostic.Diagnostic) bool { return fixOfFile(path, d) != nil }

// fixOfFile returns the preferred fix of a diagnostic of a file if it edits or renames that file alone, or
// nil.
func fixOfFile(path string, d *diagnostic.Diagnostic) *diagnostic.Fix {
	fix := PreferredFix(d)
	switch {
	case fix == nil || slices.ContainsFunc(fix.Edits, func(e diagnostic.Edit) bool { return e.Path != path }):
		return nil
	case fix.Rename != nil && (fix.Rename.From != path || len(fix.Edits) > 0):
		return nil
	}
	return fix
}

// PreferredFix returns the fix that can be applied without asking the user, or nil if no fix can. A fix with
// a placeholder needs the user.
func PreferredFix(d *diagnostic.Diagnostic) *diagnostic.Fix {
	i := slices.IndexFunc(d.Fixes, func(f diagnostic.Fix) bool {
		return f.Preferred && f.Safe && !f.Snippet && (len(f.Edits) > 0 || f.Rename != nil)
	})
	if i < 0 {
		return nil
	}
	return &d.Fixes[i]
}
