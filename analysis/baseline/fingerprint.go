package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/text"
)

// A Fingerprint identifies a diagnostic in its file, and stays the same in another version of the file in
// which the diagnostic has moved. It consists of the rule and of the text that the diagnostic is about,
// without line numbers and without the message, which differs between versions of this program.
type Fingerprint struct {
	sum string // of rule and text
	nth int    // from 1, among those with an equal sum: a rule may report the same for equal texts
}

func (f Fingerprint) String() string { return fmt.Sprintf("%s:%d", f.sum, f.nth) }

// Fingerprints returns the fingerprints of the diagnostics in a text, in the same order.
func Fingerprints(text string, found []diagnostic.Diagnostic) []Fingerprint {
	list := make([]Fingerprint, len(found))
	seen := make(map[string]int)
	for i, d := range found {
		sum := fingerprintSum(text, d)
		seen[sum]++
		list[i] = Fingerprint{sum, seen[sum]}
	}
	return list
}

// maxFingerprinted is the maximum number of bytes of a diagnostic's text that count.
const maxFingerprinted = 4 << 10

// fingerprintSum returns the sum of a diagnostic. A run of spaces and line ends of any length counts as one
// space.
func fingerprintSum(source string, d diagnostic.Diagnostic) string {
	span := text.Span{Start: min(d.Span.Start, len(source)), End: min(d.Span.End, len(source), d.Span.Start+maxFingerprinted)}
	about := strings.Join(strings.Fields(source[span.Start:max(span.Start, span.End)]), " ")
	sum := sha256.Sum256([]byte(d.Rule + "\x00" + about))
	return hex.EncodeToString(sum[:8])
}
