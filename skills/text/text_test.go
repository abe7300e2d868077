package text

import (
	"encoding/hex"
	"strings"
	"testing"
)

// TestDecodeUTF8 checks DecodeUTF8 against the results of Buffer.toString("utf8") in Node 20.
func TestDecodeUTF8(t *testing.T) {
	for _, tt := range []struct{ bytes, want string }{
		{"61e2 62", "a\ufffdb"},
		{"e282", "\ufffd"},
		{"e282 78", "\ufffdx"},
		{"f09f98", "\ufffd"},
		{"f09f98 78", "\ufffdx"},
		{"c0af", "\ufffd\ufffd"},
		{"eda080", "\ufffd\ufffd\ufffd"},
		{"f4908080", "\ufffd\ufffd\ufffd\ufffd"},
		{"f8888080", "\ufffd\ufffd\ufffd\ufffd"},
		{"ff", "\ufffd"},
		{"80", "\ufffd"},
		{"e2 c2a0", "\ufffd\u00a0"},
		{"f0 e280a8", "\ufffd\u2028"},
		{"e0809f", "\ufffd\ufffd\ufffd"},
		{"c3 c3a9", "\ufffdé"},
		{"efbfbf", "\uffff"},
		{"f0908c", "\ufffd"},
		{"00", "\x00"},
	} {
		raw, err := hex.DecodeString(strings.ReplaceAll(tt.bytes, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := DecodeUTF8(string(raw)); got != tt.want {
			t.Errorf("DecodeUTF8 of bytes %s = %q, want %q", tt.bytes, got, tt.want)
		}
	}
}

// TestTrimJS checks which characters TrimJS removes, and that Span.TrimJS removes the same.
func TestTrimJS(t *testing.T) {
	// space has every character that trim removes in Node 20.
	const space = "\t\n\v\f\r \u00a0\u1680" +
		"\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
		"\u2028\u2029\u202f\u205f\u3000\ufeff"
	n := 0
	for r := range rune(0x10000) {
		if isSpaceJS(r) {
			n++
			if !strings.ContainsRune(space, r) {
				t.Errorf("isSpaceJS(%U) = true", r)
			}
		}
	}
	if n != 25 {
		t.Errorf("isSpaceJS is true for %d characters, want 25", n)
	}
	if got := TrimJS(space + "\u0085 x\u200b" + space); got != "\u0085 x\u200b" {
		t.Errorf("TrimJS = %q", got)
	}
	source := "a" + space + "b" + space
	if got := (Span{1, len(source)}).TrimJS(source); got.Of(source) != "b" {
		t.Errorf("Span.TrimJS = %v, %q, want \"b\"", got, got.Of(source))
	}
	got := Span{1, 1 + len(space)}.TrimJS(source)
	if !got.IsEmpty() || got.Start < 1 || got.End > 1+len(space) {
		t.Errorf("Span.TrimJS of only white space = %v, want an empty span in the span", got)
	}
}

// TestUnits checks Len and Offset of a text whose characters have 1, 2, 3 and 4 bytes.
func TestUnits(t *testing.T) {
	const text = "aé技😀"
	for _, tt := range []struct {
		unit    Unit
		length  int
		offsets []int // Offset of 0, 1, 2, ...
	}{
		{Runes, 4, []int{0, 1, 3, 6, 10, 10}},
		{UTF16, 5, []int{0, 1, 3, 6, 6, 10, 10}},
		{Bytes, 10, []int{0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10}},
	} {
		if got := tt.unit.Len(text); got != tt.length {
			t.Errorf("%v: Len = %d, want %d", tt.unit, got, tt.length)
		}
		for n, want := range tt.offsets {
			if got := tt.unit.Offset(text, n); got != want {
				t.Errorf("%v: Offset(%d) = %d, want %d", tt.unit, n, got, want)
			}
		}
	}
	if got := Runes.Offset("x", -1); got != 0 {
		t.Errorf("Offset(-1) = %d, want 0", got)
	}
}
