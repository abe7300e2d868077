package rules_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/skills/markdown"
	"skills-ls/skills/vfs"
	"skills-ls/skills/vfs/fstest"
)

// The tests check what the pages of the rules say. A page shows wrong and right examples in fenced blocks,
// each below a comment that names its file:
//
//	<!-- wrong: SKILL.md in code-review/ with references/guide.md, ../other/SKILL.md -->
//
// The directory is in .agents/skills, unless it has several segments: then it is relative to the workspace's
// root. Further files, relative to the directory, contain a heading. Those named SKILL.md contain a plain
// skill, which is also added beside every file that is not a SKILL.md itself. A block before the example,
// below a comment with a path, has the text of another file:
//
//	<!-- beside: ../other/SKILL.md -->
//
// ", … stands for 1000 characters" before the end of the comment says that the block leaves out that much.
// The project also uses Codelia, so that Codelia is a target beside the standard.
//
// The directory of a configuration file is the workspace's root, regardless of its name.

// TestRulePages checks that each page has its title, a summary of one sentence, and its sections in order.
// The section "Fix" is there if the rule has fixes; see refactor.TestRegistry.
func TestRulePages(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			page := r.Doc()
			rest, ok := strings.CutPrefix(page, "# "+r.ID+"\n\n")
			if !ok {
				t.Fatalf("the page does not begin with %q", "# "+r.ID)
			}
			summary, rest, _ := strings.Cut(rest, "\n\n")
			if !isSentence(summary) || len(summary) > maxSummary {
				t.Errorf("the summary is not one sentence of at most %d characters: %q", maxSummary, summary)
			}
			rest = "\n" + rest
			for _, section := range []string{"Wrong", "Right", "Fix", "Severity"} {
				_, after, ok := strings.Cut(rest, "\n## "+section+"\n\n")
				if ok {
					rest = after
				} else if section != "Fix" || strings.Contains(page, "\n## Fix\n") {
					t.Errorf("no section %q in its place", section)
				}
			}
			checkPageLinks(t, page)
		})
	}
}

const maxSummary = 100

// isSentence reports whether the text is a sentence on one line.
func isSentence(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return !unicode.IsLower(first) && strings.HasSuffix(text, ".") && !strings.Contains(text, ". ") && !strings.Contains(text, "\n")
}

var (
	codeSpan = regexp.MustCompile("`[^`]+`")
	pageLink = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)
)

// checkPageLinks checks that what a page links to is beside it, where it also is in the cache of the server.
func checkPageLinks(t *testing.T, page string) {
	t.Helper()
	fence := "" // of the block that is open
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case len(ticks) >= 3:
			fence = ticks
		default:
			for _, m := range pageLink.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
				if _, err := fs.Stat(rules.RulePages, m[1]); err != nil {
					t.Errorf("the link to %s leads nowhere", m[1])
				}
			}
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	tests := []struct {
		name    string
		archive string
		prepare func(t *testing.T, path string)
		want    string // part of the message
	}{
		{"dangling link", "-- code-review/SKILL.md->../gone/SKILL.md --\n", nil, "broken symbolic link"},
		{"link to itself", "-- code-review/SKILL.md->SKILL.md --\n", nil, "circular symbolic link"},
		{"directory", "-- code-review/SKILL.md/ --\n", nil, "not a regular file"},
		{"pipe", "-- code-review/ --\n", analysistest.MakePipe, "not a regular file"},
		{"no permission", "-- code-review/SKILL.md --\n" + analysistest.PlainSkill, analysistest.Forbid, "permission denied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "permission denied" && !fstest.Unprivileged(t) {
				return
			}
			s, root := analysistest.Workspace(t, tt.archive)
			path := filepath.Join(root, "code-review", "SKILL.md")
			if tt.prepare != nil {
				tt.prepare(t, path)
			}
			found := rules.Diagnose(context.Background(), s, path)
			if len(found) != 1 || found[0].Rule != "file/unreadable" || found[0].Severity != diagnostic.Error || !strings.Contains(found[0].Text(), tt.want) {
				t.Errorf("got %+v, want one error of file/unreadable with %q", found, tt.want)
			}
		})
	}
	t.Run("link to a file", func(t *testing.T) {
		s, root := analysistest.Workspace(t, "-- shared/SKILL.md --\n"+analysistest.PlainSkill+"Read.\n-- code-review/SKILL.md->../shared/SKILL.md --\n")
		if found := analysistest.Diagnose(s, root, "code-review/SKILL.md"); analysistest.Count(found, "file/unreadable") > 0 {
			t.Errorf("a link that leads somewhere is unreadable: %+v", found)
		}
	})
}

