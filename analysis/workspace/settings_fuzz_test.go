package workspace_test

import (
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkSettings checks that problems are bounded in number, sorted, and within the text.
func checkSettings(t *testing.T, text string, problems []config.SettingProblem) {
	t.Helper()
	if len(problems) > config.MaxSettingProblems {
		t.Errorf("%d problems", len(problems))
	}
	end := 0
	for _, p := range problems {
		if !analysistest.InText(p.Span, text) || p.Span.Start < end {
			t.Errorf("%s at %v after %d in a text of %d bytes", p.Rule, p.Span, end, len(text))
		}
		end = p.Span.Start
		if !slices.Contains(rules.Names().AboutConfig, p.Rule) || p.Message == "" || p.Severity == diagnostic.Off {
			t.Errorf("%+v is no finding about settings", p)
		}
		for _, related := range p.Related {
			if !analysistest.InText(related.Span, text) {
				t.Errorf("%s: related %v in a text of %d bytes", p.Rule, related.Span, len(text))
			}
		}
		for _, fix := range p.Fixes {
			for _, e := range fix.Edits {
				if !analysistest.InText(e.Span, text) {
					t.Errorf("%s: edit %v in a text of %d bytes", p.Rule, e.Span, len(text))
				}
			}
		}
	}
}

// FuzzSettings reads arbitrary bytes as a configuration file. If the text is JSON, reading it as JSON must
// give the same result as reading it as YAML.
func FuzzSettings(f *testing.F) {
	for _, tt := range settingsTable {
		if len(tt.text) < 1<<12 {
			f.Add(tt.text)
		}
	}
	for _, text := range []string{
		`{"targets":["codex",7,null],"rules":{"*":"off","x":[]},"overrides":[{"files":["a"],"rules":{"link/broken":"warn"}}]}`,
		`{"agents":{"codelia":{"enabled":"yes","search":{"maxLimit":5.0}},"context_window":1e3},"roots":["/x","../y"]}`,
		`{"a":1,"a":2}`, `[1]`, "\"\\u00e9\"",
	} {
		f.Add(text)
	}
	base := analysistest.InMemory(analysistest.Authoring)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			t.Skip("longer than it needs to be")
		}
		set, problems := readText(text)
		checkSettings(t, text, problems)

		s := base.With(workspace.Change{Path: "/w/" + config.SettingsFile, Text: &text, Language: "yaml", Time: time.Unix(1, 0)})
		found := rules.Diagnose(t.Context(), s, "/w/"+config.SettingsFile)
		if len(found) < len(problems) {
			t.Errorf("%d findings of %d problems", len(found), len(problems))
		}
		checkSettings(t, text, workspace.SettingsAt(s, "/w/"+config.SettingsFile).Problems)
		for _, d := range rules.Diagnose(t.Context(), s, "/w/"+analysistest.InSkill) { // must work with any settings
			if d.Severity == diagnostic.Off {
				t.Errorf("a finding that is off: %+v", d)
			}
		}
		s.Ignored("/w/a/b.md", false)

		root, err := skills.ParseJSON(text)
		if err != nil {
			return
		}
		if _, faults := frontmatter.RecoverYAML(text); len(faults) > 0 || !utf8.ValidString(text) {
			return // the YAML parser does not know all of JSON, such as surrogate pairs
		}
		again, told := config.Decode(config.Source{Source: text, Rules: rules.Names(), InFile: true}, root)
		if diff := cmp.Diff(set, again); diff != "" {
			t.Errorf("%q: YAML gives -, JSON +\n%s", text, diff)
		}
		if diff := cmp.Diff(tellProblems(problems, text), tellProblems(config.CapProblems(told), text)); diff != "" {
			t.Errorf("%q: YAML gives -, JSON +\n%s", text, diff)
		}
	})
}

// TestSettingFixes checks that a fix removes its problem and causes no other.
func TestSettingFixes(t *testing.T) {
	fixed := 0
	for _, tt := range settingsTable {
		for _, p := range problemsAt(tt.text) {
			for _, fix := range p.Fixes {
				fixed++
				if !fix.Safe || !fix.Preferred || len(p.Fixes) > 1 {
					t.Errorf("%s: fix %+v", tt.name, fix)
				}
				after := analysistest.Apply(t, tt.text, "x", fix)
				left := problemsAt(after)
				if len(left) != len(problemsAt(tt.text))-1 || slices.ContainsFunc(left, func(l config.SettingProblem) bool { return l.Message == p.Message }) {
					t.Errorf("%s: %q makes %q, which has %q", tt.name, fix.Title, after, tellProblems(left, after))
				}
			}
		}
	}
	if fixed < 8 {
		t.Errorf("only %d fixes", fixed)
	}
}

func problemsAt(text string) []config.SettingProblem {
	_, problems := workspace.ReadSettings(config.Source{Path: "x", Source: text, Rules: rules.Names(), InFile: true})
	return problems
}
