package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"skills-ls/analysis"
	"skills-ls/skills"
)

// maxFingerprinted is how many bytes of the text of a finding count.
const maxFingerprinted = 4 << 10

// A fingerprint tells a finding from the others in its file, and is the same in another version of the file in which the finding is
// elsewhere: it is made of the rule and of the text that the finding is about, without line numbers and without the message, which
// differs from version to version of this program. Several findings of one rule may be about equal texts, and have the same.
type fingerprint string

// fingerprintOf returns the fingerprint of a finding in a text. Blanks and line ends count as one.
func fingerprintOf(text string, d analysis.Diagnostic) fingerprint {
	span := skills.Span{Start: min(d.Span.Start, len(text)), End: min(d.Span.End, len(text), d.Span.Start+maxFingerprinted)}
	about := strings.Join(strings.Fields(text[span.Start:max(span.Start, span.End)]), " ")
	sum := sha256.Sum256([]byte(d.Rule + "\x00" + about))
	return fingerprint(hex.EncodeToString(sum[:8]))
}
