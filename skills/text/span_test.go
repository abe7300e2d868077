package text

import "testing"

func TestSpanRelations(t *testing.T) {
	for _, tt := range []struct {
		a, b               Span
		encloses, overlaps bool
	}{
		{Span{2, 5}, Span{2, 5}, true, true},
		{Span{2, 5}, Span{3, 4}, true, true},
		{Span{2, 5}, Span{4, 6}, false, true},
		{Span{2, 5}, Span{5, 6}, false, false},
		{Span{2, 5}, Span{0, 2}, false, false},
		{Span{2, 5}, At(2), true, true},
		{Span{2, 5}, At(5), true, true},
		{Span{2, 5}, At(6), false, false},
		{At(2), At(2), true, true},
		{At(2), At(3), false, false},
	} {
		if got := tt.a.Encloses(tt.b); got != tt.encloses {
			t.Errorf("%v.Encloses(%v) = %t", tt.a, tt.b, got)
		}
		if got, reverse := tt.a.Overlaps(tt.b), tt.b.Overlaps(tt.a); got != tt.overlaps || reverse != got {
			t.Errorf("%v and %v overlap: %t and %t, want %t", tt.a, tt.b, got, reverse, tt.overlaps)
		}
	}
	for offset, want := range []bool{false, true, true, true, false} {
		if got := (Span{1, 3}).Contains(offset); got != want {
			t.Errorf("[1:3) contains %d: %t, want %t", offset, got, want)
		}
	}
}

// TestLineAt checks the lines of a text with each line ending, and of a text that a limit cuts.
func TestLineAt(t *testing.T) {
	const source = "a\nb\r\n\rc"
	for _, tt := range []struct{ start, limit, end, next int }{
		{0, 7, 1, 2},
		{2, 7, 3, 5},
		{5, 7, 5, 6},
		{6, 7, 7, 7},
		{7, 7, 7, 7},
		{2, 4, 3, 4}, // the limit is within \r\n
		{2, 3, 3, 3},
	} {
		if end, next := LineAt(source, tt.start, tt.limit); end != tt.end || next != tt.next {
			t.Errorf("LineAt(%q, %d, %d) = %d, %d, want %d, %d",
				source, tt.start, tt.limit, end, next, tt.end, tt.next)
		}
	}
}

func TestTrimBlanks(t *testing.T) {
	for source, want := range map[string]string{"": "", " \t ": "", "\t a b ": "a b", "\u00a0x\n": "\u00a0x\n"} {
		got := TrimSpaceTab(source, Span{0, len(source)})
		if got.Of(source) != want || IsBlank(source) != (want == "") {
			t.Errorf("TrimSpaceTab(%q) = %v, IsBlank = %t, want %q", source, got, IsBlank(source), want)
		}
	}
}
