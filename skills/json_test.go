package skills

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"skills-ls/skills/frontmatter"
)

// TestParseJSON compares ParseJSON with ParseYAML.
func TestParseJSON(t *testing.T) {
	for _, text := range []string{
		``, ` `, `null`, `true`, `7`, `-0.5`, `"a \"b\" \u00e9"`, `[]`, `{}`, `{"a": [1, "x", null, {"b": false}], "a": 2}`,
		"{\n  \"rules\" : {\"link/broken\": \"off\"},\n  \"targets\": [ \"codex\" ]\n}\n",
	} {
		got, err := ParseJSON(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want, syntax := frontmatter.ParseYAML(text)
		if syntax != nil {
			t.Fatalf("%s: %v", text, syntax)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: YAML gives -, JSON +\n%s", text, diff)
		}
	}
}

func TestParseJSONErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{`, "unexpected EOF"},
		{`{"a"}`, "invalid character '}'"},
		{`[1] 2`, "line 1, column 5: invalid character '2' after top-level value"},
		{`[1] }`, "invalid character '}'"},
		{`{'a': 1}`, "invalid character"},
		{`[1,]`, "trailing commas"},
		{strings.Repeat("[", 500), "nested deeper than 100 levels"},
		{strings.Repeat("[", 100_000), "nested deeper than 100 levels"},
	} {
		if _, err := ParseJSON(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.20s: %v, want %q", tt.text, err, tt.want)
		}
	}
}
