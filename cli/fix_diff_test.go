package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// diffTree returns a tree with many problems to fix, and with names that a diff must quote.
func diffTree(random *rand.Rand) map[string]string {
	files := map[string]string{
		".agents/skills/renamed/skill.md":      fixable("Go.\n"),
		".agents/skills/only-renamed/skill.md": strings.Replace(goodSkill, "good", "only-renamed", 1),
		".agents/skills/one-line/SKILL.md":     "---\nname: one-line\ndescription: a: b\n---",
		"AGENTS.md":                            "See [x].\n\n[X]: https://example.com\n[y]: https://example.org",
	}
	names := []string{"plain", "with blank", "ünï-cödé", "a'b", "-dash"}
	if runtime.GOOS != "windows" {
		names = append(names, `q"uote`, `back\slash`, "tab\tname", "line\nend", "bell\a", " ", "c1\u009b bidi\u202e")
	}
	for i := range 60 {
		name := fmt.Sprintf("%s %d", names[i%len(names)], i)
		if i < len(names) {
			name = names[i]
		}
		var b strings.Builder
		b.WriteString("---\nname: \"\"\ndescription: One: two. Use when three.\n")
		if random.IntN(2) == 0 {
			b.WriteString("allowed-tools:\n  - Read\n  - Grep\n")
		}
		b.WriteString("---\n\n# Heading\n")
		for range random.IntN(40) {
			b.WriteString([]string{"\n", "See [x](#head_ing).\n", "Text.\n", "Text.\n", "[x](#heading)\n", "\xff\n", "\u2028\n", "a\fb\n", "-- a\n", "++ b\n"}[random.IntN(10)])
		}
		text := b.String()
		switch random.IntN(4) {
		case 0:
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = strings.TrimSuffix(text, "\n")
		case 2:
			text = strings.ReplaceAll(text, ".\n", ".\r\n") // some lines
		}
		if random.IntN(3) == 0 {
			text += "\n```\nunclosed"
		}
		files[".agents/skills/"+name+"/SKILL.md"] = text
	}
	return files
}

// TestDiffApplies checks that applying the diff with git and with patch gives the same files as --fix.
func TestDiffApplies(t *testing.T) {
	for _, program := range []struct {
		name string
		args []string
	}{
		{"git", []string{"apply", "--whitespace=nowarn", "-"}},
		{"patch", []string{"--silent", "--binary", "-p1"}},
	} {
		t.Run(program.name, func(t *testing.T) {
			if _, err := exec.LookPath(program.name); err != nil {
				t.Skipf("SKIPPED: %v", err)
			}
			for seed := range uint64(2) {
				files := diffTree(rand.New(rand.NewPCG(seed, 0)))
				fixed, patched := filepath.Join(realTemp(t), "d"), filepath.Join(realTemp(t), "d")
				tree(t, fixed, files)
				tree(t, patched, files)
				diff := command(t, patched, "", "check", "--diff", "--agent", "agent-skills")
				if diff.code != exitFound || diff.stderr != "" || diff.stdout == "" {
					t.Fatalf("exit %d\n%s%s", diff.code, diff.stdout, diff.stderr)
				}
				if got := command(t, fixed, "", "check", "--diff", "--agent", "agent-skills"); got != diff {
					t.Fatal("two runs differ")
				}
				command(t, fixed, "", "check", "--fix", "--agent", "agent-skills")
				if err := os.RemoveAll(filepath.Join(patched, ".git")); err != nil { // not a repository
					t.Fatal(err)
				}
				cmd := exec.Command(program.name, program.args...)
				cmd.Dir, cmd.Stdin = patched, strings.NewReader(diff.stdout)
				cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(patched))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				sameTrees(t, fixed, patched, len(files))
			}
		})
	}
}

// sameTrees checks that two directories contain the same n files.
func sameTrees(t *testing.T, want, got string, n int) {
	t.Helper()
	found := make(map[string][2]string)
	for i, dir := range []string{want, got} {
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			texts := found[path[len(dir):]]
			texts[i] = read(t, path) + "."
			found[path[len(dir):]] = texts
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, texts := range found {
		if texts[0] != texts[1] {
			t.Errorf("%q: %q, want %q", path, texts[1], texts[0])
		}
	}
	if len(found) != n {
		t.Errorf("%d files, want %d", len(found), n)
	}
}

// TestDiffNames checks the names in a diff: that of the file that would be written, relative to the working
// directory.
func TestDiffNames(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{"here/x": "", "there/good/SKILL.md": fixable("Go.\n")})
	outside := strings.TrimPrefix(filepath.ToSlash(filepath.Join(dir, "there/good/SKILL.md")), "/")
	for _, c := range []struct{ cwd, path, name string }{
		{"there", "good", "good/SKILL.md"},
		{"here", "../there", outside},
	} {
		r := command(t, filepath.Join(dir, c.cwd), "", "check", "--diff", c.path)
		want := fmt.Sprintf("diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n@@ -1,5 +1,5 @@\n", c.name, c.name, c.name, c.name)
		if !strings.HasPrefix(r.stdout, want) || r.code != exitFound {
			t.Errorf("exit %d\n%s\nwant\n%s", r.code, r.stdout, want)
		}
	}
	r := command(t, dir, fixable("Go.\r\n"), "check", "--diff", "--stdin", "--stdin-path", "new/good/SKILL.md")
	if want := "diff --git a/new/good/SKILL.md b/new/good/SKILL.md\n"; !strings.HasPrefix(r.stdout, want) || r.code != exitFound {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	r = command(t, dir, goodSkill, "check", "--diff", "--stdin", "--stdin-path", "new/good/SKILL.md")
	if r.stdout != "" || r.code != exitDone {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
