package config_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
)

// patternTree are the paths that patterns are tested with. Directories end with a slash.
var patternTree = func() []string {
	var paths []string
	var add func(dir string, depth int)
	add = func(dir string, depth int) {
		for _, file := range []string{"x", "a.md", "ab.md", ".h.md"} {
			paths = append(paths, dir+file)
		}
		for _, name := range []string{"a", "b", "ab", ".h"} {
			if depth < 2 {
				paths = append(paths, dir+name+"/")
				add(dir+name+"/", depth+1)
			}
		}
	}
	add("", 0)
	return paths
}()

// handPicked are lists of patterns that people write, separated by spaces.
var handPicked = []string{
	"a", "/a", "a/", "*.md", "/*.md", "a/*.md", "**/a", "a/**", "**/ab/*.md", "a/**/x", "a !a/x", "a/* !a/x", "* !*/ !*.md", "/* !/a",
	"*.md !a.md", "!a.md *.md", "a* !ab", "[ab] ![b]", ".*", ".h/", "/.h", "**", "a/b", "b/a/", "*/", "?", "[!a]*", "[^.]*", `\a`, `a\.md`, "a.md/",
	"**/**/x", "***/x", "a/***", "[[]", "[]]", "{a,b}", "a{b,}.md", "*[!a-z]md", "ab/a.md !ab/a.md", "*/*/x",
}

// TestPatternsAreGits checks that patterns mean the same as in Git: testdata/gitignore.golden was recorded
// from git check-ignore. A line has, as the bits of a number, the paths of patternTree that Git ignores, and
// the patterns.
func TestPatternsAreGits(t *testing.T) {
	const golden = "../testdata/gitignore.golden"
	if *analysistest.Update {
		recordGit(t, golden)
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		fields := strings.Fields(line)
		bits, ok := new(big.Int).SetString(fields[0], 16)
		if !ok {
			t.Fatalf("line %d has no number", n)
		}
		list := config.Patterns{Base: filepath.FromSlash("/w")}
		for _, text := range fields[1:] {
			if p, fault := config.ParsePattern(text); fault == "" {
				list.List = append(list.List, p)
			}
		}
		for i, name := range patternTree {
			path := filepath.FromSlash("/w/" + strings.TrimSuffix(name, "/"))
			if got, want := list.Holds(path, strings.HasSuffix(name, "/")), bits.Bit(i) == 1; got != want {
				t.Errorf("%s on %s: ignored is %v, to git it is %v", strings.Join(fields[1:], " "), name, got, want)
			}
		}
	}
	if n < len(handPicked) {
		t.Errorf("only %d lists of patterns", n)
	}
}

// gitsOwnStars matches two asterisks after a letter. According to Git's documentation they are regular
// asterisks, but Git compares the text before the first asterisk separately, and so treats them as whole
// directories.
var gitsOwnStars = regexp.MustCompile(`[^/ !*]\*\*`)

// recordGit records what Git ignores with the handPicked patterns and some random ones.
func recordGit(t *testing.T, golden string) {
	t.Helper()
	root := t.TempDir()
	git := func(input string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = root, strings.NewReader(input)
		out, _ := cmd.Output() // check-ignore fails if nothing is ignored
		return string(out)
	}
	git("", "init", "--quiet")
	for _, name := range patternTree {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "/") {
			if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	lists := slices.Clone(handPicked)
	pieces := []string{
		"a", "b", "ab", "x", "*", "**", "/", "/", "/**/", "**/", "/**", "?", "[ab]", "[!a]", "[^a]", "[a-b]", ".h", ".md", "*.md", "!", `\a`, "/*", "a*",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for len(lists) < 600 {
		var list []string
		for range 1 + random.IntN(3) {
			text := ""
			for range 1 + random.IntN(4) {
				text += pieces[random.IntN(len(pieces))]
			}
			list = append(list, text)
		}
		if text := strings.Join(list, " "); !gitsOwnStars.MatchString(text) {
			lists = append(lists, text)
		}
	}
	var out strings.Builder
	for _, list := range lists {
		if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte(strings.ReplaceAll(list, " ", "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		input := strings.ReplaceAll(strings.Join(patternTree, "\n")+"\n", "/\n", "\n")
		ignored := strings.Fields(git(input, "check-ignore", "--no-index", "--stdin"))
		bits := new(big.Int)
		for i, name := range patternTree {
			if slices.Contains(ignored, strings.TrimSuffix(name, "/")) {
				bits.SetBit(bits, i, 1)
			}
		}
		fmt.Fprintf(&out, "%x %s\n", bits, list)
	}
	if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPatternFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "empty pattern"},
		{"   ", "empty pattern"},
		{"!", "empty pattern"},
		{"/", "empty pattern"},
		{"# vendor", "comment"},
		{"../vendor", "not allowed"},
		{"a/../b", "not allowed"},
		{"./a", "matches no path"},
		{"a//b", "empty segment"},
		{"a[", "unclosed"},
		{"[]", "unclosed"},
		{`a\`, "backslash at the end"},
		{"[b-a]", ""},
		{strings.Repeat("a", config.MaxPattern+1), "longer"},
		{`\#a`, ""},
		{`\!a`, ""},
		{"{a", ""},
		{"vendor/**", ""},
	} {
		if _, fault := config.ParsePattern(tt.text); (fault == "") != (tt.want == "") || !strings.Contains(fault, tt.want) {
			t.Errorf("%.20q: %q, want %q", tt.text, fault, tt.want)
		}
	}
}

// TestPatternCost checks that the time of a match grows no faster than the length of the pattern times that
// of the path.
func TestPatternCost(t *testing.T) {
	path := "/w/" + strings.Repeat("aaaaaaaaaaaaaaa/", 250) + "b"
	for _, text := range []string{
		strings.Repeat("**/a*/", 40) + "c", strings.Repeat("**/", 200) + "c", strings.Repeat("*a", 200) + "c", strings.Repeat("**/*a*a*a/", 50) + "c",
		strings.Repeat("[!b]*", 100) + "c", "**/" + strings.Repeat("a*", 500) + "/**/c",
	} {
		p, fault := config.ParsePattern(text)
		if fault != "" {
			t.Fatalf("%.20s: %s", text, fault)
		}
		// With backtracking, this would not end.
		if (&config.Patterns{Base: "/w", List: []config.Pattern{p}}).Holds(path, false) {
			t.Errorf("%.40s matches", text)
		}
	}
}
