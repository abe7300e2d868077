package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/claudecode"
)

func TestMarkup(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"none", "Reads mail. Use when asked.", ""},
		{"tag", "Writes <b>bold</b> text.", "<b>"},
		{"closing tag", "Ends at </skill> and <b>.", "</skill>"},
		{"attributes", `Writes <a href=x>.`, "<a href=x>"},
		{"comment", "Writes <!-- x -->.", "<!-- x -->"},
		{"placeholder", "Reads <Größe>.", "<Größe>"},
		{"arrow", "From a -> b.", ">"},
		{"comparison", "Below 5 < x > 3.", "<"},
		{"quotes", `"Below \"<b>\"."`, "<b>"},
		{"escape", `"Below \x3cb\x3e."`, `"Below \x3cb\x3e."`},
		{"folded", ">-\n  Reads\n  mail <now>.", "<now>"},
		{"folded without", ">-\n  Reads\n  mail.", ""},
		{"literal with a comment", "| # <a>\n  Reads <b>.", "<b>"},
		{"over two lines", "Reads <a\n  b>.", "<"},
		{"list", "[<a>]", ""},
		{"not YAML", "'<a>", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: "+tt.value+"\n---\nBody.\n")
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			found := slices.DeleteFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule != "description/markup" })
			got := analysistest.Describe(s, path, found)
			want := ""
			if tt.want != "" {
				want = "information description/markup `" + tt.want + "`\n"
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestMarkupValidated checks that the severity is higher for an agent with Anthropic's validator, and that
// the message says so.
func TestMarkupValidated(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.SkillFile(".claude/skills", "a", "From <b>.", "")+
		"-- .claude/skills/b/SKILL.md --\n---\nname: b\ndescription: a -> b\nmodel: opus\n---\nBody.\n")
	for name, want := range map[string]string{
		"a": "warning: description contains \"<b>\": Anthropic's validator rejects angle brackets [claude-code]",
		"b": "warning: angle brackets in the description: Anthropic's validator rejects angle brackets [claude-code]",
	} {
		if got := said(t, s, filepath.Join(root, ".claude", "skills", name, "SKILL.md"), "description/markup"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestMarkupWithoutTag checks that an agent that strips tags is affected only if it finds a tag.
func TestMarkupWithoutTag(t *testing.T) {
	for value, want := range map[string]bool{
		"Writes <b>bold</b> text.":        true,
		"Reads <a\n  b>.":                 true,
		"Below 5 < x > 3.":                true, // VS Code strips this, too
		"From a -> b.":                    false,
		"Below 5 < x.":                    false,
		"Above 3 > x, and below 5 < x.":   false,
		">-\n  Of <>, and a => b.":        false,
		">-\n  >\n  Writes text.":         false,
		"'Of => <, and a <- b, c <-> d.'": true,
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: [copilot]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: "+value+"\n---\nBody.\n")
		got := said(t, s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"), "description/markup")
		if got == "" || strings.Contains(got, "[copilot]") != want {
			t.Errorf("%q: %q", value, got)
		}
	}
}

// TestMarkerTwice checks the diagnostic for a block marker that is repeated in the text, and that the fix
// deletes nothing else.
func TestMarkerTwice(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{">-\n  >\n    Reads\n    mail.", ">-\n    Reads\n    mail."},
		{">-\n  >\n  Reads mail.", ">-\n  Reads mail."},
		{">\n\n  >-\n  Reads mail.", ">\n\n  Reads mail."},
		{"|\n  > Reads mail.", "|\n  Reads mail."},
		{"|\n  >Reads <b>.", "|\n  Reads <b>."},
		{">-\r\n  >\r\n  Reads mail.", ">-\r\n  Reads mail."},
		{">-\n  > 5 items.", ""},
		{">-\n  >5 items.", ""},
		{">-\n  >= x items.", ""},
		{">-\n  > Reads\n  > mail.", ""},
		{">-\n  Reads\n  > mail.", ""},
		{"'> Reads mail.'", ""},
	} {
		before, after := "---\nname: x\ndescription: ", "\n---\nBody.\n"
		s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n"+before+tt.value+after)
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		found := slices.DeleteFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule != "description/markup" })
		if len(found) != 1 {
			t.Errorf("%q: %+v", tt.value, found)
			continue
		}
		d, got := found[0], ""
		if len(d.Fixes) > 0 {
			got = strings.TrimSuffix(strings.TrimPrefix(analysistest.Apply(t, before+tt.value+after, path, d.Fixes[0]), before), after)
		}
		if got != tt.want || strings.Contains(d.Text(), "marker") != (tt.want != "") || got != "" && d.Fixes[0].Safe { // agents would read another description
			t.Errorf("%q: %q, want %q; %+v", tt.value, got, tt.want, d)
		}
	}
}

// TestValidatorNotes checks that compat reports the first line of a vendor's validator as a note, and never
// as a reason.
func TestValidatorNotes(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.SkillFile(".claude/skills", "a", "D.", "")+analysistest.SkillFile(".claude/skills", "b", "Use when: asked", ""))
	for name, want := range map[string][]string{
		"a": nil,
		"b": {"Anthropic's validator reports: Invalid YAML in frontmatter: mapping values are not allowed here"},
	} {
		path := filepath.Join(root, ".claude", "skills", name, "SKILL.md")
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := vantage.ValidatorNotes(s, claudecode.Agent, f); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if got := vantage.ValidatorNotes(s, agents.Codelia, f); got != nil {
			t.Errorf("%s: Codelia has no validator, and yet %q", name, got)
		}
		list, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list.Agents {
			for _, note := range want {
				if own := slices.Contains(c.Notes, note); own != (c.Agent == claudecode.Agent) || slices.ContainsFunc(c.Reasons, func(r vantage.Reason) bool { return r.Message == note || r.Verbatim == note }) {
					t.Errorf("%s: the row of %s has the notes %q and the reasons %+v", name, c.Agent.ID, c.Notes, c.Reasons)
				}
			}
		}
	}
}
