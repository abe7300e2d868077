package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/baseline"
)

// TestBaseline follows a baseline through changes of its files.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, "skills", name, "SKILL.md") }
	skill := func(name, body string) string {
		return "---\nname: " + name + "\ndescription: Does good things. Use when something good is wanted.\n---\n" + body
	}
	write(t, at("one"), skill("one", "See [a](a.md), [b](b.md) and [a](a.md).\n"))
	write(t, at("two"), skill("too", "Go.\n"))
	file := filepath.Join(dir, "known.json")
	run := func(args ...string) ran {
		return command(t, dir, "", append([]string{"check", "--fail-on", "hint", "--baseline", file}, args...)...)
	}
	mustBe := func(step string, r ran, code int, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if r.code != code || !strings.Contains(r.stdout+r.stderr, part) {
				t.Errorf("%s: exit %d, want %d and %q in\n%s%s", step, r.code, code, part, r.stdout, r.stderr)
			}
		}
		if parts == nil && (r.code != code || r.stderr != "") {
			t.Errorf("%s: exit %d, want %d\n%s%s", step, r.code, code, r.stdout, r.stderr)
		}
	}
	text := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}

	mustBe("write", run("--write-baseline"), exitDone, "known.json: 4 problems in 2 files")
	const want = `{
  "format": "skills-ls baseline",
  "version": 1,
  "files": {
    "skills/one/SKILL.md": [
      {"rule":"link/broken","severity":"warning","fingerprint":"1424934d86705fcc","count":1},
      {"rule":"link/broken","severity":"warning","fingerprint":"a9111a45e8060eca","count":2}
    ],
    "skills/two/SKILL.md": [
      {"rule":"name/directory","severity":"error","fingerprint":"731a88dd6bf00df2","count":1}
    ]
  }
}
`
	if got := text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	mustBe("again", run(), exitDone)
	mustBe("write again", run("--write-baseline"), exitDone, "4 problems")
	if got := text(); got != want {
		t.Errorf("written twice: %s", got)
	}

	write(t, at("one"), strings.ReplaceAll(skill("one", "New.\n\nBut see [b](b.md).\n\n> And [a](a.md), and\n> [a](a.md).\n"), "\n", "\r\n"))
	mustBe("moved lines", run(), exitDone)
	write(t, at("one"), skill("one", "See [a](a.md), [a](a.md) and [a](a.md).\n"))
	mustBe("one more of a kind, and one less of another", run(), exitFound, "  5:34  warning  file not found: a.md", " 3 known problems in the baseline.", "no longer found: link/broken in skills/one/SKILL.md\n")
	mustBe("a part", run("skills/two"), exitDone)
	mustBe("write a part", run("--write-baseline", "skills/one"), exitDone, "4 problems in 2 files")
	if got := text(); !strings.Contains(got, `"count":3`) || !strings.Contains(got, "skills/two/SKILL.md") {
		t.Errorf("a part was written:\n%s", got)
	}
	if err := os.Remove(at("two")); err != nil {
		t.Fatal(err)
	}
	mustBe("a file went", run(), exitDone, "no longer found: name/directory in skills/two/SKILL.md")
	mustBe("a file went that was not asked for", run("skills/one"), exitDone)
	mustBe("write without it", run("--write-baseline"), exitDone, "3 problems in 1 file")
	write(t, at("one"), skill("one", "See.\n"))
	mustBe("nothing left", run("--write-baseline"), exitDone, "0 problems in 0 files")
	if got, want := text(), "{\n  \"format\": \"skills-ls baseline\",\n  \"version\": 1,\n  \"files\": {\n  }\n}\n"; got != want {
		t.Errorf("an empty one: %q", got)
	}
	mustBe("an empty one", run(), exitDone)
}

// TestBaselineSeverity checks that a known diagnostic is new again if its severity increases.
func TestBaselineSeverity(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "SKILL.md"), goodSkill+"See [a](a.md).\n")
	settings := filepath.Join(dir, ".skills-ls.yaml")
	args := []string{"check", "--fail-on", "hint", "--baseline", "known.json"}
	if r := command(t, dir, "", append(args, "--write-baseline")...); r.code != exitDone {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	for severity, code := range map[string]int{"hint": exitDone, "warning": exitDone, "error": exitFound} {
		write(t, settings, "rules: {link/broken: "+severity+"}\n")
		if r := command(t, dir, "", args...); r.code != code {
			t.Errorf("%s: exit %d, want %d\n%s%s", severity, r.code, code, r.stdout, r.stderr)
		}
	}
}

// TestBaselineLink checks that --write-baseline writes through a symbolic link and keeps the permissions.
func TestBaselineLink(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bad", "SKILL.md"), goodSkill)
	real, link := filepath.Join(dir, "real.json"), filepath.Join(dir, "known.json")
	write(t, real, string(baseline.Baseline(nil).Encode()))
	if err := os.Chmod(real, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.json", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if r := command(t, dir, "", "check", "--baseline", "known.json", "--write-baseline"); r.code != exitDone {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	info, err := os.Lstat(real)
	if err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != "real.json" || info.Mode().Perm()&0o077 != 0 || info.Size() < 100 {
		t.Errorf("the link leads to %q, %v; the file has the mode %v and %d bytes", target, err, info.Mode(), info.Size())
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d entries, %v: something was left behind", len(entries), err)
	}
}
