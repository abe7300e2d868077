package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/lsp"
	"skills-ls/skills/agents"
)

// TestNewIsValid creates skills with all kinds of names for every agent, and checks that none has a problem
// other than the description to fill in: in its directory, for the agent alone, and for all agents side by
// side.
func TestNewIsValid(t *testing.T) {
	names := []string{"release-notes", "release-notes-draft", "release", "x", "123", "1e3", "true", "null", "on", "2024-01-02", "what", "use-when", strings.Repeat("a", 64)}
	for _, agent := range agents.All() {
		t.Run(agent.ID, func(t *testing.T) {
			dir := realTemp(t)
			mkdir(t, filepath.Join(dir, ".git"))
			for _, name := range names {
				if r := command(t, dir, "", "new", name, "--agent", agent.ID); r.code != exitDone || r.stderr != "" || strings.Count(r.stdout, "\n") != 1 {
					t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
				}
			}
			for _, args := range [][]string{nil, {"--agent", agent.ID}} {
				report, r := checkJSON(t, dir, append(args, "--fail-on", "hint")...)
				if r.code != exitFound || report.Summary.Skills != len(names) {
					t.Errorf("%s: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
				}
				for _, f := range report.Files {
					if got := rulesOf(f); strings.Join(got, " ") != "body/placeholder" {
						t.Errorf("%s: %s", f.Path, got)
					}
				}
			}
			if agent.Catalog == nil || agent.Inject == nil {
				return
			}
			listed := command(t, dir, "", "list", "--agent", agent.ID)
			for _, name := range names {
				if !strings.Contains(listed.stdout, name) {
					t.Errorf("%s does not see %s:\n%s%s", agent.ID, name, listed.stdout, listed.stderr)
				}
			}
		})
	}
}

// TestNewPlace checks where a skill is created: in the project of the working directory.
func TestNewPlace(t *testing.T) {
	dir := realTemp(t)
	mkdir(t, filepath.Join(dir, "project", ".git"), filepath.Join(dir, "project", "sub"), filepath.Join(dir, "none"))
	mkdir(t, filepath.Join(dir, "claude", ".git"), filepath.Join(dir, "claude", "sub"), filepath.Join(dir, "author", ".git"), filepath.Join(dir, "plugin", ".git"))
	write(t, filepath.Join(dir, "claude", "CLAUDE.md"), "")
	write(t, filepath.Join(dir, "author", "skills", "demo", "SKILL.md"), "")
	write(t, filepath.Join(dir, "plugin", ".claude-plugin", "plugin.json"), "{}")
	for _, c := range []struct {
		cwd  string
		args []string
		want string
	}{
		{"project", nil, "project/.agents/skills"},
		{"project/sub", nil, "project/.agents/skills"},
		{"none", nil, "none/.agents/skills"},
		{"claude/sub", nil, "claude/.claude/skills"},
		{"author", nil, "author/skills"},
		{"plugin", nil, "plugin/skills"},
		{"project", []string{"--dir", "plugin/skills"}, "project/plugin/skills"},
		{"project", []string{"--dir", filepath.Join(dir, "none")}, "none"},
		{"project", []string{"--agent", "claude-code"}, "project/.claude/skills"},
		{"project", []string{"--agent", "codelia"}, "project/.agents/skills"},
		{"project", []string{"--agent", "mycodeagent"}, "project/skills"},
		{"project", []string{"--agent", "claude-code", "--dir", "x"}, "project/x"},
	} {
		want := filepath.Join(dir, filepath.FromSlash(c.want), "new-one", "SKILL.md")
		r := command(t, filepath.Join(dir, filepath.FromSlash(c.cwd)), "", append([]string{"new", "new-one", "--format", "json"}, c.args...)...)
		var got lsp.NewSkillResult
		if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || r.code != exitDone {
			t.Errorf("%s: exit %d, %v\n%s%s", c.args, r.code, err, r.stdout, r.stderr)
		}
		if got.Path != want || got.Dir != filepath.Dir(want) || got.Name != "new-one" || got.Description == "" {
			t.Errorf("%s: %+v, want %s", c.args, got, want)
		}
		if err := os.RemoveAll(filepath.Dir(want)); err != nil {
			t.Error(err)
		}
	}
}

// TestNewNeverOverwrites checks that a file or directory with the name stays unchanged, and that nothing else
// is created.
func TestNewNeverOverwrites(t *testing.T) {
	for name, prepare := range map[string]func(path string) error{
		"a skill":           func(path string) error { write(t, filepath.Join(path, "SKILL.md"), "mine"); return nil },
		"an empty one":      func(path string) error { return os.MkdirAll(path, 0o755) },
		"a file":            func(path string) error { write(t, path, "mine"); return nil },
		"a link to nowhere": func(path string) error { mkdir(t, filepath.Dir(path)); return os.Symlink("nowhere", path) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			mkdir(t, filepath.Join(dir, ".git"))
			path := filepath.Join(dir, ".agents", "skills", "taken")
			if err := prepare(path); err != nil {
				t.Skip(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			r := command(t, dir, "", "new", "taken")
			after, err := os.Lstat(path)
			if err != nil || !os.SameFile(before, after) || r.code != exitFailure || r.stderr != "skills-ls: "+filepath.Join(".agents", "skills", "taken")+" already exists\n" {
				t.Errorf("%v, exit %d\n%s%s", err, r.code, r.stdout, r.stderr)
			}
			if name == "a skill" && read(t, path, "SKILL.md") != "mine" {
				t.Error("the skill was changed")
			}
			if entries := listing(t, filepath.Dir(path)); len(entries) != 1 {
				t.Errorf("%q", entries)
			}
		})
	}
}

// TestNewStaysInside checks names that would leave the directory, even if the target agents accept any name.
func TestNewStaysInside(t *testing.T) {
	for _, settings := range []string{"{}\n", "targets: [codex]\n", "targets: [claude-code]\n", "targets: [goose]\n"} {
		dir := realTemp(t)
		tree(t, dir, map[string]string{"project/.skills-ls.yaml": settings, "project/.git/HEAD": ""})
		for _, name := range []string{"..", ".", "../x", "a/../../../../x", "/x", "a/b", "a\x00b"} {
			r := command(t, filepath.Join(dir, "project"), "", "new", name)
			if r.code != exitFailure || r.stdout != "" {
				t.Errorf("%q with %q: exit %d\n%s", name, settings, r.code, r.stdout)
			}
		}
		if got := listing(t, dir); len(got) != 2 {
			t.Errorf("%q: %q", settings, got)
		}
		if got := listing(t, filepath.Join(dir, "project")); len(got) != 2 {
			t.Errorf("%q: %q", settings, got)
		}
	}
}

// TestNewInOtherCase checks that no skill directory is created whose name differs only in case from another one.
func TestNewInOtherCase(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{".git/HEAD": "", ".codex/skills/Deploy/README.md": ""})
	r := command(t, dir, "", "new", "deploy", "--agent", "codex")
	if r.code != exitFailure || !strings.Contains(r.stderr, "already exists") || len(listing(t, filepath.Join(dir, ".codex", "skills"))) != 1 {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
