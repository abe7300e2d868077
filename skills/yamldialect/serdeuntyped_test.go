package yamldialect

import (
	"fmt"
	"strings"
	"testing"
)

func TestSerdeUntyped(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"", true},
		{"a", true},
		{"{{NAME}}", true},
		{"[x]", true},
		{"[x] y", false},
		{"[x", false},
		{"{[a]: b, {c: d}: e}", true},
		{"{a: 1, a: 2}", false},
		{"{a: 1, 'a': 2}", false},
		{"{1: a, '1': b}", true},
		{"{1: a, 0x1: b}", false},
		{"{{a: 1, b: 2}: c, {b: 2, a: 1}: d}", true}, // approximate: serde_yaml finds two equal keys
		{"[!x a, !y [b]]", true},
		{"{!x a: 1, a: 2}", true},
		{"[! a]", false},
		{"[!!int a]", false},
		{"[!!int 1]", true},
		{"[340282366920938463463374607431768211455]", false},
		{"[&a x, *a, *b]", false},
		{"[&a x, *a]", true},
		{"&a [*a]", false},
		{"@x", false},
		{"`x`", false},
		{"a\n---\nb", false},
		{strings.Repeat("[", 128) + strings.Repeat("]", 128), true},
		{strings.Repeat("[", 129) + strings.Repeat("]", 129), false},
		{strings.Repeat("[", 1<<20), false},
		{laughs(8), true},
		{laughs(30), false},
	} {
		if got := UntypedSerde(tt.text); got != tt.want {
			text := tt.text
			if len(text) > 60 {
				text = text[:60] + "..."
			}
			t.Errorf("UntypedSerde(%q) = %t, want %t", text, got, tt.want)
		}
	}
}

// laughs returns a text with so many lists, each with two aliases of the one before.
func laughs(levels int) string {
	text := "[&a0 [x]"
	for i := range levels {
		alias := fmt.Sprintf("*a%d", i)
		text += fmt.Sprintf(", &a%d [%s, %s]", i+1, alias, alias)
	}
	return text + "]"
}
