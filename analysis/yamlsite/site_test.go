package yamlsite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/yamlsite"
)

// TestYAMLSite checks the site at a cursor ("‸"): whether it is a key or a value, the keys above it, the text
// there, and the other keys of the mapping.
func TestYAMLSite(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"‸", "key . []"},
		{"in‸ter", "key . [inter]"},
		{"‸interface:", "key . [interface] colon"},
		{"interface‸:", "key . [interface] colon"},
		{"interface:‸", "value interface [] lead"},
		{"interface: ‸", "value interface []"},
		{"a: 1\n‸\nb: 2\n", "key . [] with a,b"},
		{"a: 1\nb‸\nc: 2\n", "key . [b] with a,c"},
		{"a:\n  b: 1\n‸", "key . [] with a"},
		{"a:\n  ‸", "key a []"},
		{"a:\n  b: 1\n  ‸\n", "key a [] with b"},
		{"a:\n  b: 1\n\n  ‸\n  c: 1\nd: 1\n", "key a [] with b,c"},
		{"a:\n  b:\n    c: 1\n  ‸", "key a [] with b"},
		{"a:\n  b: 1\n‸  \n", "key . [] with a"},
		{"a:\n  b: x‸y\n", "value a.b [xy]"},
		{"a:\n  b: xy ‸ # z\n", "none"},
		{"a:\n  b: xy # ‸z\n", "none"},
		{"a:\n  # ‸z\n", "none"},
		{"a:\n  b: \"x‸y\"\n", "value a.b [xy] quoted"},
		{"a:\n  b: 'x‸y' # z\n", "value a.b [xy] quoted"},
		{"a:\n  b: \"x\"‸\n", "none"},
		{"a:\n  b: \"x‸y\n", "value a.b [xy] quoted"},
		{"a:\n  - ‸\n", "key . . or value a [] list"},
		{"a:\n  - t‸\n", "key . . or value a [t] list"},
		{"a:\n-‸\n", "key . . or value a [] list lead"},
		{"a:\n  - t: ‸\n", "value a.t []"},
		{"a:\n  - t: 1\n    ‸\n", "key a [] with t"},
		{"a:\n  - t: 1\n    u: 2\n  - v‸\n    w: 3\n  - x: 4\n", "key . . or value a [v] list with w"},
		{"a:\n  - t‸: 1\n    u: 2\n", "key a [t] list colon with u"},
		{"a:\n- t: 1\n- ‸u: 2\nb: 1\n", "key a [u] list colon"},
		{"a:\n- t: 1\nb‸: 1\n", "key . [b] colon with a"},
		{"a:\n  - - ‸\n", "key . . or value a [] list"},
		{"a: [‸]\n", "key . . or value a [] flow list"},
		{"a: [x, y‸z]\n", "key . . or value a [yz] flow list"},
		{"a: [x, \"y‸z\"]\n", "key . . or value a [yz] flow list quoted"},
		{"a: [x]‸\n", "none"},
		{"a: {‸}\n", "key a [] flow"},
		{"a: {b: 1, ‸, c: 2}\n", "key a [] flow with b,c"},
		{"a: {b‸: 1}\n", "key a [b] flow colon"},
		{"a: {b: ‸}\n", "value a.b [] flow"},
		{"a: {b: 1, \"c/d\": o‸f}\n", "value a.c/d [of] flow"},
		{"a: {b: {c: ‸}}\n", "value a.b.c [] flow"},
		{"a: [{b: 1}, {c: ‸}]\n", "value a.c [] flow"},
		{"a:\n  - {b: 1, ‸}\n", "key a [] flow with b"},
		{"a: {\n  b: 1,\n  ‸\n}\n", "key a [] flow with b"},
		{"a: |\n  t‸ext\nb: 1\n", "value a [text]"},
		{"a: |\n  b: 1\n\n  more\nc‸: 1\n", "key . [c] colon with a"},
		{"a: >-\n  x: y\n‸", "key . [] with a"},
		{"a: |‸\n", "none"},
		{"a: \"x\n  y: 1\n  z\"\nb: ‸\n", "value b []"},
		{"\"a b\": {'c': ‸}\n", "value a b.c [] flow"},
		{"\"a‸b\": 1\n", "key . [ab] quoted colon"},
		{"a: &x ‸\n", "none"},
		{"rules:\n  link/broken: ‸\n", "value rules.link/broken []"},
		{"rules:\n  link/bro‸\n", "key rules [link/bro]"},
		{"a: http://x‸\n", "value a [http://x]"},
		{"\ufeffa: 1\n‸", "key . [] with a"},
	} {
		for _, ending := range []string{"\n", "\r\n", "\r"} {
			text := strings.ReplaceAll(tt.text, "\n", ending)
			before, after, _ := strings.Cut(text, "‸")
			if got := describeSite(before+after, len(before)); got != tt.want {
				t.Errorf("%q: %s, want %s", text, got, tt.want)
			}
		}
	}
}

func describeSite(source string, offset int) string {
	s, ok := yamlsite.SiteAt(source, offset)
	if !ok {
		return "none"
	}
	path := strings.Join(s.Path, ".")
	if path == "" {
		path = "."
	}
	what := "value " + path
	switch {
	case s.Either && (s.IsKey || s.InList):
		what = "key . . or value " + path
	case s.IsKey:
		what = "key " + path
	}
	what += fmt.Sprintf(" [%s]", s.Token.Of(source))
	for _, flag := range []struct {
		set  bool
		name string
	}{{s.Flow, "flow"}, {s.InList, "list"}, {s.Quoted, "quoted"}, {s.Colon, "colon"}, {s.Lead != "", "lead"}} {
		if flag.set {
			what += " " + flag.name
		}
	}
	if len(s.Taken) > 0 {
		slices.Sort(s.Taken)
		what += " with " + strings.Join(s.Taken, ",")
	}
	return what
}

// FuzzYAMLSite checks that a site is on the line of its offset and contains the offset.
func FuzzYAMLSite(f *testing.F) {
	for _, seed := range []string{"a: {b: [c, \"d\"]}\n- e: |\n  f\n", "\ufeff- - x: 'y", "a:\r\n- b\rc: >\n d", "{", "[\n,", "? a\n: b", "\"", "a: !x &y {"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, source string, offset int) {
		offset = refs.ClampOffset(source, offset)
		s, ok := yamlsite.SiteAt(source, offset)
		if !ok {
			return
		}
		line := lines.FirstLine(source, lines.LineStart(source, offset))
		if s.Token.Start < 0 || s.Token.Start > s.Token.End || s.Token.End > len(source) || !s.Token.Contains(offset) || !line.Encloses(s.Token) {
			t.Errorf("%q at %d: %+v", source, offset, s)
		}
	})
}
