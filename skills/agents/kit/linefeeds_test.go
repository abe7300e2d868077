package kit

import "testing"

// TestSourceOffset checks offsets in and after replaced text.
func TestSourceOffset(t *testing.T) {
	const source = "\ufeffa\r\nb\rc\xe2\x82d\n"
	if got, want := LineFeeds(source), "a\nb\nc\ufffdd\n"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	for at, want := range map[int]int{0: 3, 1: 4, 2: 6, 3: 7, 4: 8, 5: 9, 8: 11, 10: 13, 99: 13} {
		if got := SourceOffset(source, LineFeeds(source), at); got != want {
			t.Errorf("%d is %d, want %d", at, got, want)
		}
	}
	// With CRLF, an offset between its two bytes is the end of a line that does not have both.
	const crlf = "a\r\nb\nc"
	for at, want := range map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 6} {
		if got := SourceOffset(crlf, "a\r\nb\r\nc", at); got != want {
			t.Errorf("with CRLF, %d is %d, want %d", at, got, want)
		}
	}
	// A byte order mark that decoding has kept counts.
	const marked = "\ufeffa\n"
	if got := SourceOffset(marked, marked, 3); got != 3 {
		t.Errorf("after a byte order mark, 3 is %d", got)
	}
}
