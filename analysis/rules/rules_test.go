package rules_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

const suppressionWorkspace = `
-- .codelia/x --
-- .agents/skills/deploy/SKILL.md --
---
name: deploy
description: Deploys. Use when asked.
---
Text.
-- .agents/skills/review/SKILL.md --
`

// suppressedIn returns the diagnostics of a text as a skill, and lists each with the text under it. A text
// without frontmatter gets one.
func suppressedIn(t *testing.T, s *workspace.Snapshot, root, text string) (path string, found []diagnostic.Diagnostic, listing []string) {
	t.Helper()
	if !strings.HasPrefix(text, "---") {
		text = "---\nname: review\ndescription: Reviews. Use when asked.\n---\n" + text
	}
	path = filepath.Join(root, ".agents", "skills", "review", "SKILL.md")
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	analysistest.CheckPhases(t, s, path)
	found = rules.Diagnose(t.Context(), s, path)
	for _, d := range found {
		listing = append(listing, d.Rule+" `"+d.Span.Of(text)+"`")
	}
	return path, found, listing
}

// In these texts [workspace.gone](gone.md) is a broken link, which depends on the file alone, and $deplox almost names
// another skill.
func TestSuppressions(t *testing.T) {
	const unused = "suppression/unused "
	tests := []struct {
		name, text string
		want       []string // the diagnostics, with the text under each
	}{
		{"none", "[gone](gone.md)\n\n$deplox", []string{"link/broken `gone.md`", "mention/unknown `$deplox`"}},
		{"the next line", "<!-- skills-ls-disable-next-line link/broken -->\n[gone](gone.md) $deplox", []string{"mention/unknown `$deplox`"}},
		{"a rule about other skills", "<!-- skills-ls-disable-next-line mention/unknown -->\n[gone](gone.md) $deplox", []string{"link/broken `gone.md`"}},
		{"two rules", "<!-- skills-ls-disable-next-line link/broken mention/unknown -->\n[gone](gone.md) $deplox", nil},
		{"with a comma", "<!--skills-ls-disable-next-line link/broken,mention/unknown-->\n[gone](gone.md) $deplox", nil},
		{"all rules", "<!-- skills-ls-disable-next-line -->\n[gone](gone.md) $deplox\n\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"after blank lines", "<!-- skills-ls-disable-next-line link/broken -->\n\n \t\n[gone](gone.md)\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"several in a row", "<!-- skills-ls-disable-next-line link/broken -->\n<!-- skills-ls-disable-next-line mention/unknown -->\n[gone](gone.md) $deplox", nil},
		{"at the end of a line", "Text. <!-- skills-ls-disable-next-line link/broken -->\n[gone](gone.md)", nil},
		{"in the same line", "Text. <!-- skills-ls-disable-next-line link/broken --> [gone](gone.md)", []string{unused + "`link/broken`", "link/broken `gone.md`"}},
		{"over two lines", "<!-- skills-ls-disable-next-line\nlink/broken -->\n[gone](gone.md)", nil},
		{"in a list", "- a\n\n  <!-- skills-ls-disable-next-line link/broken -->\n  [gone](gone.md)", nil},
		{"in a quotation", "> <!-- skills-ls-disable-next-line link/broken -->\n>\n> [gone](gone.md)", nil},
		{"CRLF", "<!-- skills-ls-disable-next-line link/broken -->\r\n[gone](gone.md)\r\n", nil},
		{"CR", "<!-- skills-ls-disable-next-line link/broken -->\r[gone](gone.md)\r[gone](gone.md)\r", []string{"link/broken `gone.md`"}},
		{"in a code span", "`<!-- skills-ls-disable-next-line link/broken -->`\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"in a fence", "```\n<!-- skills-ls-disable link/broken -->\n```\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"indented code", "    <!-- skills-ls-disable link/broken -->\n\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"at the end", "Text.\n<!-- skills-ls-disable-next-line -->", []string{unused + "`<!-- skills-ls-disable-next-line -->`"}},

		{"from here on", "[gone](gone.md)\n<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n\n[gone](gone.md) $deplox", []string{"link/broken `gone.md`", "mention/unknown `$deplox`"}},
		{"up to", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-enable link/broken -->\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"up to the end of all", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-enable -->\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"twice", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-enable -->\n[gone](gone.md)\n<!-- skills-ls-disable -->\n[gone](gone.md)", []string{"link/broken `gone.md`"}},
		{"all but one", "<!-- skills-ls-disable -->\n[gone](gone.md)\n<!-- skills-ls-enable mention/unknown -->\n[gone](gone.md) $deplox", []string{"mention/unknown `$deplox`"}},
		{"within one line", "A <!-- skills-ls-disable link/broken --> [gone](gone.md) <!-- skills-ls-enable link/broken --> [gone](gone.md)", []string{"link/broken `gone.md`"}},

		{"a field", "---\n# skills-ls-disable-next-line name/directory\nname: other\ndescription: Reviews. Use when asked.\n---\nText.", nil},
		{"another field", "---\nname: other\n# skills-ls-disable-next-line name/directory\ndescription: Reviews. Use when asked.\n---\nText.", []string{"name/directory `other`", unused + "`name/directory`"}},
		{"all of a field", "---\nname: review\n# skills-ls-disable-next-line frontmatter/type description/empty\ndescription:\n\n  - Reviews.\n---\nText.", nil},
		{"in a field", "---\nname: review\ndescription:\n  # skills-ls-disable-next-line frontmatter/type\n  - Reviews.\n---\nText.", []string{"description/empty `description`"}},
		{"before a comment", "---\n# skills-ls-disable-next-line name/directory\n# Why not.\n\nname: other\ndescription: Reviews. Use when asked.\n---\nText.", nil},
		{"behind a value", "---\nname: review # skills-ls-disable-next-line\nlicence: MIT\ndescription: Reviews. Use when asked.\n---\nText.", []string{"frontmatter/portability `review`", "name/format `review`", "frontmatter/unknown-key `licence`"}},
		{"in a text", "---\nname: review\ndescription: Use when asked.\ncompatibility: 'a\n  # skills-ls-disable-next-line'\nlicence: MIT\n---\nText.", []string{"frontmatter/unknown-key `licence`"}},
		{"the closing delimiter", "---\nname: review\ndescription: Reviews. Use when asked.\n# skills-ls-disable-next-line body/empty\n---\n", nil},
		{"the body is not the frontmatter", "---\nname: other\ndescription: Reviews. Use when asked.\n---\n<!-- skills-ls-disable name/directory -->\nText.", []string{"name/directory `other`", unused + "`name/directory`"}},

		{"unused", "<!-- skills-ls-disable-next-line link/broken -->\nText.\n[gone](gone.md)", []string{unused + "`link/broken`", "link/broken `gone.md`"}},
		{"unused about other skills", "<!-- skills-ls-disable mention/unknown -->\nText.", []string{unused + "`mention/unknown`"}},
		{"one of two is unused", "<!-- skills-ls-disable link/broken mention/unknown -->\n[gone](gone.md)", []string{unused + "`mention/unknown`"}},
		{"both are unused", "<!-- skills-ls-disable link/broken mention/unknown -->\nText.", []string{unused + "`link/broken`", unused + "`mention/unknown`"}},
		{"a rule that the file cannot break", "<!-- skills-ls-disable-next-line config/path -->\nText.", []string{unused + "`config/path`"}},
		{"all are unused", "<!-- skills-ls-disable -->\nText.", []string{unused + "`<!-- skills-ls-disable -->`"}},
		{"nothing to end", "<!-- skills-ls-enable link/broken -->\nText.\n<!-- skills-ls-enable -->", []string{unused + "`link/broken`", unused + "`<!-- skills-ls-enable -->`"}},
		{"silenced twice", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-disable link/broken -->\n[gone](gone.md)", []string{unused + "`link/broken`"}},
		{"silenced in two ways", "<!-- skills-ls-disable link/broken -->\n<!-- skills-ls-disable-next-line -->\n[gone](gone.md)", nil},
		{"silenced twice in a line", "<!-- skills-ls-disable-next-line link/broken --> <!-- skills-ls-disable-next-line link/broken -->\n[gone](gone.md)", []string{unused + "`link/broken`"}},
		{"unknown", "<!-- skills-ls-disable-next-line link/borken nonsense link/* -->\n[gone](gone.md)", []string{unused + "`link/borken`", unused + "`nonsense`", unused + "`link/*`", "link/broken `gone.md`"}},
		{"unknown verbs", "<!-- skills-ls-disable-nextline -->\n<!-- skills-ls-ignore -->\n<!-- skills-ls is meant -->", []string{unused + "`skills-ls-disable-nextline`", unused + "`skills-ls-ignore`"}},
		{"no verb of YAML", "---\n# skills-ls-disable\nname: review\ndescription: Reviews. Use when asked.\n---\nText.", []string{unused + "`skills-ls-disable`"}},
		{"silenced itself", "<!-- skills-ls-disable suppression/unused -->\n<!-- skills-ls-disable link/broken --> Text.", nil},
		{"not silenced by all", "<!-- skills-ls-disable -->\n[gone](gone.md)\n<!-- skills-ls-disable-next-line link/broken --> Text.", []string{unused + "`link/broken`"}},
		{"while YAML is broken", "---\nname: review\n# skills-ls-disable-next-line name/directory\ndescription: \"Reviews.\n---\n<!-- skills-ls-disable -->", []string{"frontmatter/yaml `\"Reviews.`"}},
	}
	s, root := analysistest.Workspace(t, suppressionWorkspace)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, got := suppressedIn(t, s, root, tt.text); fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestSuppressionFixes checks texts after all fixes for unused suppressions have been applied.
func TestSuppressionFixes(t *testing.T) {
	const head = "---\nname: review\ndescription: Reviews. Use when asked.\n---\n"
	tests := []struct{ name, text, want string }{
		{"a line", "A.\n<!-- skills-ls-disable-next-line -->\nB.\n", "A.\nB.\n"},
		{"a line of CRLF", "A.\r\n<!-- skills-ls-disable-next-line -->\r\nB.\r\n", "A.\r\nB.\r\n"},
		{"the last line", "A.\n<!-- skills-ls-disable-next-line -->", "A.\n"},
		{"a line of a quotation", "> A.\n> <!-- skills-ls-disable-next-line -->\n> B.\n", "> A.\n> B.\n"},
		{"at the end of a line", "A. <!-- skills-ls-disable-next-line -->\nB.\n", "A.\nB.\n"},
		{"at the start of a line", "<!-- skills-ls-disable-next-line --> A.\n", "A.\n"},
		{"between words", "A <!-- skills-ls-disable-next-line --> b.\n", "A b.\n"},
		{"after an item's marker", "- <!-- skills-ls-disable-next-line --> A.\n", "- A.\n"},
		{"several rules", "<!-- skills-ls-disable link/case link/broken, link/escape mention/path -->\n[gone](gone.md)\n", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n"},
		{"all rules", "<!-- skills-ls-disable link/case link/escape -->\nA.\n", "A.\n"},
		{"with its end", "<!-- skills-ls-disable link/broken -->\nA.\n<!-- skills-ls-enable link/broken -->\n", "A.\n"},
		{"with its part of an end", "<!-- skills-ls-disable link/broken link/case -->\n[gone](gone.md)\n<!-- skills-ls-enable link/case link/broken -->\n", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-enable link/broken -->\n"},
		{"an end that others have", "<!-- skills-ls-disable link/broken -->\n<!-- skills-ls-disable link/case -->\n[gone](gone.md)\n<!-- skills-ls-enable -->\n", "<!-- skills-ls-disable link/broken -->\n[gone](gone.md)\n<!-- skills-ls-enable -->\n"},
		{"an end for one rule", "<!-- skills-ls-disable -->\nA.\n<!-- skills-ls-enable link/case -->\n", "A.\n"},
		{"misspelt", "<!-- skills-ls-disable-next-lien link/borken Link/Case -->\n[gone](gone.md)\n", "<!-- skills-ls-disable-next-line link/broken -->\n[gone](gone.md)\n"},
		{"misspelt and given", "<!-- skills-ls-disable-next-line link/broken link/borken -->\n[gone](gone.md)\n", "<!-- skills-ls-disable-next-line link/broken -->\n[gone](gone.md)\n"},
		{"in the frontmatter", "---\nname: review\n  # skills-ls-disable-next-line\ndescription: Reviews. Use when asked.\n---\nA.\n", head + "A.\n"},
	}
	base, root := analysistest.Workspace(t, suppressionWorkspace)
	base = base.WithConfig(workspace.Config{Folders: base.Config().Folders, Home: filepath.Join(root, "home")})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, want := tt.text, tt.want
			if !strings.HasPrefix(text, "---") {
				text, want = head+text, head+want
			}
			for range 10 {
				path, found, _ := suppressedIn(t, base, root, text)
				i := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == suppress.UnusedSuppression })
				if i < 0 {
					break
				}
				if d := found[i]; len(d.Fixes) != 1 || !d.Fixes[0].Preferred {
					t.Fatalf("%+v has no preferred fix", d)
				}
				text = analysistest.Apply(t, text, path, found[i].Fixes[0])
			}
			if text != want {
				t.Errorf("got  %q\nwant %q", text, want)
			}
		})
	}
}

// TestUncertainSuppressions checks that no preferred fix deletes a suppression that the user's own skills may
// need.
func TestUncertainSuppressions(t *testing.T) {
	s, root := analysistest.Workspace(t, suppressionWorkspace)
	for comment, want := range map[string]bool{"link/broken": true, "mention/unknown": false, "": false, "link/broken mention/unknown": false, "nonsense": true} {
		_, found, _ := suppressedIn(t, s, root, "<!-- skills-ls-disable "+comment+" -->\nText.")
		for _, d := range found {
			if fix := d.Fixes[0]; fix.Preferred != want {
				t.Errorf("%q: preferred is %v", comment, fix.Preferred)
			}
		}
	}
}

// TestJudgedSuppressions checks that a suppression does not count as unused if its rules could not report
// anything.
func TestJudgedSuppressions(t *testing.T) {
	const of = "<!-- skills-ls-disable-next-line %s -->\nText."
	tests := []struct {
		name   string
		config workspace.Config
		rules  map[string]bool // whether a suppression of the rule can count as unused
	}{
		{"by default", workspace.Config{}, map[string]bool{"link/broken": true, "mention/unknown": true, "name/format": true, "": true}},
		{"alone", workspace.Config{Isolated: true}, map[string]bool{"link/broken": true, "mention/unknown": false, "name/format": true, "": false}},
		{"off", workspace.Config{Settings: config.Settings{Rules: map[string]diagnostic.Severity{"link/broken": diagnostic.Off}}}, map[string]bool{"link/broken": false, "link/case": true, "": false}},
		{
			"off here",
			workspace.Config{Settings: config.Settings{Overrides: []config.Override{{Files: []string{"review/"}, Rules: map[string]diagnostic.Severity{"*": diagnostic.Off, "suppression/unused": diagnostic.Hint}}}}},
			map[string]bool{"link/broken": false, "": false},
		},
		{"other targets", workspace.Config{Settings: config.Settings{Targets: []string{"codex"}}}, map[string]bool{"link/broken": true, "name/format": false, "": false}},
		{"switched off", workspace.Config{Settings: config.Settings{Rules: map[string]diagnostic.Severity{"suppression/unused": diagnostic.Off}}}, map[string]bool{"link/broken": false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, suppressionWorkspace)
			tt.config.Folders = s.Config().Folders
			s = s.WithConfig(tt.config)
			for rule, want := range tt.rules {
				if _, found, _ := suppressedIn(t, s, root, fmt.Sprintf(of, rule)); (len(found) > 0) != want {
					t.Errorf("%q: judged %v, want %v", rule, len(found) > 0, want)
				}
			}
		})
	}
	t.Run("during the scan", func(t *testing.T) {
		s, root := analysistest.Workspace(t, suppressionWorkspace)
		s.Disk().Index.Begin()
		defer s.Disk().Index.End()
		if _, found, _ := suppressedIn(t, s, root, fmt.Sprintf(of, "mention/unknown")); len(found) > 0 {
			t.Errorf("found %+v", found)
		}
	})
}

