package refactor

import (
	"testing"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// TestSwitchJSON checks that switching a skill off and on again changes nothing else in a configuration file
// and keeps the comments.
func TestSwitchJSON(t *testing.T) {
	words := &skills.NativeSwitch{Setting: "skillOverrides", Off: "off", On: "on"}
	list := &skills.NativeSwitch{Setting: "skills.disabled", AnyCase: true}
	for _, test := range []struct {
		name     string
		sw       *skills.NativeSwitch
		source   string
		off      string // empty if refused
		onSource string // text to switch on; empty means off
		on       string
	}{
		{"nothing else", words, "{}", `{"skillOverrides": {"deploy": "off"}}`, "", `{"skillOverrides": {"deploy": "on"}}`},
		{"a comment alone", words, "{ /* none */ }", `{ "skillOverrides": {"deploy": "off"} /* none */ }`, "", `{ "skillOverrides": {"deploy": "on"} /* none */ }`},
		{
			"lines without entries", words, "{\n  \"skillOverrides\": {\n  }\n}", "{\n  \"skillOverrides\": {\n    \"deploy\": \"off\"\n  }\n}",
			"", "{\n  \"skillOverrides\": {\n    \"deploy\": \"on\"\n  }\n}",
		},
		{
			"other settings", words, "{\n\t// mine\n\t\"model\": \"opus\", // large\n}\n",
			"{\n\t\"skillOverrides\": {\n\t  \"deploy\": \"off\"\n\t},\n\t// mine\n\t\"model\": \"opus\", // large\n}\n",
			"", "{\n\t\"skillOverrides\": {\n\t  \"deploy\": \"on\"\n\t},\n\t// mine\n\t\"model\": \"opus\", // large\n}\n",
		},
		{
			"another skill", words, `{"skillOverrides": {"other": "name-only"}}`, `{"skillOverrides": {"deploy": "off", "other": "name-only"}}`,
			"", `{"skillOverrides": {"deploy": "on", "other": "name-only"}}`,
		},
		{"another state", words, `{"skillOverrides": {"deploy": /* x */ "name-only"}}`, `{"skillOverrides": {"deploy": /* x */ "off"}}`, "", `{"skillOverrides": {"deploy": /* x */ "on"}}`},
		{"another kind", words, `{"skillOverrides": []}`, "", `{"skillOverrides": []}`, ""},
		{"an array", words, `[]`, "", `[]`, ""},
		{"a list", list, `{"skills": {"enabled": true}}`, `{"skills": {"disabled": ["deploy"], "enabled": true}}`, "", `{"skills": {"disabled": [], "enabled": true}}`},
		{"the first", list, `{"skills": {"disabled": ["a"]}}`, `{"skills": {"disabled": ["deploy", "a"]}}`, "", `{"skills": {"disabled": ["a"]}}`},
		{"the last", list, `{"skills": {"disabled": []}}`, `{"skills": {"disabled": ["deploy"]}}`, `{"skills": {"disabled": ["a", /* , */ "DEPLOY"]}}`, `{"skills": {"disabled": ["a" /* , */]}}`},
		{
			"the last after a comment", list, `{"skills": {"disabled": []}}`, `{"skills": {"disabled": ["deploy"]}}`,
			`{"skills": {"disabled": ["a" /* x */, "deploy"]}}`, `{"skills": {"disabled": ["a" /* x */]}}`,
		},
		{
			"on lines", list, "{\"skills\": {\"disabled\": [\n  \"a\", // x\n  \"b\"\n]}}", "{\"skills\": {\"disabled\": [\n  \"deploy\",\n  \"a\", // x\n  \"b\"\n]}}",
			"{\"skills\": {\"disabled\": [\n  \"a\",\n  \"deploy\", // x\n  \"b\"\n]}}", "{\"skills\": {\"disabled\": [\n  \"a\",\n  // x\n  \"b\"\n]}}",
		},
		{
			"twice", list, `{"skills": {"disabled": []}}`, `{"skills": {"disabled": ["deploy"]}}`,
			"{\"skills\": {\"disabled\": [\n\"deploy\", // one\n\"a\",\n\"Deploy\",\n]}}", "{\"skills\": {\"disabled\": [\n// one\n\"a\"\n]}}",
		},
	} {
		throw := func(source string, on bool) string {
			j := jsonSwitch{sw: test.sw, name: "deploy", on: on, file: "/f", source: source}
			root, fault := skills.JSON.Parse(source)
			if fault != nil {
				t.Fatalf("%s: %v", test.name, fault)
			}
			if root.Kind != frontmatter.MappingValue {
				return ""
			}
			if changed := diagnostic.ApplyEdits(source, j.Edits(root)); j.Holds(changed) {
				return changed
			}
			return ""
		}
		if got := throw(test.source, false); got != test.off {
			t.Errorf("%s, off:\n got %q\nwant %q", test.name, got, test.off)
		}
		source := test.onSource
		if source == "" {
			source = test.off
		}
		if got := throw(source, true); got != test.on {
			t.Errorf("%s, on:\n got %q\nwant %q", test.name, got, test.on)
		}
	}
	j := jsonSwitch{sw: list, name: `a"b`}
	if got := j.Fresh(); !j.Holds(got) {
		t.Errorf("a new file is %q", got)
	}
}
