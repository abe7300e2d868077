package analysis

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

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

// notShown are examples for the rules that no text in a page can violate. There are also separate tests for
// them below.
var notShown = map[string][]example{
	// A file in a page can always be read.
	"file/unreadable": {{wrong: true, file: "SKILL.md->../gone/SKILL.md", dir: plainDir}, plainExample},
	// A page is always UTF-8.
	"file/encoding": {{wrong: true, file: "SKILL.md", dir: plainDir, text: plainSkill + "caf\xe9\n"}, plainExample},
	// A page is shorter than any limit.
	"file/limit": {{wrong: true, file: "SKILL.md", dir: plainDir, text: plainSkill + strings.Repeat("[", 200_000) + "\n"}, plainExample},
}

const plainDir = ".agents/skills/code-review"

var plainExample = example{file: "SKILL.md", dir: plainDir, text: plainSkill + "Read the diff first.\n"}

var pageSections = []string{"What is wrong", "Why it matters", "Wrong", "Right", "The fix", "Severity"}

func TestRulePages(t *testing.T) {
	pages := make(map[string]bool)
	for _, r := range Rules() {
		pages["rules/"+r.ID+".md"] = true
		t.Run(r.ID, func(t *testing.T) {
			page := r.Doc()
			if page == "" {
				t.Fatal("the rule has no page")
			}
			checkSections(t, r, page)
		})
	}
	err := fs.WalkDir(rulePages, "rules", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !pages[name] {
			t.Errorf("%s is the page of no rule", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkSections checks that a page has its title, its one-sentence summary and all sections, in their order.
func checkSections(t *testing.T, r *Rule, page string) {
	t.Helper()
	rest, ok := strings.CutPrefix(page, "# "+r.ID+"\n\n")
	if !ok {
		t.Fatalf("the page does not begin with %q", "# "+r.ID)
	}
	if summary, _, _ := strings.Cut(rest, "\n\n"); strings.HasPrefix(summary, "#") || !strings.HasSuffix(summary, ".") || strings.Contains(summary, "\n") {
		t.Errorf("the summary is no sentence on one line: %q", summary)
	}
	for _, section := range pageSections {
		_, after, ok := strings.Cut(rest, "\n## "+section+"\n\n")
		if !ok {
			t.Fatalf("no section %q in its place", section)
		}
		rest = after
	}
}

// An example is a fenced block of a page, with the workspace that contains it.
type example struct {
	wrong bool
	file  string   // relative to dir
	dir   string   // of the skill, relative to the workspace's root
	with  []string // further files, relative to dir
	text  string
	// beside are the texts of further files, by path relative to dir.
	beside map[string]string
}

var exampleMarker = regexp.MustCompile(`^<!-- (wrong|right): (\S+) in (\S+)/(?: with ([^…]+?))?(?:, … stands for (\d+) characters)? -->$`)

var besideMarker = regexp.MustCompile(`^<!-- beside: (\S+) -->$`)

// pageExamples returns the marked blocks of a page. At least one must be wrong and one right.
func pageExamples(t *testing.T, page string) []example {
	t.Helper()
	var examples []example
	var wrong, right bool
	beside := make(map[string]string) // of the next example
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		if m := besideMarker.FindStringSubmatch(lines[i]); m != nil {
			beside[m[1]], i = fencedBlock(t, lines, i+1)
			continue
		}
		m := exampleMarker.FindStringSubmatch(lines[i])
		if m == nil {
			if strings.HasPrefix(lines[i], "<!--") {
				t.Errorf("line %d: %s is no marker of an example", i+1, lines[i])
			}
			continue
		}
		e := example{wrong: m[1] == "wrong", file: m[2], dir: m[3], beside: beside}
		beside = make(map[string]string)
		if e.file == SettingsFile {
			e.dir = "."
		} else if !strings.Contains(e.dir, "/") {
			e.dir = ".agents/skills/" + e.dir
		}
		if m[4] != "" {
			e.with = strings.Split(m[4], ", ")
		}
		e.text, i = fencedBlock(t, lines, i+1)
		if m[5] != "" {
			n, err := strconv.Atoi(m[5])
			if err != nil {
				t.Fatal(err)
			}
			e.text = strings.ReplaceAll(e.text, "…", strings.Repeat("x", n))
		}
		wrong, right = wrong || e.wrong, right || !e.wrong
		examples = append(examples, e)
	}
	if !wrong || !right {
		t.Error("the page shows no wrong or no right example")
	}
	return examples
}

// fencedBlock returns the text of the block that begins at a line, and the index of the line that ends it.
func fencedBlock(t *testing.T, lines []string, i int) (text string, end int) {
	t.Helper()
	fence := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], "`"))]
	if len(fence) < 3 {
		t.Fatalf("line %d: no fence follows the marker", i+1)
	}
	for i++; lines[i] != fence; i++ {
		text += lines[i] + "\n"
	}
	return text, i
}

// examplesOf returns the examples of a rule: those of its page, or those in notShown.
func examplesOf(t *testing.T, r *Rule) []example {
	if list := notShown[r.ID]; list != nil {
		return list
	}
	return pageExamples(t, r.Doc())
}

