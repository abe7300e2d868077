package rules_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
)

func TestFileLocation(t *testing.T) {
	skill := func(dir string) string {
		return "-- " + dir + "/SKILL.md --\n---\nname: " + filepath.Base(dir) + "\ndescription: Does x. Use when asked.\n---\nText.\n"
	}
	targets := func(list string) string { return "-- .skills-ls.yaml --\ntargets: [" + list + "]\n" }
	const shallow = "only directories directly in .claude/skills are searched"
	tests := []struct{ name, archive, dir, want string }{
		{"in its place", skill(".claude/skills/x"), ".claude/skills/x", ""},
		{"too deep for the owner", skill(".claude/skills/g/x"), ".claude/skills/g/x", "error: agents do not find the skill here: " + shallow + " [claude-code]"},
		{"too deep for one that is used here", "-- .codelia/x --\n-- .gemini/x --\n" + skill(".agents/skills/g/x"), ".agents/skills/g/x", "error: some agents do not find the skill here: only directories directly in .agents/skills are searched [gemini-cli]"},
		{"too deep for none that is used here", "-- .codelia/x --\n" + skill(".agents/skills/g/x"), ".agents/skills/g/x", ""},
		{"too deep for some targets", targets("codelia, otto, claude-code") + skill(".claude/skills/g/x"), ".claude/skills/g/x", "error: agents do not find the skill here [codelia claude-code otto]"},
		{"where one of two targets does not look", targets("codex, claude-code") + skill(".claude/skills/x"), ".claude/skills/x", "warning: some agents do not find the skill here: they do not look in .claude/skills [codex]"},
		{"in the root", skill(".claude/skills"), ".claude/skills", "error: agents do not find the skill here: a skill needs its own directory in a root [claude-code]"},
		{"in no agent's directory", skill("skills/g/x"), "skills/g/x", ""},
		{"in no agent's directory, with targets", targets("claude-code, codex") + skill("skills/g/x"), "skills/g/x", ""},
		{"where a target does not look", targets("codex") + skill(".claude/skills/x"), ".claude/skills/x", "warning: agents do not find the skill here: they do not look in .claude/skills [codex]"},
		{"copied to where it looks", targets("codex, claude-code") + skill(".claude/skills/x") + skill(".codex/skills/x"), ".claude/skills/x", ""},
		{"linked to where it looks", targets("codex, claude-code") + skill(".claude/skills/x") + "-- .codex/skills/x->../../.claude/skills/x --\n", ".claude/skills/x", ""},
		{"linked to where links count for nothing", targets("codelia") + skill(".claude/skills/x") + "-- .agents/skills/x->../../.claude/skills/x --\n", ".claude/skills/x", "warning: agents do not find the skill here: they do not look in .claude/skills [codelia]"},
		{"by a link", targets("codelia, codex") + skill("shared/x") + "-- .agents/skills/x->../../shared/x --\n", ".agents/skills/x", "error: some agents do not find the skill here: symbolic links to directories are not followed [codelia]"},
		{"a root that is a link", targets("codelia, codex") + skill("shared/x") + "-- .agents/skills->../shared --\n", ".agents/skills/x", ""},
		{"a linked file", targets("codelia, codex, goose") + "-- shared/x.md --\n---\nname: x\ndescription: Does x. Use when asked.\n---\nText.\n-- .agents/skills/x/SKILL.md->../../../shared/x.md --\n", ".agents/skills/x", "error: some agents do not find the skill here: a SKILL.md that is a symbolic link is skipped [codelia codex]"},
		{"hidden", targets("codex, opencode") + skill(".agents/skills/.own/x"), ".agents/skills/.own/x", "warning: some agents do not find the skill here: directories named .own are skipped [codex]"},
		{"hidden and too deep", skill(".claude/skills/.own/x"), ".claude/skills/.own/x", "warning: agents do not find the skill here: " + shallow + " [claude-code]"},
		{"put away", skill(".claude/skills/.disabled/x"), ".claude/skills/.disabled/x", ""},
		{"a template", skill(".claude/skills/_templates/x"), ".claude/skills/_templates/x", ""},
		{"a part of a skill", skill(".claude/skills/outer") + skill(".claude/skills/outer/parts/x"), ".claude/skills/outer/parts/x", ""},
		{"a part of a skill for an agent that stops there", targets("pi") + skill(".pi/skills/outer") + skill(".pi/skills/outer/x"), ".pi/skills/outer/x", ""},
		{"below a rejected file", targets("pi, codex") + "-- .pi/skills/outer/SKILL.md --\n---\nname: outer\n---\n" + skill(".pi/skills/outer/x"), ".pi/skills/outer/x", "warning: agents do not find the skill here: skills inside the skill .pi/skills/outer are skipped [pi]"},
		{"beside a skill in the root", skill(".claude/skills") + skill(".claude/skills/g/x"), ".claude/skills/g/x", "error: agents do not find the skill here: " + shallow + " [claude-code]"},
		{"below a skill in the root", targets("pi") + skill(".agents/skills") + skill(".agents/skills/g/x"), ".agents/skills/g/x", "error: agents do not find the skill here: skills inside the skill .agents/skills are skipped [pi]"},
		{"below a named root", "-- .skills-ls.yaml --\ntargets: [claude-code]\nroots: [team]\n" + skill("team/g/x"), "team/g/x", "error: agents do not find the skill here: only directories directly in team are searched [claude-code]"},
		{"found and never listed", targets("copilot") + skill(".github/skills/network-troubleshoot"), ".github/skills/network-troubleshoot", "warning: GitHub Copilot in VS Code never lists the skill for the model: VS Code skips paths that contain `troubleshoot/SKILL.md` [copilot]"},
		{"without frontmatter", "-- .claude/skills/SKILL.md --\n# Our skills\n", ".claude/skills", ""},
		{"switched off", "-- .skills-ls.yaml --\ntargets: [codelia]\nagents: {codelia: {enabled: false}}\n" + skill(".agents/skills/x"), ".agents/skills/x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, "-- .git/HEAD --\n"+tt.archive)
			path := filepath.Join(root, filepath.FromSlash(tt.dir), "SKILL.md")
			checkSaidOfOthers(t, s, path, "file/location", tt.want)
		})
	}
}

