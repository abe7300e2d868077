package skills

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/skills/frontmatter"
)

// outline writes a value and the text at its place.
func outline(v *frontmatter.Value, text string) string {
	switch {
	case v == nil:
		return "nothing"
	case v.Kind == frontmatter.MappingValue:
		var parts []string
		for _, p := range v.Pairs {
			parts = append(parts, p.Key.Text+": "+outline(p.Value, text))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case v.Kind == frontmatter.SequenceValue:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, outline(item, text))
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
		{JSON, "", "nothing"},
		{JSON, " \n", "nothing"},
		{JSON, "\ufeff{\"a\": 1}", "{a: int 1 at 1}"},
		{JSON, "{ // one\n \"a\": [true, \"x\",], /* two */ \"b\": 1.5, }", "{a: [bool true at true, str x at \"x\"], b: float 1.5 at 1.5}"},
		{JSON, "{\"a\": 1\n \"b\": 2}", "9: invalid character '\"' after object value (expecting ',' or '}')"},
		{JSON, "{\"a\": {\n", "7: parsing value: unexpected EOF"},
		{TOML, "# one\na = 1_000\nb = 'x' # two\n", "{a: int 1000 at 1_000, b: str x at 'x'}"},
		{TOML, "[a.b]\nc = true\n[a]\nd = [1, \"two\"]\ne = {f = \"g\", h.i = 2}", "{a: {b: {c: bool true at true}, d: [int 1 at 1, str two at \"two\"], e: {f: str g at \"g\", h: {i: int 2 at 2}}}}"},
		{TOML, "[[a.b]]\nc = 1\n[a.b.d]\ne = 2\n[[a.b]]\nc = 3\n", "{a: {b: [{c: int 1 at 1, d: {e: int 2 at 2}}, {c: int 3 at 3}]}}"},
		{TOML, "\"a.b\".c = \"\"\"\nx\"\"\"\n", "{a.b: {c: str x at \"\"\"\nx\"\"\"}}"},
		{TOML, "a = 2024-01-02\n", "{a: timestamp 2024-01-02 at 2024-01-02}"},
		{TOML, "a = 1\na = 2\n", "6: "},
		{TOML, "x = 1\na = \n", "9: "},
	} {
		v, fault := test.syntax.Parse(test.text)
		got := outline(v, test.text)
		if fault != nil {
			got = fmt.Sprintf("%d: %s", fault.Span.Start, fault.Message)
			if strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want) {
				continue // the words are the library's
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %q (-want +got)\n%s", test.syntax, test.text, diff)
		}
	}
}

// FuzzConfigSyntax reads any text, and holds every span to it.
func FuzzConfigSyntax(f *testing.F) {
	f.Add("{\"a\": [1, // x\n]}")
	f.Add("[a]\nb.c = [[1], {d = 'e'}]\n[[f]]\n[f.g]\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, syntax := range []ConfigSyntax{JSON, TOML} {
			v, fault := syntax.Parse(text)
			if fault != nil {
				_ = fault.Span.Of(text)
			} else {
				outline(v, text)
			}
		}
	})
}

// TestDeepConfig guards that no file of somebody else's makes the program run out of its stack.
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
		if _, fault := test.syntax.Parse(test.text); fault == nil || !strings.Contains(fault.Message, "nested deeper") {
			t.Errorf("%.20q: %v", test.text, fault)
		}
	}
	if v, fault := TOML.Parse("a = ['''\n[[\"''', \"[\\\"[\"] # [\nb = " + strings.Repeat("[", 90) + strings.Repeat("]", 90)); fault != nil || v == nil {
		t.Error(fault)
	}
}
