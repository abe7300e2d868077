package diagnose

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

// moved returns the span of a text after edits, each of which refers to the text after the one before it. The
// new span contains what is left of the old one, with text that was inserted inside. Text that was inserted
// at its ends stays outside. moved returns false if nothing is left of the span, or if the text around an
// empty span was removed.
func moved(s text.Span, edits []session.Replacement) (text.Span, bool) {
	for _, e := range edits {
		grown := e.Size - e.Len()
		switch {
		case e.Start >= s.End: // after the span
		case e.End <= s.Start: // before the span
			s.Start += grown
			s.End += grown
		case e.Start <= s.Start && e.End >= s.End:
			return text.Span{}, false
		case e.Start <= s.Start: // over its start
			s.Start, s.End = e.Start+e.Size, s.End+grown
		case e.End >= s.End: // over its end
			s.End = e.Start
		default:
			s.End += grown
		}
	}
	return s, true
}

// movedDiagnostics returns the diagnostics of a file after edits of its text, without those whose text was
// removed entirely. It does not modify the list.
func movedDiagnostics(path string, found []diagnostic.Diagnostic, edits []session.Replacement) []diagnostic.Diagnostic {
	if len(found) == 0 || len(edits) == 0 {
		return found
	}
	kept := make([]diagnostic.Diagnostic, 0, len(found))
	for _, f := range found {
		var ok bool
		if f.Span, ok = moved(f.Span, edits); !ok {
			continue
		}
		f.Fixes = nil // their edits refer to the old text
		f.Related = movedRelated(path, f.Related, edits)
		kept = append(kept, f)
	}
	return kept
}

func movedRelated(path string, list []diagnostic.Related, edits []session.Replacement) []diagnostic.Related {
	if !slices.ContainsFunc(list, func(r diagnostic.Related) bool { return r.Path == path }) {
		return list
	}
	kept := make([]diagnostic.Related, 0, len(list))
	for _, r := range list {
		ok := true
		if r.Path == path {
			r.Span, ok = moved(r.Span, edits)
		}
		if ok {
			kept = append(kept, r)
		}
	}
	return kept
}
