package skills

import "testing"

// TestReading checks that a text is parsed once by each parser, and each time without readings to share.
func TestReading(t *testing.T) {
	calls := 0
	parse := func(text string) int {
		calls++
		return len(text)
	}
	var r Readings
	for _, test := range []struct {
		readings     *Readings
		parser, text string
		calls        int
	}{
		{&r, "A", "abc", 1},
		{&r, "A", "abc", 1},
		{&r, "A", "ab", 2},
		{&r, "B", "abc", 3},
		{&r, "B", "abc", 3},
		{nil, "A", "abc", 4},
		{nil, "A", "abc", 5},
	} {
		got := Reading(test.readings, test.parser, test.text, parse)
		if got != len(test.text) || calls != test.calls {
			t.Errorf("%s of %q: %d after %d calls, want %d after %d", test.parser, test.text, got, calls, len(test.text), test.calls)
		}
	}
}
