package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/workspace"
)

func TestResourceLimits(t *testing.T) {
	skill := func(body string) string {
		return "-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x. Use when asked.\n---\n" + body + "\n"
	}
	targets := func(list string) string { return "-- .skills-ls.yaml --\ntargets: [" + list + "]\n" }
	files := func(pattern string, n int) string {
		var out strings.Builder
		for i := range n { // with letters, since numbers would make a series
			name := string(rune('a'+i/26)) + string(rune('a'+i%26)) + "-notes"
			fmt.Fprintf(&out, "-- .agents/skills/x/"+pattern+" --\nText.\n", name)
		}
		return out.String()
	}
	sized := func(name string, size int) string {
		return "-- .agents/skills/x/" + name + " --\n" + strings.Repeat("x", size-1) + "\n"
	}
	tests := []struct{ name, archive, want string }{
		{"few files", targets("opencode") + skill("Text.") + files("r/%s.md", 10), ""},
		{"more than are listed", targets("opencode") + skill("Text.") + files("r/%s.md", 12), "information: OpenCode may not list r/ak-notes.md and r/al-notes.md: it lists at most 10 files [opencode]"},
		{"many more", targets("opencode") + skill("Text.") + files("r/%s.md", 16), "information: OpenCode may not list r/ak-notes.md, r/al-notes.md, r/am-notes.md and 3 more: it lists at most 10 files [opencode]"},
		{"mentioned", targets("opencode") + skill("All of `r/` matters.") + files("r/%s.md", 12), ""},
		{"not of the list's kind", targets("codelia, otto, claude-code") + skill("Text.") + files("r/%s.md", 12), ""},
		{"beyond Codelia's list", targets("codelia") + skill("Text.") + files("r/%s.md", 201), "information: Codelia may not list r/hr-notes.md and r/hs-notes.md: it lists at most 200 files and 524288 bytes [codelia]"},
		{"beyond Codelia's bytes", targets("codelia") + skill("Text.") + sized("a.pdf", 512<<10) + files("r/%s.md", 1), "information: Codelia may not list r/aa-notes.md: it lists at most 200 files and 524288 bytes [codelia]"},
		{"a text too large to be read", targets("otto") + skill("See [a](a.md).") + sized("a.md", 256<<10+1), "warning: file is too large: a.md (262145): the limit is 262144 bytes [otto]"},
		{"a text just as large", targets("otto") + skill("See [a](a.md).") + sized("a.md", 256<<10), ""},
		{"data for programs", targets("otto") + skill("Run x.py on a.json.") + sized("a.json", 256<<10+1) + sized("x.py", 10), ""},
		{"a text for RemcoChat", targets("remcochat, otto") + skill("See a.txt.") + sized("a.txt", 2_000_001), "warning: file is too large: a.txt (2000001): the limit is 262144 bytes [otto]\nwarning: file is too large: a.txt (2000001): the limit is 2000000 bytes [remcochat]"},
		{"a text within a limit that is set", targets("remcochat") + "agents: {remcochat: {max_resource_bytes: 3000000}}\n" + skill("See a.txt.") + sized("a.txt", 2_000_001), ""},
		{"a project's own directory", "-- .agents/skills/x/.git/HEAD --\n" + targets("opencode") + skill("Text.") + files("r/%s.md", 12), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			checkSaidOfOthers(t, s, path, "resource/limits", tt.want)
		})
	}
}

// TestResourceLimitsEdit checks that an agent's remembered list is computed again when files are added or
// removed, and that the size of a buffer counts.
func TestResourceLimitsEdit(t *testing.T) {
	archive := "-- .skills-ls.yaml --\ntargets: [opencode, otto]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x. Use when asked.\n---\nSee [a](a.md).\n"
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		archive += "-- .agents/skills/x/" + name + ".md --\nText.\n"
	}
	s, root := analysistest.Scanned(t, archive)
	dir := filepath.Join(root, ".agents", "skills", "x")
	want := func(want string) {
		t.Helper()
		if got := said(t, s, filepath.Join(dir, "SKILL.md"), "resource/limits"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	want("")
	const left = "information: OpenCode may not list k.md: it lists at most 10 files [opencode]"
	come := filepath.Join(dir, "k.md")
	if err := os.WriteFile(come, []byte("Text.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(come)
	want(left)
	grown, text := filepath.Join(dir, "a.md"), strings.Repeat("x", 300_000)
	s = s.With(workspace.Change{Path: grown, Text: &text, Time: time.Unix(1, 0)})
	want(left + "\nwarning: file is too large: a.md (300000): the limit is 262144 bytes [otto]")
	if err := os.Remove(come); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(come).With(workspace.Change{Path: grown})
	want("")
}
