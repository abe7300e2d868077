//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"skills-ls/cli/fix"
	"skills-ls/skills/vfs/fstest"
)

// fixedGood is the fixed text of fixable in a directory named good.
var fixedGood = strings.Replace(fixable("Go.\n"), "\"\"", "good", 1)

// TestFixLinks checks what is written through links: each file that was found, once, and nothing else.
func TestFixLinks(t *testing.T) {
	const outside = "is not among the checked files"
	for _, c := range []struct {
		name  string
		files map[string]string
		links map[string]string // path to target
		args  []string
		want  map[string]string
		told  string // part of the expected message, empty for none
		fixed string
	}{
		{
			name:  "a link to a file that is checked",
			files: map[string]string{"skills/good/SKILL.md": fixable("Go.\n")},
			links: map[string]string{".claude/skills/good/SKILL.md": "../../../skills/good/SKILL.md"},
			want:  map[string]string{"skills/good/SKILL.md": fixedGood},
			fixed: "1 problem fixed in 1 file.",
		},
		{
			name:  "the skill is the link",
			files: map[string]string{"skills/good/notes.md": fixable("Go.\n")},
			links: map[string]string{"skills/good/SKILL.md": "notes.md"},
			want:  map[string]string{"skills/good/notes.md": fixedGood},
			fixed: "1 problem fixed in 1 file.",
		},
		{
			name:  "a link out of what was given",
			files: map[string]string{"in/x": "", "out/good/SKILL.md": fixable("Go.\n")},
			links: map[string]string{"in/good/SKILL.md": "../../out/good/SKILL.md"},
			args:  []string{"in"},
			want:  map[string]string{"out/good/SKILL.md": fixable("Go.\n")},
			told:  outside, fixed: "No problems fixed.",
		},
		{
			name:  "a link that was given, and not what it leads to",
			files: map[string]string{"out/good/SKILL.md": fixable("Go.\n")},
			links: map[string]string{"in/good/SKILL.md": "../../out/good/SKILL.md"},
			args:  []string{"in/good/SKILL.md"},
			want:  map[string]string{"out/good/SKILL.md": fixable("Go.\n")},
			told:  outside, fixed: "No problems fixed.",
		},
		{
			name:  "a link to something that is no text for agents",
			files: map[string]string{"home/bashrc": fixable("Go.\n")},
			links: map[string]string{"good/SKILL.md": "../home/bashrc"},
			want:  map[string]string{"home/bashrc": fixable("Go.\n")},
			told:  outside, fixed: "No problems fixed.",
		},
		{
			name:  "a directory given by a link",
			files: map[string]string{"real/good/SKILL.md": fixable("Go.\n")},
			links: map[string]string{"linked": "real"},
			args:  []string{"linked"},
			want:  map[string]string{"real/good/SKILL.md": fixedGood},
			fixed: "1 problem fixed in 1 file.",
		},
		{
			name:  "one file given by two names",
			files: map[string]string{"good/SKILL.md": fixable("Go.\n")},
			links: map[string]string{"linked": "good"},
			args:  []string{"linked/SKILL.md", "good/SKILL.md"},
			want:  map[string]string{"good/SKILL.md": fixedGood},
			fixed: "1 problem fixed in 1 file.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := realTemp(t)
			tree(t, dir, c.files)
			for link, target := range c.links {
				mkdir(t, filepath.Dir(filepath.Join(dir, link)))
				symlink(t, target, filepath.Join(dir, link))
			}
			diff := command(t, dir, "", append([]string{"check", "--diff"}, c.args...)...)
			r := command(t, dir, "", append([]string{"check", "--fix", "--fail-on", "never"}, c.args...)...)
			if r.code != exitDone || !strings.HasSuffix(r.stdout, c.fixed+"\n") || !strings.Contains(r.stderr, c.told) || c.told == "" && r.stderr != "" {
				t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
			}
			for path, want := range c.want {
				if got := read(t, dir, path); got != want {
					t.Errorf("%s: %q", path, got)
				}
				if changes := want != c.files[path]; strings.Contains(diff.stdout, "+++ b/"+path+"\n") != changes || diff.stderr != r.stderr {
					t.Errorf("the diff is another\n%s%s", diff.stdout, diff.stderr)
				}
			}
			for link := range c.links {
				if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode().Type() != os.ModeSymlink {
					t.Errorf("%s is no link any more: %v", link, err)
				}
			}
		})
	}
}

// TestFixLeavesAlone checks that read-only files and files with hard links are not written.
func TestFixLeavesAlone(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(path string) error
		told    string
	}{
		{"read-only", func(path string) error { return os.Chmod(path, 0o444) }, "the file is read-only"},
		{"hard links", func(path string) error { return os.Link(path, path+".copy") }, "the file has 2 hard links"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := realTemp(t)
			tree(t, dir, map[string]string{"good/SKILL.md": fixable("Go.\n")})
			path := filepath.Join(dir, "good", "SKILL.md")
			if err := c.prepare(path); err != nil {
				t.Fatal(err)
			}
			r := command(t, dir, "", "check", "--fix")
			if got := read(t, path); got != fixable("Go.\n") {
				t.Errorf("%q", got)
			}
			if r.code != exitFound || !strings.Contains(r.stderr, c.told) {
				t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
			}
			if r := command(t, dir, "", "check", "--diff"); r.code != exitDone || r.stdout != "" {
				t.Errorf("the diff: exit %d\n%s", r.code, r.stdout)
			}
		})
	}
}

