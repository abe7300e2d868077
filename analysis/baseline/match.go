package baseline

import "skills-ls/analysis/diagnostic"

// Match returns the problems of a file that has the diagnostics, and which of them are known. prints are their
// fingerprints. Of several with one key, the first ones are known, as many as there were. A diagnostic is not
// known if its severity has increased.
func (known Problems) Match(found []diagnostic.Diagnostic, prints []Fingerprint) (there Problems, isKnown []bool) {
	there, isKnown = make(Problems), make([]bool, len(found))
	for i, d := range found {
		at := Key{d.Rule, prints[i].sum}
		same := there[at]
		same.Count++
		same.Severity = max(same.Severity, d.Severity)
		there[at] = same
		isKnown[i] = same.Count <= known[at].Count && d.Severity <= known[at].Severity
	}
	return there, isKnown
}
