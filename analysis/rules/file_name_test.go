package rules_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

func TestFileName(t *testing.T) {
	const front = "---\nname: x\ndescription: Does x. Use when asked.\n---\n"
	tests := []struct{ name, path, text, more, want string }{
		{"as it should be", "skills/x/SKILL.md", front, "", ""},
		{"small letters", "skills/x/skill.md", front, "", `information: agents look for "SKILL.md", not "skill.md" [agent-skills]`},
		{"a capital", "skills/x/Skill.md", front, "", `error: agents look for "SKILL.md", not "Skill.md" [agent-skills]`},
		{"a target", ".agents/skills/x/skill.md", front, "-- .codelia/x --\n-- .gemini/x --\n", `error: agents look for "SKILL.md", not "skill.md" [codelia gemini-cli]`},
		{"an owner", ".claude/skills/x/skill.md", front, "", `error: agents look for "SKILL.md", not "skill.md" [claude-code]`},
		{"another owner", ".github/skills/x/Skill.md", front, "", `error: agents look for "SKILL.md", not "Skill.md" [agent-skills copilot]`},
		{"beside the skill", "skills/x/skill.md", front, "-- skills/x/SKILL.md --\n" + front, `information: agents load the other file, "SKILL.md": rename or delete this one`},
		{"a text about skills", "docs/skill.md", "# Skills\n", "", ""},
		{"a text in a root", ".claude/skills/x/skill.md", "Do x.\n", "", `error: agents look for "SKILL.md", not "skill.md" [claude-code]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, "-- .git/HEAD --\n-- "+tt.path+" --\n"+tt.text+tt.more)
			if got := said(t, s, filepath.Join(root, filepath.FromSlash(tt.path)), "file/name"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("not saved", func(t *testing.T) {
		s, _ := analysistest.Scanned(t, "")
		text := front
		s = s.With(workspace.Change{Path: "untitled:skill.md", Text: &text, Language: "skill", Time: time.Unix(1, 0)})
		if got := said(t, s, "untitled:skill.md", "file/name"); got != "" {
			t.Error(got)
		}
	})
}

// TestFileNameFix checks that a rename that would break links is not safe, and that no rename is offered if a
// file with that name exists.
func TestFileNameFix(t *testing.T) {
	skill := func(dir, name string) string {
		return "-- skills/" + dir + "/" + name + " --\n---\nname: " + dir + "\ndescription: Does x. Use when asked.\n---\n"
	}
	s, root := analysistest.Scanned(t, skill("a", "skill.md")+skill("b", "skill.md")+skill("c", "SKILL.md")+"See [b](../b/skill.md).\n"+skill("c", "skill.md"))
	for dir, want := range map[string]string{
		"a": `Rename file to "SKILL.md" preferred: skills/a/skill.md to skills/a/SKILL.md`,
		"b": `Rename file to "SKILL.md": skills/b/skill.md to skills/b/SKILL.md`,
		"c": "",
	} {
		var got []string
		for _, d := range analysistest.Diagnose(s, root, "skills/"+dir+"/skill.md") {
			if d.Rule != "file/name" {
				continue
			}
			for _, fix := range d.Fixes {
				text := fix.Title
				if fix.Safe != fix.Preferred {
					t.Errorf("%s: safe is %v and preferred is %v", dir, fix.Safe, fix.Preferred)
				}
				if fix.Preferred {
					text += " preferred"
				}
				got = append(got, text+": "+vantage.ShownPath(s, fix.Rename.From)+" to "+vantage.ShownPath(s, fix.Rename.To))
			}
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: fixes %q, want %q", dir, got, want)
		}
	}
}