// TestRewriteFile checks that a file is replaced only if it still has the expected text, and that no other
// file remains.
func TestRewriteFile(t *testing.T) {
	dir := realTemp(t)
	path := filepath.Join(dir, "f")
	write(t, path, "old")
	if err := os.Chmod(path, os.ModeSetgid|0o751); err != nil {
		t.Fatal(err)
	}
	if err := fix.RewriteFile(path, "other", "new"); fix.Unwritable(err) != fix.ErrChanged.Error() || read(t, path) != "old" {
		t.Errorf("of a file that has changed: %v, %q", err, read(t, path))
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := fix.RewriteFile(path, "old", "new"); err != nil || read(t, path) != "new" {
		t.Errorf("%v, %q", err, read(t, path))
	}
	after, err := os.Stat(path)
	if err != nil || after.Mode() != before.Mode() || ownerOf(after) != ownerOf(before) {
		t.Errorf("%v and %v, before %v and %v, %v", after.Mode(), ownerOf(after), before.Mode(), ownerOf(before), err)
	}
	if err := fix.RewriteFile(filepath.Join(dir, "gone"), "", "new"); err == nil {
		t.Error("a file that has gone was made")
	}
	symlink(t, "f", filepath.Join(dir, "link"))
	if err := fix.RewriteFile(filepath.Join(dir, "link"), "new", "newer"); err == nil || read(t, path) != "new" {
		t.Errorf("a link was written through: %v", err)
	}
	if got := listing(t, dir); !slices.Equal(got, []string{"f", "link"}) {
		t.Errorf("there are %q", got)
	}
}

// TestRewriteFileOfOthers checks that a file keeps its owner and group.
func TestRewriteFileOfOthers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can have files of others")
	}
	path := filepath.Join(realTemp(t), "f")
	write(t, path, "old")
	if err := os.Chown(path, 4711, 4712); err != nil {
		t.Fatal(err)
	}
	if err := fix.RewriteFile(path, "old", "new"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || ownerOf(info) != [2]uint32{4711, 4712} {
		t.Errorf("%v, %v", ownerOf(info), err)
	}
}

// TestRewriteFileForbidden checks that a file is not replaced without permission to write it and its
// directory.
func TestRewriteFileForbidden(t *testing.T) {
	if !fstest.Unprivileged(t) {
		return
	}
	dir := realTemp(t)
	path := filepath.Join(dir, "d", "f")
	write(t, path, "old")
	for _, c := range []struct{ file, dir os.FileMode }{{0o400, 0o700}, {0o600, 0o500}} {
		if err := os.Chmod(path, c.file); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Dir(path), c.dir); err != nil {
			t.Fatal(err)
		}
		err := fix.RewriteFile(path, "old", "new")
		if err == nil || !strings.Contains(fix.Unwritable(err), "permission denied") {
			t.Errorf("%v: %v", c, err)
		}
		if err := os.Chmod(filepath.Dir(path), 0o700); err != nil { // so that the directory can be removed
			t.Fatal(err)
		}
		if got := read(t, path); got != "old" {
			t.Errorf("%v: %q", c, got)
		}
	}
}

func ownerOf(info os.FileInfo) [2]uint32 {
	stat := info.Sys().(*syscall.Stat_t)
	return [2]uint32{stat.Uid, stat.Gid}
}

// TestFixLeftovers checks what happens to temporary files: the next --fix removes those that no process uses,
// and other commands ignore them.
func TestFixLeftovers(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{
		".agents/skills/good/SKILL.md":                       fixable("Go.\n"),
		".agents/skills/good/" + fix.LeftoverPrefix + "old":  fixable("half of"),
		".agents/skills/good/" + fix.LeftoverPrefix + "use":  fixable("half of"),
		".agents/skills/" + fix.LeftoverPrefix + "elsewhere": "",
	})
	skill := filepath.Join(dir, ".agents", "skills", "good")
	symlink(t, "SKILL.md", filepath.Join(skill, fix.LeftoverPrefix+"link"))
	inUse, err := os.OpenFile(filepath.Join(skill, fix.LeftoverPrefix+"use"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer inUse.Close()
	if err := fix.Lock(inUse); err != nil {
		t.Fatal(err)
	}
	before := listing(t, skill)
	report, _ := checkJSON(t, dir)
	if len(report.Files) != 1 || !slices.Equal(rulesOf(report.Files[0]), []string{"name/empty"}) {
		t.Errorf("%v", report.Files)
	}
	command(t, dir, "", "check", "--diff")
	if after := listing(t, skill); !slices.Equal(before, after) {
		t.Errorf("--diff changed %q to %q", before, after)
	}
	command(t, dir, "", "check", "--fix")
	if after := listing(t, skill); !slices.Equal(after, []string{fix.LeftoverPrefix + "link", fix.LeftoverPrefix + "use", "SKILL.md"}) {
		t.Errorf("%q is left", after)
	}
	if got := read(t, skill, "SKILL.md"); got != fixedGood {
		t.Errorf("%q", got)
	}
}
