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

// TestDecodeYAML checks the errors of a typed decoding, and the limits on what the library compares with one another.
func TestDecodeYAML(t *testing.T) {
	var many strings.Builder
	for i := range MaxKeys + 1 {
		fmt.Fprintf(&many, "k%d: v\n", i)
	}
	for _, tt := range []struct{ text, message, spans string }{
		{"a: b", "", ""},
		{"", "", ""},
		{"a: 1\nb: [c]\nn: {d: [e]}", "yaml: unmarshal errors:\n  line 2: cannot unmarshal !!seq into string\n" +
			"  line 3: cannot unmarshal !!seq into string", "b: [c]|n: {d: [e]}"},
		{"a: b\n c: d\n", "yaml: line 2: mapping values are not allowed in this context", "c: d"},
		{"a: \xff", "yaml: invalid leading UTF-8 octet", "a: \xff"},
		{many.String(), "a mapping has more than 1000 keys", "k0: v"},
		{"a: b\nn:\n" + strings.Repeat("  k: v\n", 500), "55", ""},
	} {
		var into struct {
			A, B string
			N    map[string]string
		}
		errs, err := DecodeYAML(tt.text, &into)
		if tt.message == "55" {
			if len(errs) != 55 || into.A != "b" {
				t.Errorf("%d errors of a repeated key, and %+v", len(errs), into)
			}
			continue
		}
		var spans []string
		for _, e := range errs {
			spans = append(spans, e.Span.Of(tt.text))
		}
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got := strings.Join(spans, "|"); message != tt.message || got != tt.spans {
			t.Errorf("%.40q: %q at %q, want %q at %q", tt.text, message, got, tt.message, tt.spans)
		}
	}
}