// workspace writes the example to disk and returns the path of its file.
func (e example) workspace(t *testing.T) (s *Snapshot, file string) {
	t.Helper()
	archive := "-- .codelia/config.json --\n{}\n-- " + path.Join(e.dir, e.file) + " --\n" + e.text
	for name, text := range e.beside {
		archive += "-- " + path.Join(e.dir, name) + " --\n" + text
	}
	with := e.with
	name, _, _ := strings.Cut(e.file, "->")
	if _, told := e.beside["SKILL.md"]; !told && !isSkillFileName(name) && name != SettingsFile {
		with = append(with, "SKILL.md")
	}
	for _, name := range with {
		full := path.Join(e.dir, name)
		title := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if title == "SKILL" {
			title = path.Base(path.Dir(full))
			archive += "-- " + full + " --\n---\nname: " + title + "\ndescription: A skill.\n---\n# " + title + "\n"
			continue
		}
		archive += "-- " + full + " --\n# " + upperFirst(title) + "\n"
	}
	s, root := workspace(t, archive)
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return s, filepath.Join(root, filepath.FromSlash(path.Join(e.dir, name)))
}

const plainSkill = "---\nname: code-review\ndescription: Reviews code.\n---\n"

func TestUnreadableFile(t *testing.T) {
	tests := []struct {
		name    string
		archive string
		prepare func(t *testing.T, path string)
		want    string // part of the message
	}{
		{"dangling link", "-- code-review/SKILL.md->../gone/SKILL.md --\n", nil, "a link to a file that does not exist"},
		{"link to itself", "-- code-review/SKILL.md->SKILL.md --\n", nil, "leads in a circle"},
		{"directory", "-- code-review/SKILL.md/ --\n", nil, "not a regular file"},
		{"pipe", "-- code-review/ --\n", makePipe, "not a regular file"},
		{"no permission", "-- code-review/SKILL.md --\n" + plainSkill, forbid, "permission denied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "permission denied" && !fstest.Unprivileged(t) {
				return
			}
			s, root := workspace(t, tt.archive)
			path := filepath.Join(root, "code-review", "SKILL.md")
			if tt.prepare != nil {
				tt.prepare(t, path)
			}
			found := s.Diagnose(context.Background(), path)
			if len(found) != 1 || found[0].Rule != "file/unreadable" || found[0].Severity != Error || !strings.Contains(found[0].Message, tt.want) {
				t.Errorf("got %+v, want one error of file/unreadable with %q", found, tt.want)
			}
		})
	}
	t.Run("link to a file", func(t *testing.T) {
		s, root := workspace(t, "-- shared/SKILL.md --\n"+plainSkill+"Read.\n-- code-review/SKILL.md->../shared/SKILL.md --\n")
		if found := diagnose(s, root, "code-review/SKILL.md"); count(found, "file/unreadable") > 0 {
			t.Errorf("a link that leads somewhere is unreadable: %+v", found)
		}
	})
}

func makePipe(t *testing.T, path string) {
	t.Helper()
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	if out, err := exec.Command(mkfifo, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func forbid(t *testing.T, path string) {
	t.Helper()
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		f.Close()
		t.Skip("SKIPPED: permissions mean nothing to this file system")
	}
}

func TestEncoding(t *testing.T) {
	const latin1, utf16 = "caf\xe9", "c\x00a\x00f\x00\xe9\x00"
	tests := []struct {
		name, file, text string
		at               []string // the bytes that diagnostics mark, in order
		want             Severity
	}{
		{"UTF-8", "SKILL.md", plainSkill + "café\n", nil, Off},
		{"Latin-1", "SKILL.md", plainSkill + latin1 + "\n", []string{"\xe9"}, Error},
		{"Latin-1 twice", "SKILL.md", plainSkill + latin1 + latin1 + "\n", []string{"\xe9"}, Error},
		{"UTF-16", "SKILL.md", plainSkill + utf16 + "\n", []string{"\x00", "\xe9"}, Error},
		{"Latin-1 beside the skill", "notes.md", latin1 + "\n", []string{"\xe9"}, Warning},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			archive := "-- .agents/skills/code-review/SKILL.md --\n" + plainSkill + "Read.\n"
			s, root := workspace(t, archive)
			path := filepath.Join(root, ".agents/skills/code-review", tt.file)
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var at []string
			for _, d := range s.Diagnose(context.Background(), path) {
				if d.Rule != "file/encoding" {
					continue
				}
				at = append(at, d.Span.Of(tt.text))
				if d.Severity != tt.want {
					t.Errorf("severity %s, want %s: %s", d.Severity, tt.want, d.Message)
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
	fill := func(size int) string { return plainSkill + strings.Repeat(line, size/len(line)+1) }
	tests := []struct {
		name, text string
		want       string // part of the only diagnostic's message; empty if no diagnostic is expected
	}{
		{"body below the limit", fill(markdown.MaxBody - 2*len(line)), ""},
		{"body above the limit", fill(markdown.MaxBody), "body"},
		{"file above the limit", fill(vfs.MaxFile), "are not analysed"},
		{"brackets", plainSkill + strings.Repeat("[", 200_000) + "\n", "bracket"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := workspace(t, "-- .agents/skills/code-review/SKILL.md --\n"+tt.text)
			found := slices.DeleteFunc(diagnose(s, root, ".agents/skills/code-review/SKILL.md"), func(d Diagnostic) bool {
				return d.Rule == "body/size" // all of them exceed its limit
			})
			if tt.want == "" {
				if len(found) > 0 {
					t.Errorf("got %+v, want nothing", found)
				}
				return
			}
			if len(found) != 1 || found[0].Rule != "file/limit" || found[0].Severity != Information || !strings.Contains(found[0].Message, tt.want) {
				t.Errorf("got %+v, want one information of file/limit with %q", found, tt.want)
			}
		})
	}
	t.Run("frontmatter is still read", func(t *testing.T) {
		s, root := workspace(t, "-- .agents/skills/review/SKILL.md --\n"+fill(markdown.MaxBody))
		if found := diagnose(s, root, ".agents/skills/review/SKILL.md"); count(found, "name/directory") != 1 {
			t.Errorf("got %+v, want name/directory", found)
		}
	})
}
