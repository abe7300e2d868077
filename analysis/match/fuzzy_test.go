package match

import (
	"slices"
	"strings"
	"testing"
)

func TestFuzzyRank(t *testing.T) {
	names := [...]string{"", "exact", "prefix", "word", "inside", "scattered", "none"}
	for _, test := range []struct{ query, text, want string }{
		{"deploy", "Deploy", "exact"},
		{"DEPLOY", "deploy", "exact"},
		{" deploy ", "deploy", "exact"},
		{"dep", "deploy-app", "prefix"},
		{"deploy app", "Deploy app now", "prefix"},
		{"app", "deploy-app", "word"},
		{"app", "DeployApp", "inside"},
		{"app", "mapped apps", "inside"},
		{"da", "deploy-app", "scattered"},
		{"depap", "deploy-app", "scattered"},
		{"deploy app", "deploy-app", "scattered"},
		{"deploy-app", "Deploy the app", "scattered"},
		{"gs", "Getting Started", "scattered"},
		{"ploy", "deploy", "inside"},
		{"dpy", "deploy", "scattered"},
		{"yd", "deploy", "none"},
		{"deployx", "deploy", "none"},
		{"ü", "Prüfung", "inside"},
		{"PRÜ", "pru\u0308fung", "prefix"},
		{"é", "ã©", "none"}, // the second bytes of two characters do not form a third
		{"-", "a-b", "inside"},
		{"-", "ab", "none"},
		{"", "anything", "exact"},
		{"b", strings.Repeat("a", 80) + " b", "word"},
		{"ba", strings.Repeat("a", 80) + " b a", "scattered"},
		{"i", "İstanbul", "prefix"},
		{"x", "", "none"},
	} {
		p, text := NewFuzzyPattern(test.query), NewFuzzyText(test.text)
		if got := names[p.Rank(&text, ScatteredFit)]; got != test.want {
			t.Errorf("%q in %q: %s, want %s", test.query, test.text, got, test.want)
		}
	}
}

// FuzzFuzzyRank checks that a pattern fits a text if its characters occur in the text in order, and only
// then.
func FuzzFuzzyRank(f *testing.F) {
	f.Add("da", "deploy-app")
	f.Add("é", "ã©")
	f.Add("\xff", "a\xff")
	f.Fuzz(func(t *testing.T, query, content string) {
		p, text := NewFuzzyPattern(query), NewFuzzyText(content)
		if p.letters == "" {
			return
		}
		rest := []rune(text.Folded)
		found := true
		for _, r := range p.letters {
			i := slices.Index(rest, r)
			if found = i >= 0; !found {
				break
			}
			rest = rest[i+1:]
		}
		if got := p.Rank(&text, ScatteredFit) != NoFit; got != found {
			t.Errorf("%q in %q: %v", query, content, got)
		}
	})
}