func TestEncoding(t *testing.T) {
	const latin1, utf16 = "caf\xe9", "c\x00a\x00f\x00\xe9\x00"
	tests := []struct {
		name, file, text string
		at               []string // the bytes that diagnostics mark, in order
		want             diagnostic.Severity
	}{
		{"UTF-8", "SKILL.md", analysistest.PlainSkill + "café\n", nil, diagnostic.Off},
		{"Latin-1", "SKILL.md", analysistest.PlainSkill + latin1 + "\n", []string{"\xe9"}, diagnostic.Error},
		{"Latin-1 twice", "SKILL.md", analysistest.PlainSkill + latin1 + latin1 + "\n", []string{"\xe9"}, diagnostic.Error},
		{"UTF-16", "SKILL.md", analysistest.PlainSkill + utf16 + "\n", []string{"\x00", "\xe9"}, diagnostic.Error},
		{"Latin-1 beside the skill", "notes.md", latin1 + "\n", []string{"\xe9"}, diagnostic.Warning},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			archive := "-- .agents/skills/code-review/SKILL.md --\n" + analysistest.PlainSkill + "Read.\n"
			s, root := analysistest.Workspace(t, archive)
			path := filepath.Join(root, ".agents/skills/code-review", tt.file)
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var at []string
			for _, d := range rules.Diagnose(context.Background(), s, path) {
				if d.Rule != "file/encoding" {
					continue
				}
				at = append(at, d.Span.Of(tt.text))
				if d.Severity != tt.want {
					t.Errorf("severity %s, want %s: %s", d.Severity, tt.want, d.Text())
				}
			}
			if strings.Join(at, "|") != strings.Join(tt.at, "|") {
				t.Errorf("findings at %q, want %q", at, tt.at)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	line := strings.Repeat("Read the diff first. ", 4) + "\n"
	fill := func(size int) string { return analysistest.PlainSkill + strings.Repeat(line, size/len(line)+1) }
	tests := []struct {
		name, text string
		want       string // part of the only diagnostic's message; empty if no diagnostic is expected
	}{
		{"body below the limit", fill(markdown.MaxBody - 2*len(line)), ""},
		{"body above the limit", fill(markdown.MaxBody), "body"},
		{"file above the limit", fill(vfs.MaxFile), "are not analyzed"},
		{"brackets", analysistest.PlainSkill + strings.Repeat("[", 200_000) + "\n", "bracket"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .agents/skills/code-review/SKILL.md --\n"+tt.text)
			found := slices.DeleteFunc(analysistest.Diagnose(s, root, ".agents/skills/code-review/SKILL.md"), func(d diagnostic.Diagnostic) bool {
				return d.Rule == "body/size" // all of them exceed its limit
			})
			if tt.want == "" {
				if len(found) > 0 {
					t.Errorf("got %+v, want nothing", found)
				}
				return
			}
			if len(found) != 1 || found[0].Rule != "file/limit" || found[0].Severity != diagnostic.Information || !strings.Contains(found[0].Text(), tt.want) {
				t.Errorf("got %+v, want one information of file/limit with %q", found, tt.want)
			}
		})
	}
	t.Run("frontmatter is still read", func(t *testing.T) {
		s, root := analysistest.Workspace(t, "-- .agents/skills/review/SKILL.md --\n"+fill(markdown.MaxBody))
		if found := analysistest.Diagnose(s, root, ".agents/skills/review/SKILL.md"); analysistest.Count(found, "name/directory") != 1 {
			t.Errorf("got %+v, want name/directory", found)
		}
	})
}