// TestSuppressedSettings checks that a comment suppresses the diagnostics of a setting, also in the list of
// problems, and that the setting still does not apply.
func TestSuppressedSettings(t *testing.T) {
	tests := []struct{ text, want string }{
		{"rules:\n  # skills-ls-disable-next-line config/unknown\n  link/borken: off\n  link/brokn: off\n", "error config/unknown `link/brokn`\n"},
		{"# skills-ls-disable-next-line config/value\nrules: {x: off}\n", "hint suppression/unused `config/value`\nerror config/unknown `x`\n"},
		{"rules:\n  link/broken: off # skills-ls-disable-next-line\n  link/borken: off\n", "error config/unknown `link/borken`\n"},
		{"---\n# skills-ls-disable-next-line config/path\nroots: [/elsewhere]\n", ""},
		{"# skills-ls-disable-next-line config/syntax config/value\ntargets: [\n", ""},
	}
	for _, tt := range tests {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\n"+tt.text)
		path := filepath.Join(root, config.SettingsFile)
		analysistest.CheckPhases(t, s, path)
		if got := analysistest.Describe(s, path, rules.Diagnose(t.Context(), s, path)); got != tt.want {
			t.Errorf("%q\ngot  %swant %s", tt.text, got, tt.want)
		}
		if n, want := len(workspace.SettingsFor(s, path).Problems), strings.Count(tt.want, "error config/"); n != want {
			t.Errorf("%q: %d problems are listed, want %d", tt.text, n, want)
		}
	}
}

