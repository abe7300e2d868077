package frontmatter

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/skills/text"
)

func TestRecoverYAML(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"comment", "# nothing\n", ""},
		{"valid", "a: 1\nb: [x]\n", "a@0 b@5"},
		{"byte order mark", "\ufeffa: 1\n", "a@3"},
		{"second entry not YAML", "a: 1\nb: [x\nc: 2\n", "a@0 c@11; error at 5-10"},
		{"first entry not YAML", "a: \"x\nb:\n- y\n'c': 2\n", "b@6 c@13; error at 0-5"},
		{"two entries not YAML", "a: {\nb: 1\nc: x: y\n", "b@5; error at 0-4; error at 10-17"},
		{"tab", "a: 1\n\tb: 2\nc: 3\n", "c@11; error at 6-10"},
		{"no key", "what is this\na: 1\n", "a@13; error at 13-17"},
		{"brackets", "{a: 1\n", "; error at 0-5"},
		{"two documents", "a: 1\n---\nb: 2\n", "b@9; error at 5-8"},
		{"not UTF-8", "a: x\xff\nb: [\n", "a@0; error at 6-10"},
	} {
		root, errs := RecoverYAML(tt.text)
		var out []string
		if root != nil {
			for _, p := range root.Pairs {
				out = append(out, fmt.Sprintf("%s@%d", p.Key.Text, p.Key.Span.Start))
			}
		}
		got := strings.Join(out, " ")
		for _, err := range errs {
			got += fmt.Sprintf("; error at %d-%d", err.Span.Start, err.Span.End)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q (errors: %v)", tt.name, got, tt.want, errs)
		}
	}
}

// TestLongYAMLLine checks the spans of a line with MaxEntries values. TestScanGrowth measures the time.
func TestLongYAMLLine(t *testing.T) {
	const n = MaxEntries
	root, err := ParseYAML("[" + strings.Repeat("é,", n) + "]")
	if err != nil {
		t.Fatal(err)
	}
	want := text.Span{Start: 1 + 3*(n-1), End: 1 + 3*(n-1) + 2}
	if len(root.Items) != n || root.Items[n-1].Span != want {
		t.Errorf("%d values, last span %v, want %d, %v", len(root.Items), root.Items[n-1].Span, n, want)
	}
}

func TestYAMLComments(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"\ufeff# a\nx: 1 # b\n  # c\n", "# a|# c"},
		{"x: |\n  # text\n# a\ny: '\n # text'\n", "# a"},
		{"- x\n# a\n- y\n", "# a"},
		{"x: *\n# a\r\n\ty: {\n# b", "# a|# b"},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range YAMLComments(tt.text) {
			got = append(got, s.Of(tt.text))
		}
		if got := strings.Join(got, "|"); got != tt.want {
			t.Errorf("YAMLComments(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
