package rules_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
)

// quotations are what a message or a detail quotes: values, paths, labels and code points, and an agent's own
// words. They count in no limit.
var quotations = regexp.MustCompile(`".*"|\S*[/~]\S*|\S+\.\w+|\[.*\]|U\+[0-9A-F]+`)

// checkWording checks the words of a diagnostic: a message and a detail keep within their lengths, use no
// backticks and no semicolons, and do not end with a period.
func checkWording(t *testing.T, where string, d diagnostic.Diagnostic) {
	t.Helper()
	for _, part := range []struct {
		name, text string
		limit      int
	}{{"message", d.Message, diagnostic.MaxMessage}, {"detail", d.Detail, diagnostic.MaxDetail}} {
		own := quotations.ReplaceAllString(part.text, "")
		if n := utf8.RuneCountInString(own); n > part.limit {
			t.Errorf("%s: the %s of %s has %d characters: %s", where, part.name, d.Rule, n, part.text)
		}
		if strings.ContainsAny(own, ";`") || strings.HasSuffix(own, ".") && !strings.HasSuffix(own, "...") {
			t.Errorf("%s: the %s of %s is %s", where, part.name, d.Rule, part.text)
		}
	}
}
