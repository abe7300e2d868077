package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree writes a corpus. Each row is a row of the manifest: a path, its kind, and "full" or "empty".
func tree(t *testing.T, rows ...string) *corpus {
	t.Helper()
	dir := t.TempDir()
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		file := filepath.Join(dir, filepath.FromSlash(cells[0]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		text := ""
		if cells[2] == "full" {
			text = "# Text\n"
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	manifest := "path\tkind\tcontent\n" + strings.Join(rows, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "MANIFEST.tsv"), []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := openCorpus(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// counted returns the rules and paths of the diagnostics that count. Each diagnostic is a rule, a path and a
// message.
func counted(t *testing.T, c *corpus, findings ...[3]string) []string {
	t.Helper()
	var list []string
	for _, f := range findings {
		text := fmt.Sprintf(`{"files":[{"path":%q,"diagnostics":[{"rule":%q,"severity":"warning","message":%q,"range":{"start":{"line":1}}}]}]}`,
			filepath.Join(c.dir, f[1]), f[0], f[2])
		var r report
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.countable(r) {
			list = append(list, f.rule+" "+f.path)
		}
	}
	return list
}

// TestCutSkill checks that a diagnostic about a missing file does not count if the corpus may have left the
// file out, and that others count.
func TestCutSkill(t *testing.T) {
	rows := []string{"o+r/skills/cut/SKILL.md\tskill\tfull", "o+r/skills/cut/part/a.md\tlinked\tfull", "o+r/skills/whole/SKILL.md\tskill\tfull"}
	for i := range keptFiles - 2 {
		rows = append(rows, fmt.Sprintf("o+r/skills/whole/%d.py\tnb\tempty", i))
	}
	for i := range keptFiles - 1 {
		rows = append(rows, fmt.Sprintf("o+r/skills/cut/%d.py\tnb\tempty", i))
	}
	c := tree(t, rows...)
	const cut, part, whole = "o+r/skills/cut/SKILL.md", "o+r/skills/cut/part/a.md", "o+r/skills/whole/SKILL.md"
	got := counted(
		t, c,
		[3]string{"link/broken", cut, "file not found: a.md"},
		[3]string{"link/broken", part, "file not found: a.md"},
		[3]string{"path/missing", cut, "file not found: scripts/a.py"},
		[3]string{"mention/path", cut, "skill not found: ../y/SKILL.md"},
		[3]string{"resource/orphan", cut, "no text of the skill mentions 1.py"},
		[3]string{"link/escape", whole, "file not found: ../cut/x.md"},
		[3]string{"link/case", cut, "the file is called `A.md`"},
		[3]string{"link/escape", cut, "`../../x.md` lies outside the skill's directory: it is missing where the skill is installed alone"},
		[3]string{"link/escape", whole, "file not found: ../gone/x.md"},
		[3]string{"link/broken", whole, "file not found: a.md"},
		[3]string{"resource/orphan", whole, "no text of the skill mentions 1.py"},
	)
	want := []string{"link/case " + cut, "link/escape " + cut, "link/escape " + whole, "link/broken " + whole, "resource/orphan " + whole}
	if !slices.Equal(got, want) {
		t.Errorf("counted are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestStandIns checks that a diagnostic does not count if it depends on an empty file whose real text is not
// in the corpus.
func TestStandIns(t *testing.T) {
	c := tree(
		t,
		"o+r/skills/x/SKILL.md\tskill\tfull", "o+r/skills/x/references/full.md\tlinked\tfull", "o+r/skills/x/references/empty.md\tlinked\tempty",
		"o+r/skills/y/SKILL.md\tskill\tfull", "o+r/skills/y/full.md\tlinked\tfull", "o+r/shared/empty.md\tlinked\tempty",
		"o+r/skills/z/SKILL.md\tskill\tempty", "o+r/SKILL.md\tskill\tfull",
	)
	const heading = "no heading for \"#x\" in %s"
	for target, want := range map[string]bool{
		"references/full.md":     true,
		"./references/full.md":   true,
		"references/empty.md":    false,
		"../y/full.md":           true,
		"../../shared/empty.md":  false,
		"../../shared/absent.md": false, // has another name in the corpus, through a symbolic link
	} {
		got := counted(t, c, [3]string{"link/fragment", "o+r/skills/x/SKILL.md", fmt.Sprintf(heading, target)})
		if len(got) > 0 != want {
			t.Errorf("a fragment of %s counts: %v", target, !want)
		}
	}
	got := counted(
		t, c,
		[3]string{"link/fragment", "o+r/skills/x/SKILL.md", "no heading has the anchor `#x`; did you mean `#y`?"},
		[3]string{"link/fragment", "o+r/skills/x/references/full.md", fmt.Sprintf(heading, "references/full.md")}, // from the skill directory
		[3]string{"link/fragment", "o+r/skills/x/references/full.md", fmt.Sprintf(heading, "references/empty.md")},
		[3]string{"resource/orphan", "o+r/skills/x/SKILL.md", "no text of the skill mentions references/full.md"},
		[3]string{"resource/orphan", "o+r/skills/y/SKILL.md", "no text of the skill mentions full.md"},
		[3]string{"name/format", "o+r/skills/z/SKILL.md", "a name is missing"},
		[3]string{"name/directory", "o+r/SKILL.md", "the name `x` differs from the directory's, `o+r`"},
	)
	want := []string{"link/fragment o+r/skills/x/SKILL.md", "link/fragment o+r/skills/x/references/full.md", "resource/orphan o+r/skills/y/SKILL.md"}
	if !slices.Equal(got, want) {
		t.Errorf("counted are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
