package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
)

const orphanSkill = "-- skills/review/SKILL.md --\n---\nname: review\ndescription: Reviews. Use when asked.\n---\n"

func TestOrphan(t *testing.T) {
	ref := func(names ...string) string {
		archive := ""
		for _, name := range names {
			archive += "-- skills/review/" + name + " --\nText.\n"
		}
		return archive
	}
	tests := []struct{ name, archive, want string }{
		{"one", orphanSkill + "Read.\n" + ref("references/naming.md"), "references/naming.md"},
		{"mentioned", orphanSkill + "Read naming.md.\n" + ref("references/naming.md"), ""},
		{"mentioned in the frontmatter", strings.Replace(orphanSkill, "Use when", "See naming.md when", 1) + "Read.\n" + ref("references/naming.md"), ""},
		{"mentioned by a mentioned one", orphanSkill + "[a](references/a.md)\n" + ref("references/naming.md") + "-- skills/review/references/a.md --\nThen naming.md.\n", ""},
		{"mentioned by itself", orphanSkill + "Read.\n-- skills/review/references/naming.md --\n# naming.md\n", "references/naming.md"},
		{"mentioned by a program", orphanSkill + "Run scripts/run.py.\n-- skills/review/scripts/run.py --\nimport tables\n" + ref("scripts/tables.py"), ""},
		{"mentioned as a module", orphanSkill + "From scripts.run_loop.\n" + ref("scripts/run_loop.py"), ""},
		{"mentioned in another case", orphanSkill + "Read NAMING.md.\n" + ref("references/naming.md"), ""},
		{"mentioned without extension", orphanSkill + "Read [[naming]], then the release-list.\n" + ref("references/naming.md", "references/release-list.md"), ""},
		{"a word", orphanSkill + "Naming is hard, and so are references.\n" + ref("references/naming.md"), "references/naming.md"},
		{"a directory", orphanSkill + "All of references/ and `more` matters.\n" + ref("references/naming.md", "more/a.md"), ""},
		{"a directory with a placeholder", orphanSkill + "Read references/<topic>.md.\n" + ref("references/naming.md"), ""},
		{"another file of the directory", orphanSkill + "Read references/other.md.\n" + ref("references/naming.md"), "references/naming.md"},
		{"patterns", orphanSkill + "Read step-*.md and {topic}-guide.md.\n" + ref("step-one.md", "query-guide.md"), ""},
		{"two in a directory", orphanSkill + "See c.md.\n" + ref("references/a.md", "references/b.md", "references/c.md"), "references/a.md and references/b.md"},
		{"many", orphanSkill + "See x.md.\n" + ref("r/a.md", "r/b.md", "r/c.md", "r/d.md", "s/e.md", "r/x.md"), "r/a.md, r/b.md, r/c.md and 2 more"},
		{"a series", orphanSkill + "Begin with step-1.md.\n" + ref("step-1.md", "step-2.md", "step-3.md"), ""},
		{"of a skill within", orphanSkill + "Read.\n" + analysistest.SkillFile("skills/review/skills", "inner", "Inner.", "Read a.md.") + "-- skills/review/skills/inner/a.md --\nText.\n", ""},
		{"empty", orphanSkill + "Read.\n-- skills/review/references/naming.md --\n", ""},
		{"found by people and tools", orphanSkill + "Read.\n" + ref("README.md", "VERIFICATION.md", "SKILL.fr.md", "references/readme.md", "license.txt", "tests/run.py", "scripts/test_run.py",
			"scripts/run.test.ts", "vite.config.ts", "scripts/__init__.py", "references/_template.md", "references/evolution-log.md", ".github/x.md", "data.json"), ""},
		{"not one word", orphanSkill + "Read.\n" + ref("my notes.md", "規約.md", "1.md"), ""},
		{"no frontmatter", "-- skills/review/SKILL.md --\nRead.\n" + ref("references/naming.md"), ""},
		{"a project's own directory", "-- skills/review/.git/x --\n" + orphanSkill + "Read.\n" + ref("references/naming.md"), ""},
		{"a plugin's own directory", "-- skills/review/.claude-plugin/plugin.json --\n{}\n" + orphanSkill + "Read.\n" + ref("references/naming.md"), ""},
		{"too much text", orphanSkill + "Read.\n" + ref("references/naming.md") + "-- skills/review/references/big.md --\n" + strings.Repeat("Text.\n", refs.MaxText/6+1), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, "skills", "review", "SKILL.md")
			got := said(t, s, path, "resource/orphan")
			want := tt.want
			if want != "" {
				want = "hint: no text of the skill mentions " + want
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if got := said(t, isolated(s), path, "resource/orphan"); got != "" {
				t.Errorf("alone: %s", got)
			}
		})
	}
}

