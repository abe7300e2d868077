package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"skills-ls/analysis"
	"skills-ls/skills/text"
)

// A fingerprint tells a finding from the others in its file, and is the same in another version of the file in which the finding is
// elsewhere: it is made of the rule and of the text that the finding is about, without line numbers and without the message, which
// differs from version to version of this program.
type fingerprint struct {
	sum string // of rule and text
	nth int    // from 1, among those with an equal sum: a rule may say the same of equal texts
}

func (f fingerprint) String() string { return fmt.Sprintf("%s:%d", f.sum, f.nth) }

// fingerprints returns the fingerprints of the findings in a text.
func fingerprints(text string, found []analysis.Diagnostic) []fingerprint {
	list := make([]fingerprint, len(found))
	seen := make(map[string]int)
	for i, d := range found {
		sum := fingerprintSum(text, d)
		seen[sum]++
		list[i] = fingerprint{sum, seen[sum]}
	}
	return list
}

// maxFingerprinted is how many bytes of the text of a finding count.
const maxFingerprinted = 4 << 10

// fingerprintSum takes blanks and line ends, however many, for one blank.
func fingerprintSum(source string, d analysis.Diagnostic) string {
	span := text.Span{Start: min(d.Span.Start, len(source)), End: min(d.Span.End, len(source), d.Span.Start+maxFingerprinted)}
	about := strings.Join(strings.Fields(source[span.Start:max(span.Start, span.End)]), " ")
	sum := sha256.Sum256([]byte(d.Rule + "\x00" + about))
	return hex.EncodeToString(sum[:8])
}
