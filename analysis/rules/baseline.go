package rules

import (
	"skills-ls/analysis/baseline"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
)

// unbaselined removes the diagnostics that the configured baseline of a file has. All diagnostics of a rule must be
// in found, because a baseline counts those that look the same.
func unbaselined(s *workspace.Snapshot, path string, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if len(found) == 0 {
		return found
	}
	known := workspace.KnownProblems(s, path)
	if len(known) == 0 {
		return found
	}
	source := ""
	if f, err := s.File(path); err == nil { // otherwise the diagnostics are about no text
		source = f.Doc.Source
	}
	_, isKnown := known.Match(found, baseline.Fingerprints(source, found))
	kept := found[:0]
	for i, d := range found {
		if !isKnown[i] {
			kept = append(kept, d)
		}
	}
	return kept
}