// TestSuppressedCompanion checks that suppressions work in the YAML file beside a skill.
func TestSuppressedCompanion(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"interface:\n  brand_color: red\n", "warning openai-yaml/color `red`\n"},
		{"interface:\n  # skills-ls-disable-next-line openai-yaml/color\n  brand_color: red\n", ""},
		{"interface:\n  # skills-ls-disable-next-line openai-yaml/color\n  brand_color: \"#123456\"\n", "hint suppression/unused `openai-yaml/color`\n"},
	} {
		s, root := analysistest.Workspace(t, suppressionWorkspace+"-- .codex/x --\n-- .agents/skills/deploy/agents/openai.yaml --\n"+tt.text)
		path := filepath.Join(root, ".agents", "skills", "deploy", "agents", "openai.yaml")
		analysistest.CheckPhases(t, s, path)
		if got := analysistest.Describe(s, path, rules.Diagnose(t.Context(), s, path)); got != tt.want {
			t.Errorf("%q\ngot  %swant %s", tt.text, got, tt.want)
		}
	}
}

// TestSuppressionIsInert checks that comments at the left edge of the frontmatter change nothing for any
// agent. (Below "metadata:", otto reads a comment that is indented like the keys, and the keys with it, as a
// string.)
func TestSuppressionIsInert(t *testing.T) {
	const text = "---\n%[1]sname: review\n%[1]sdescription: Reviews. Use when asked.\n%[1]smetadata:\n  a: b\n%[1]s---\nText.\n"
	path := filepath.Join(t.TempDir(), "review", "SKILL.md")
	verdict := func(agent *skills.Agent, text string) string {
		doc := skills.Parse(text)
		v := agent.Accept(skills.File{Path: path, Source: text, Frontmatter: &doc.Frontmatter})
		return fmt.Sprintf("%v %q %q", v.Accepted, v.Name, v.Description)
	}
	for _, rule := range append(rules.Names().Configurable, "") {
		comment := strings.TrimRight("# skills-ls-disable-next-line "+rule, " ") + "\n"
		for _, agent := range agents.All() {
			want := verdict(agent, fmt.Sprintf(text, ""))
			if got := verdict(agent, fmt.Sprintf(text, comment)); got != want {
				t.Errorf("%s makes %s of the text with %q, want %s", agent.ID, got, comment, want)
			}
		}
	}
}

