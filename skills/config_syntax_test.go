package skills

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/skills/frontmatter"
)

// describeValue returns the keys of a value, and the tag, text and source of each scalar.
func describeValue(v *frontmatter.Value, text string) string {
	switch {
	case v == nil:
		return "nil"
	case v.Kind == frontmatter.MappingValue:
		var parts []string
		for _, p := range v.Pairs {
			parts = append(parts, p.Key.Text+": "+describeValue(p.Value, text))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case v.Kind == frontmatter.SequenceValue:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, describeValue(item, text))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return strings.TrimPrefix(v.Tag, "!!") + " " + v.Text + " at " + v.Span.Of(text)
}

func TestConfigSyntax(t *testing.T) {
	for _, test := range []struct {
		syntax     ConfigSyntax
		text, want string
	}{
		{JSON, "", "nil"},
		{JSON, " \n", "nil"},
		{JSON, "\ufeff{\"a\": 1}", "{a: int 1 at 1}"},
		{
			JSON, "{ // one\n \"a\": [true, \"x\",], /* two */ \"b\": 1.5, }",
			"{a: [bool true at true, str x at \"x\"], b: float 1.5 at 1.5}",
		},
		{JSON, "{\"a\": 1\n \"b\": 2}", "9: invalid character '\"' after object value (expecting ',' or '}')"},
		{JSON, "{\"a\": {\n", "7: unexpected end of file"},
		{TOML, "# one\na = 1_000\nb = 'x' # two\n", "{a: int 1000 at 1_000, b: str x at 'x'}"},
		{
			TOML, "[a.b]\nc = true\n[a]\nd = [1, \"two\"]\ne = {f = \"g\", h.i = 2}",
			"{a: {b: {c: bool true at true}, d: [int 1 at 1, str two at \"two\"], e: {f: str g at \"g\", h: {i: int 2 at 2}}}}",
		},
		{
			TOML, "[[a.b]]\nc = 1\n[a.b.d]\ne = 2\n[[a.b]]\nc = 3\n",
			"{a: {b: [{c: int 1 at 1, d: {e: int 2 at 2}}, {c: int 3 at 3}]}}",
		},
		{TOML, "\"a.b\".c = \"\"\"\nx\"\"\"\n", "{a.b: {c: str x at \"\"\"\nx\"\"\"}}"},
		{TOML, "a = 2024-01-02\n", "{a: timestamp 2024-01-02 at 2024-01-02}"},
		{TOML, "a = 1\na = 2\n", "6: "},
		{TOML, "x = 1\na = \n", "9: "},
	} {
		v, err := test.syntax.Parse(test.text)
		got := describeValue(v, test.text)
		if err != nil {
			got = fmt.Sprintf("%d: %s", err.Span.Start, err.Message)
			if strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want) {
				continue // the message is from the library
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: Parse(%q) (-want +got):\n%s", test.syntax, test.text, diff)
		}
	}
}

// FuzzConfigSyntax checks that all spans are in the text.
func FuzzConfigSyntax(f *testing.F) {
	f.Add("{\"a\": [1, // x\n]}")
	f.Add("[a]\nb.c = [[1], {d = 'e'}]\n[[f]]\n[f.g]\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, syntax := range []ConfigSyntax{JSON, TOML} {
			v, err := syntax.Parse(text)
			if err != nil {
				_ = err.Span.Of(text)
			} else {
				describeValue(v, text)
			}
		}
	})
}

// TestDeepConfig checks that deep nesting is an error and does not exhaust the stack.
func TestDeepConfig(t *testing.T) {
	for _, test := range []struct {
		syntax ConfigSyntax
		text   string
	}{
		{JSON, strings.Repeat("[", 1<<20)},
		{JSON, strings.Repeat(`["]",`, 1<<18)},
		{JSON, strings.Repeat("/*]*/[ //]\n", 1<<17)},
		{TOML, "a=" + strings.Repeat("[", 1<<20)},
		{TOML, "a=" + strings.Repeat("['\"]',", 1<<18)},
		{TOML, "a=" + strings.Repeat("[\"\"\"\n'] \\\" \"\"\",", 1<<17)},
		{TOML, "a=" + strings.Repeat("{a=", 1<<18)},
	} {
		if _, err := test.syntax.Parse(test.text); err == nil || !strings.Contains(err.Message, "nested deeper") {
			t.Errorf("%s: Parse(%.20q) error = %v, want \"nested deeper\"", test.syntax, test.text, err)
		}
	}
	brackets := strings.Repeat("[", 90) + strings.Repeat("]", 90) // not too deep
	v, err := TOML.Parse("a = ['''\n[[\"''', \"[\\\"[\"] # [\nb = " + brackets)
	if err != nil || v == nil {
		t.Errorf("Parse of brackets in quotes and comments = %v, %v", v, err)
	}
}
