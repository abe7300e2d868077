package kit

import "testing"

// TestBeforeLineFeeds checks offsets in and after replaced text.
func TestBeforeLineFeeds(t *testing.T) {
	const source = "\ufeffa\r\nb\rc\xe2\x82d\n"
	if got, want := LineFeeds(source), "a\nb\nc\ufffdd\n"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	for at, want := range map[int]int{0: 3, 1: 4, 2: 6, 3: 7, 4: 8, 5: 9, 8: 11, 10: 13, 99: 13} {
		if got := BeforeLineFeeds(source, at); got != want {
			t.Errorf("%d is %d, want %d", at, got, want)
		}
	}
}
