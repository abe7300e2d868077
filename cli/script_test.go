package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/cli/term"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/agenttest"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts in testdata")

// TestScripts runs the scripts in testdata. Each is a txtar archive with the files of a workspace and one
// section per command. Such a section is named "$ " and the arguments, and contains the output of the command
// and its exit code if that is not 0. A section named "PATH -> TARGET" is a symbolic link, and one named
// stdin is the standard input of all commands. In the output the path of the workspace is $WORK, JSON is
// indented, times, identifiers and token counts, which depend on the path, are zeros, and new agents are left out.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			work := workspaceOf(t, archive)
			stdin := ""
			for _, f := range archive.Files {
				if f.Name == "stdin" {
					stdin = string(f.Data)
				}
			}
			for i, f := range archive.Files {
				command, ok := strings.CutPrefix(f.Name, "$ ")
				if !ok {
					continue
				}
				got := transcript(t, work, stdin, splitArgs(t, command))
				if *update {
					archive.Files[i].Data = []byte(got)
				} else if want := string(f.Data); got != want {
					t.Errorf("$ %s\n%s\nwant:\n%s", command, got, want)
				}
			}
			if *update {
				if err := os.WriteFile(script, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// workspaceOf writes the files of an archive to a directory and returns its real path. The path always has
// the same length, since some outputs contain lengths of texts with paths in them.
func workspaceOf(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	temp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(temp, strings.Repeat("w", max(1, 150-len(temp))))
	for _, f := range archive.Files {
		link, target, isLink := strings.Cut(f.Name, " -> ")
		switch {
		case f.Name == "stdin" || strings.HasPrefix(f.Name, "$ "):
		case isLink:
			path := filepath.Join(work, filepath.FromSlash(link))
			mkdir(t, filepath.Dir(path))
			if err := os.Symlink(filepath.FromSlash(target), path); err != nil {
				t.Skip("no symbolic links here: ", err)
			}
		default:
			write(t, filepath.Join(work, filepath.FromSlash(f.Name)), string(f.Data))
		}
	}
	return work
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// splitArgs splits a command line at spaces, except in double quotes.
func splitArgs(t *testing.T, line string) []string {
	t.Helper()
	parts := strings.Split(line, `"`)
	if len(parts)%2 == 0 {
		t.Fatalf("%s: a quote is not closed", line)
	}
	var args []string
	for i, part := range parts {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}

// A ran is the output and the exit code of a command.
type ran struct {
	stdout, stderr string
	code           int
}

// command runs a command in a directory, with a home directory below it that does not exist unless the test
// creates it.
func command(t testing.TB, dir, stdin string, args ...string) ran {
	t.Helper()
	return commandIn(t, term.System{Cwd: dir, Home: filepath.Join(dir, "home")}, stdin, args...)
}

func commandIn(t testing.TB, sys term.System, stdin string, args ...string) ran {
	t.Helper()
	var stdout, stderr bytes.Buffer
	sys.Stdin, sys.Stdout, sys.Stderr = strings.NewReader(stdin), &stdout, &stderr
	code := Run(t.Context(), sys, args)
	return ran{stdout.String(), stderr.String(), code}
}

// estimated matches the estimate of tokens in a table. It depends on the length of the temporary directory's path, like
// the width of the column.
var estimated = regexp.MustCompile(`~[0-9]+ tokens( {0,2}) *`)

// beforeEstimate matches the column of tokens and the space before it.
var beforeEstimate = regexp.MustCompile(` {2,}~0 tokens`)

var volatile = regexp.MustCompile(`("mtime_ms": |"id": |"count": |about )("[0-9a-f]+"|[0-9]+)`)

func transcript(t *testing.T, work, stdin string, args []string) string {
	t.Helper()
	r := command(t, work, stdin, args...)
	var b strings.Builder
	var indented bytes.Buffer
	if json.Valid([]byte(r.stdout)) && json.Indent(&indented, []byte(r.stdout), "", "  ") == nil {
		r.stdout = indented.String()
	}
	b.WriteString(r.stdout)
	if r.stdout != "" && !strings.HasSuffix(r.stdout, "\n") {
		b.WriteString("(no newline)\n")
	}
	for line := range strings.Lines(r.stderr) {
		b.WriteString("stderr: " + line)
	}
	if r.code != 0 {
		fmt.Fprintf(&b, "exit %d\n", r.code)
	}
	text := strings.ReplaceAll(b.String(), work, "$WORK")
	text = agenttest.GoldenText(agents.All(), volatile.ReplaceAllString(estimated.ReplaceAllString(text, "~0 tokens$1"), "${1}0"))
	if strings.Contains(text, "and N others") { // the number changes the width of the column
		text = beforeEstimate.ReplaceAllString(text, "  ~0 tokens")
	}
	return text
}