// TestOrphanQuiet checks a skill with programs in which every file is mentioned in some way.
func TestOrphanQuiet(t *testing.T) {
	s, root := analysistest.Scanned(t, orphanSkill+`
Unpack first: `+"`python scripts/office/unpack.py FILE`"+`. Then see [reference.md](reference.md).

Themes are in `+"`themes/`"+`. Fonts: everything below ./canvas-fonts.

| prefix | about |
|---|---|
| `+"`query-`"+` | queries |
-- skills/review/reference.md --
Copy assets/template.html. For aws see the cloud-guide.
-- skills/review/references/cloud-guide.md --
Text.
-- skills/review/references/query-joins.md --
Text.
-- skills/review/themes/ocean.md --
Text.
-- skills/review/canvas-fonts/Inter.ttf --
binary
-- skills/review/canvas-fonts/Inter-OFL.txt --
Text.
-- skills/review/assets/template.html --
<link href="style.css"><script src="./viewer.js"></script>
-- skills/review/assets/style.css --
body { background: url(img/paper.png) }
-- skills/review/assets/viewer.js --
import { draw } from "./draw"
-- skills/review/assets/draw.js --
export const draw = 1
-- skills/review/assets/img/paper.png --
binary
-- skills/review/scripts/office/unpack.py --
from office.soffice import run
from validators import DOCX
SCHEMAS = HERE.parent / "schemas"
-- skills/review/scripts/office/soffice.py --
TEMPLATES = glob(os.path.join(HERE, "*.xml"))
-- skills/review/scripts/office/comments.xml --
<a/>
-- skills/review/scripts/office/validators/__init__.py --
from .docx import DOCX
-- skills/review/scripts/office/validators/docx.py --
DOCX = 1
-- skills/review/scripts/office/schemas/ecma/a.xsd --
<a/>
-- skills/review/scripts/office/schemas/iso/b.xsd --
<b/>
-- skills/review/scripts/requirements.txt --
lxml
-- skills/review/LICENSE.txt --
MIT
`)
	path := filepath.Join(root, "skills", "review", "SKILL.md")
	if got := said(t, s, path, "resource/orphan"); got != "" {
		t.Error(got)
	}
}

// TestOrphanChanges checks that edits and changes on disk count.
func TestOrphanChanges(t *testing.T) {
	s, root := analysistest.Scanned(t, orphanSkill+"Read a.md.\n-- skills/review/a.md --\nText.\n-- skills/review/b.md --\nText.\n-- skills/review/run.sh --\necho\n")
	dir := filepath.Join(root, "skills", "review")
	path := filepath.Join(dir, "SKILL.md")
	step := 0
	check := func(want string) {
		t.Helper()
		step++
		got := said(t, s, path, "resource/orphan")
		if (got != "") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("step %d: got %q, want %q", step, got, want)
		}
	}
	typed := func(name, body string) {
		text := body
		if name == "SKILL.md" {
			text = "---\nname: review\ndescription: Reviews. Use when asked.\n---\n" + body
		}
		s = s.With(workspace.Change{Path: filepath.Join(dir, name), Text: &text, Time: time.Unix(int64(step), 0)})
	}
	written := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s = s.Refresh(filepath.Join(dir, name))
	}
	check("b.md and run.sh")
	typed("SKILL.md", "Read a.md and b.md, then run.sh.\n")
	check("")
	typed("SKILL.md", "Read a.md.\n")
	check("b.md and run.sh")
	written("run.sh", "cat b.md\n")
	check("run.sh")
	typed("a.md", "Run run.sh.\n")
	check("")
	s = s.With(workspace.Change{Path: filepath.Join(dir, "a.md")})
	check("run.sh")
	written("c.md", "Text.\n")
	check("c.md and run.sh")
	if err := os.Remove(filepath.Join(dir, "c.md")); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(filepath.Join(dir, "c.md"))
	check("run.sh")
	written("a.md", "Run run.sh.\n")
	check("")
}

// TestOrphanReading checks that an edit does not read those files of the skill that are not open.
func TestOrphanReading(t *testing.T) {
	archive := orphanSkill + "Read.\n"
	for i := range 20 {
		archive += fmt.Sprintf("-- skills/review/scripts/part%c.py --\nprint()\n", 'a'+i)
	}
	s, root := analysistest.Scanned(t, archive)
	path := filepath.Join(root, "skills", "review", "SKILL.md")
	want := said(t, s, path, "resource/orphan")
	if want == "" {
		t.Fatal("no finding")
	}
	for i := range 20 { // without a Refresh: the snapshot must not read the files again
		name := filepath.Join(root, "skills", "review", "scripts", fmt.Sprintf("part%c.py", 'a'+i))
		if err := os.WriteFile(name, []byte("import parta, partb, partc\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text := "---\nname: review\ndescription: Reviews. Use when asked.\n---\nRead it.\n"
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	if got := said(t, s, path, "resource/orphan"); got != want {
		t.Errorf("got %q, want %q as before", got, want)
	}
}