// TestManySuppressions runs large numbers of suppressions: the time must grow with their number, not with its
// square.
func TestManySuppressions(t *testing.T) {
	s, root := analysistest.Workspace(t, suppressionWorkspace)
	const n = 8000
	for name, text := range map[string]string{
		"in a row":        strings.Repeat("<!-- skills-ls-disable-next-line link/broken -->\n", n),
		"in a line":       strings.Repeat("<!-- skills-ls-disable-next-line link/broken -->", n),
		"far apart":       strings.Repeat("<!-- skills-ls-disable-next-line link/broken -->\n\n\n\n\n\n", n),
		"on and off":      strings.Repeat("<!-- skills-ls-disable --><!-- skills-ls-enable -->\n", n),
		"on":              strings.Repeat("<!-- skills-ls-disable link/broken -->\n\n[gone](gone.md)\n", n),
		"many rules":      "<!-- skills-ls-disable " + strings.Repeat("link/broken x ", n) + "-->",
		"comments inside": "<!-- " + strings.Repeat("<!-- skills-ls-disable ", n),
		"frontmatter":     "---\n" + strings.Repeat("# skills-ls-disable-next-line link/broken\n", n) + "---\n",
	} {
		t.Run(name, func(t *testing.T) { suppressedIn(t, s, root, text) })
	}
}
