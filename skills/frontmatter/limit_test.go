package frontmatter

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimits checks that Scan marks an error as a limit if the content exceeds one, and that the content, the
// other fields and the body are complete.
func TestLimits(t *testing.T) {
	fields := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: v\n", i)
		}
		return b.String()
	}
	nested := func(n int) string { return strings.Repeat("[", n) + "a" + strings.Repeat("]", n) }
	tests := []struct {
		name, content string
		limit         string // the message of the error, or "" for no error
		entries       int
	}{
		{"deep", "x: " + nested(MaxDepth-2) + "\n", "", 2},
		{"too deep", "x: " + nested(MaxDepth+1) + "\n", "nested deeper than 100 levels", 2},
		{"far too deep", "x: " + nested(20_000) + "\n", "exceeded max depth of 10000", 2},
		{"many fields", fields(MaxEntries - 1), "", MaxEntries},
		{"too many fields", fields(MaxEntries), "more than 10000 entries", MaxEntries},
		{"many items", "x: [" + strings.Repeat("a,", MaxEntries-2) + "]\n", "", 2},
		{"too many items", "x: [" + strings.Repeat("a,", MaxEntries) + "]\n", "more than 10000 entries", 2},
		{"too many nested", "x:\n" + strings.Repeat("  - [a, b]\n", MaxEntries/2), "more than 10000 entries", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := "---\nname: demo\n" + tt.content + "---\nBody.\n"
			fm, body := Scan(source, 0)
			checkFrontmatter(t, source, &fm, body)
			switch {
			case (fm.Err != nil) != (tt.limit != ""):
				t.Fatalf("Err = %v, want %q", fm.Err, tt.limit)
			case fm.Err != nil && !fm.Err.Limit:
				t.Errorf("Err.Limit = false, want true: %v", fm.Err)
			case fm.Err != nil && fm.Err.Message != tt.limit:
				t.Errorf("Err.Message = %q, want %q", fm.Err.Message, tt.limit)
			}
			if got := fm.Content.Of(source); got != "name: demo\n"+tt.content {
				t.Errorf("Content has %d bytes, want %d", len(got), len(tt.content))
			}
			if len(fm.Entries) != tt.entries || fm.Name() != "demo" || body.Of(source) != "Body.\n" {
				t.Errorf("%d entries, name %q, body %q", len(fm.Entries), fm.Name(), body.Of(source))
			}
		})
	}
}