// TestFileLocationAffected checks that a skill is checked again if the skill that contains it, or a copy of
// it, is added or removed.
func TestFileLocationAffected(t *testing.T) {
	const text = "---\nname: x\ndescription: Does x. Use when asked.\n---\nText.\n"
	s, root := analysistest.Scanned(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [claude-code]\n"+
		"-- .claude/skills/outer/parts/x/SKILL.md --\n"+text+"-- .agents/skills/x/SKILL.md --\n"+text)
	deep, other := filepath.Join(root, ".claude/skills/outer/parts/x/SKILL.md"), filepath.Join(root, ".agents/skills/x/SKILL.md")
	want := func(path string, found bool) {
		t.Helper()
		if got := said(t, s, path, "file/location"); (got != "") != found {
			t.Errorf("%s: %q", vantage.ShownPath(s, path), got)
		}
	}
	change := func(file string, now string, paths string) {
		t.Helper()
		path := filepath.Join(root, filepath.FromSlash(file))
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(now), 0o644))
		if now == "" {
			err = os.Remove(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		s = s.Refresh(path)
		for _, p := range analysistest.AffectedOnDisk(s, s, path) {
			if p == paths {
				return
			}
		}
		t.Errorf("%s does not affect %s", file, vantage.ShownPath(s, paths))
	}
	want(deep, true)
	want(other, true)
	change(".claude/skills/outer/SKILL.md", "---\nname: outer\ndescription: Is around. Use when asked.\n---\nText.\n", deep)
	want(deep, false)
	change(".claude/skills/outer/SKILL.md", "", deep)
	want(deep, true)
	change(".claude/skills/x/SKILL.md", text, other)
	want(other, false)
	change(".claude/skills/x/SKILL.md", "", other)
	want(other, true)
}
