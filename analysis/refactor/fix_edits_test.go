package refactor

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/analysis/diagnostic"
)

// TestFixEdits checks that the edits change as little of a text as possible. They are written as
// "start-end=text".
func TestFixEdits(t *testing.T) {
	for _, c := range []struct{ name, source, fixed, want string }{
		{"the same", "a\nb\n", "a\nb\n", ""},
		{"a word of a line", "one\ntwo words\nthree\n", "one\ntwo swords\nthree\n", `8-8="s"`},
		{"two lines apart", "name: A\nb\nc: D\n", "name: a\nb\nc: d\n", `6-7="a" 13-14="d"`},
		{"a line more", "a\nc\n", "a\nb\nc\n", `2-2="b\n"`},
		{"a line less", "a\nb\nc\n", "a\nc\n", `2-4=""`},
		{"no line ending at the end", "a", "a\n", `1-1="\n"`},
		{"whole characters", "é\n", "è\n", `0-2="è"`},
		{"a longer character", "x😀\n", "x😁\n", `1-5="😁"`},
		{"line endings whole", "a\r\nb\r\n", "a\nb\r\n", `1-3="\n"`},
		{"a byte that is no character", "\xff a\n", "\xff b\n", `2-3="b"`},
		{"a byte that only goes on", "a\xba: b\n", "a\xbac\n", `2-5="c"`},
		{"to nothing", "a\n", "", `0-2=""`},
		{"of nothing", "", "a\n", `0-0="a\n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			edits := Fixed{Text: c.fixed}.Edits("f", c.source)
			for _, e := range edits {
				got = append(got, fmt.Sprintf("%d-%d=%q", e.Span.Start, e.Span.End, e.Text))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
			if text := diagnostic.ApplyEdits(c.source, edits); text != c.fixed {
				t.Errorf("they make %q", text)
			}
		})
	}
}
