package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

func TestPicture(t *testing.T) {
	long := strings.Repeat("a", 60) + "HERE" + strings.Repeat("b", 60)
	for _, c := range []struct {
		name, line string
		from, to   int
		columns    int
		want       string // the line and the carets below it
	}{
		{"plain", "name: Bad", 6, 9, 40, "name: Bad\n      ^^^"},
		{"empty span", "name:", 5, 5, 40, "name:\n     ^"},
		{"empty line", "", 0, 0, 40, "\n^"},
		{"tab before", "\tx: y", 1, 2, 40, "    x: y\n    ^"},
		{"tab within", "a\tb", 0, 3, 40, "a   b\n^^^^^"},
		{"wide before", "日本: x", 8, 9, 40, "日本: x\n      ^"},
		{"wide within", "日本: x", 0, 6, 40, "日本: x\n^^^^"},
		{"emoji", "🦊 x", 5, 6, 40, "🦊 x\n   ^"},
		{"combining", "e\u0301x", 3, 4, 40, "e\u0301x\n ^"},
		{"not UTF-8", "a\xffb", 1, 2, 40, "a\ufffdb\n ^"},
		{"escape sequence", "a\x1b[31mb", 1, 2, 40, "a\\x1b[31mb\n ^^^^"},
		{"invisible", "a\u200bb", 1, 4, 40, "a\\u{200b}b\n ^^^^^^^^"},
		{"too long", long, 60, 64, 40, "…" + strings.Repeat("a", 23) + "HERE" + strings.Repeat("b", 11) + "…\n" + strings.Repeat(" ", 24) + "^^^^"},
		{"too long at its start", long, 0, 2, 20, strings.Repeat("a", 19) + "…\n^^"},
		{"span longer than the terminal", long, 0, 124, 20, strings.Repeat("a", 19) + "…\n" + strings.Repeat("^", 20)},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, column, carets := report.Picture(c.line, c.from, c.to, c.columns)
			if got := shown + "\n" + strings.Repeat(" ", column) + strings.Repeat("^", carets); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func FuzzPicture(f *testing.F) {
	f.Add("name: Bad", 6, 9, 40)
	f.Add("\t日本\xff\x1b", 1, 3, 5)
	f.Fuzz(func(t *testing.T, line string, from, to, columns int) {
		if columns < report.LeadShown+10 || columns > 1000 || from < 0 || to < from || to > len(line) {
			return
		}
		shown, column, carets := report.Picture(line, from, to, columns)
		if w := report.DisplayWidth(shown); w > columns {
			t.Errorf("%d columns shown of %d", w, columns)
		}
		if column < 0 || carets < 1 {
			t.Errorf("carets %d at %d", carets, column)
		}
		if strings.ContainsFunc(shown, term.IsUnsafe) {
			t.Errorf("unsafe: %q", shown)
		}
	})
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"as it is: äöü 🦊":   "as it is: äöü 🦊",
		"two\nlines\tapart": "two lines apart",
		"\x1b[2Jgone":       `\x1b[2Jgone`,
		"a\u202eb":          `a\u{202e}b`,
		"caf\xe9":           `caf\xe9`,
		"\ufffd stays":      "\ufffd stays",
	} {
		if got := term.Plain(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short", 10, "short"},
		{"exactly ten", 11, "exactly ten"},
		{"one too many", 11, "one too ma…"},
		{"日本語日本語", 7, "日本語…"},
		{"no room", 0, "…"},
		{"no room", -3, "…"},
	} {
		if got := report.Cut(c.text, c.columns); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

// TestTerminal checks how the output differs on a terminal.
func TestTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/one/SKILL.md", "---\nname: other\ndescription: Does x. Use when y.\n---\nGo.\n")
	for _, c := range []struct {
		name           string
		sys            term.System
		args           []string
		colour, source bool
	}{
		{"file", term.System{}, nil, false, false},
		{"terminal", term.System{StdoutWidth: 80}, nil, true, true},
		{"NO_COLOR", term.System{StdoutWidth: 80, Env: map[string]string{"NO_COLOR": "1"}}, nil, false, true},
		{"NO_COLOR empty", term.System{StdoutWidth: 80, Env: map[string]string{"NO_COLOR": ""}}, nil, true, true},
		{"dumb", term.System{StdoutWidth: 80, Env: map[string]string{"TERM": "dumb"}}, nil, false, true},
		{"never", term.System{StdoutWidth: 80}, []string{"--color", "never"}, false, true},
		{"always", term.System{Env: map[string]string{"NO_COLOR": "1"}}, []string{"--color", "always"}, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sys.Cwd = dir
			r := commandIn(t, c.sys, "", append([]string{"check"}, c.args...)...)
			if got := strings.Contains(r.stdout, "\x1b["); got != c.colour {
				t.Errorf("colours: %t\n%s", got, r.stdout)
			}
			if got := strings.Contains(r.stdout, "^^^^^"); got != c.source {
				t.Errorf("source: %t\n%s", got, r.stdout)
			}
		})
	}
}

// TestExplained checks that on a terminal the affected agents and what to do follow the source of a problem, and
// that a pipe gets the problem alone.
func TestExplained(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".agents", "skills", "code-review", "SKILL.md"),
		"---\nname: Code_Review\ndescription: Reviews a diff. Use when asked for a review.\n---\nRead the diff.\n")
	for width, want := range map[int]bool{0: false, 100: true} {
		r := commandIn(t, term.System{Cwd: dir, StdoutWidth: width}, "", "check", "--color", "never", "--isolated")
		for _, line := range []string{"      = affects: Agent Skills standard rejects the skill", `      = help: rename to "code-review"`} {
			if strings.Contains(r.stdout, line) != want {
				t.Errorf("%d columns: %q is there: %t\n%s", width, line, !want, r.stdout)
			}
		}
	}
}
