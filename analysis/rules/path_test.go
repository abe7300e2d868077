package rules_test

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
)

const pathWorkspace = `
-- .agents/skills/x/SKILL.md --
-- .agents/skills/x/scripts/run_tests.py --
pass
-- .agents/skills/x/scripts/lib/Util.sh --
true
-- .agents/skills/x/references/guide.md --
# Guide
-- .agents/skills/x/references/deep/one.md --
# One
-- .agents/skills/x/templates->../../../shared --
-- shared/report.md --
# Report
-- scripts/build.sh --
true
`

// missingIn returns the paths that path/missing reports in a body, each with the preferred fix, if any.
func missingIn(t *testing.T, name, body string) []string {
	t.Helper()
	front, file := "", name
	if name == "SKILL.md" {
		front = plainFront
	}
	s, root := analysistest.Workspace(t, strings.Replace(pathWorkspace, "-- .agents/skills/x/SKILL.md --\n", "-- .agents/skills/x/SKILL.md --\n"+plainFront, 1)+
		"-- .agents/skills/x/"+file+" --\n"+front+body+"\n")
	var found []string
	for _, d := range analysistest.Diagnose(s, root, ".agents/skills/x/"+file) {
		if d.Rule != "path/missing" {
			continue
		}
		if d.Severity != diagnostic.Information {
			t.Errorf("%s weighs %s", d.Text(), d.Severity)
		}
		_, path, _ := strings.Cut(d.Message, ": ")
		for _, fix := range d.Fixes {
			if fix.Preferred {
				path += " → " + fix.Edits[0].Text
			}
		}
		found = append(found, path)
	}
	return found
}

func TestMissingPaths(t *testing.T) {
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"Run `scripts/none.py`.", []string{"scripts/none.py"}},
		{"Run `python scripts/run_test.py --all`.", []string{"scripts/run_test.py"}},
		{"Run `./scripts/lib/util.sh`.", []string{"scripts/lib/util.sh → scripts/lib/Util.sh"}},
		{"Run `\"${CLAUDE_SKILL_DIR}/lib/none.sh\"` and `\"${CLAUDE_SKILL_DIR}\"/lib/gone.sh`.", []string{"lib/none.sh", "lib/gone.sh"}},
		{"Read `references/one.md`.", []string{"references/one.md"}}, // in another directory, so that the fix is not preferred
		{"Read `references/none.md#part` and `references/none.md` again.", []string{"references/none.md"}},
		{"Copy `assets/none.json`.", []string{"assets/none.json"}},
		{"```sh\npython scripts/none.py \"your text\" -o out.png\n```", []string{"scripts/none.py"}},
		{"```\nreferences/a.md\nreferences/b.md\n```", []string{"references/a.md", "references/b.md"}},
		{"```sh\nscripts/build.sh\n```", []string{"scripts/build.sh"}}, // the skill has scripts, so the path is not one of the project
		{"| file | what |\n|---|---|\n| `references/a.md` | all |", []string{"references/a.md"}},
	} {
		if got := missingIn(t, "SKILL.md", tt.body); !slices.Equal(got, tt.want) {
			t.Errorf("%s\n%q, want %q", tt.body, got, tt.want)
		}
	}
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"See `references/guide.md`, `deep/one.md` and `scripts/run_tests.py`.", nil},
		{"See `references/gide.md`.", []string{"references/gide.md"}},
	} {
		if got := missingIn(t, "references/more.md", tt.body); !slices.Equal(got, tt.want) {
			t.Errorf("in a reference: %s\n%q, want %q", tt.body, got, tt.want)
		}
	}
}

// TestPathsLeftAlone checks paths that are not those of a skill's files, or whose files need not exist.
func TestPathsLeftAlone(t *testing.T) {
	for _, body := range []string{
		"`scripts/run_tests.py`, `./references/guide.md#own`, `references/deep/one.md:12`, `templates/report.md`, `scripts/lib/`, `scripts`",
		"`run.py`, `src/none.py`, `docs/none.md`, `package.json`",                                  // of a project
		"`tests/scripts/none.py`, `../y/scripts/none.py`, `/scripts/none.py`, `~/scripts/none.py`", // parts of other paths
		"`$ROOT/scripts/none.py`, `${X}/scripts/none.py`, `<dir>/scripts/none.py`, `{x}/scripts/none.py`, `https://x.dev/scripts/none.py`",
		"`scripts/<name>.py`, `scripts/{x}.py`, `scripts/*.py`, `scripts/$X.py`, `references/…`, `references/....md`, `scripts/none[1].py`",
		"`references/YYYY-MM-DD.md`, `references/xxx.md`, `scripts/my-script.py`, `scripts/foo.sh`, `references/your-topic.md`, `references/example.md`",
		"`scripts/none`, `references/1.2`, `references/../none.md`, `references//none.md`, `references/.hidden`",
		"Text with scripts/none.py and references/none.md outside of code.",
		"Save the plan as `references/plan.md`. Then read `references/plan.md`.",
		"The index is `references/index.json`.\n\nCreate `index.json` with these keys.",
		"Write `references/log.md`, generate `scripts/out.py`, which creates `references/db.json`.",
		"For example `references/finance.md`, or something such as `scripts/rotate.py`.",
		"A `scripts/rotate.py` would help. `scripts/later.py` is planned. `scripts/old.py` was removed.",
		"Run the project's `scripts/none.py`. Edit `references/none.md`.",
		"See `other-skill`'s `references/none.md` and `deploy` with its\n`references/more.md`.",
		"`resources/none.md`, `examples/none.py`", // the skill has no such directories
		"```sh\nscripts/run_tests.py --out references/report.md > scripts/list.txt\ncp a.md references/b.md\nmkdir -p scripts && touch scripts/c.py\n```",
		"```sh\ncd ../project\npython scripts/none.py\n```",
		"```sh\ngit clone x && scripts/none.sh\n```",
		"```sh\npython -m unittest x/tests/test_x.py\npython scripts/none.py\n```",
		"```python\nopen('references/none.md')\n```",
		"```json\n{\"path\": \"references/none.md\"}\n```",
		"```sh\n# for example: scripts/none.py\n```",
		"[a](references/guide.md) <!-- `references/none.md` -->",
	} {
		if got := missingIn(t, "SKILL.md", body); len(got) > 0 {
			t.Errorf("%s\n%q", body, got)
		}
	}
}

// TestPathsOfClone checks that a directory that the skill does not have is ignored if the text says that its
// files are in a clone.
func TestPathsOfClone(t *testing.T) {
	const path = "\n\nRead `assets/none.md`, then `references/none.md` and `${CLAUDE_SKILL_DIR}/lib/none.sh`."
	all := []string{"assets/none.md", "references/none.md", "lib/none.sh"}
	for before, want := range map[string][]string{
		"The scripts live in a local clone of https://x.dev/y.":    all[1:],
		"Run everything from inside that\nclone's `z/` directory.": all[1:],
		"All files are kept in another repository.":                all[1:],
		"The programs are in a separate git repo.":                 all[1:],
		"Work in the checkout of y.":                               all[1:],
		"Clone the worker and deploy it.":                          all,
		"```sh\ngit clone https://x.dev/y\ncd y\n```":              all,
		"Push to the repository. A clone takes a minute.":          all,
		"In the cloned voice, speak. Tap in the checkout flow.":    all,
	} {
		if got := missingIn(t, "SKILL.md", before+path); !slices.Equal(got, want) {
			t.Errorf("%s\n%q, want %q", before, got, want)
		}
	}
}

// TestPathsOfOtherSkills checks that the paths of skills about skills, and of plugins, are ignored.
func TestPathsOfOtherSkills(t *testing.T) {
	const body = "Read `references/none.md`.\n"
	for name, archive := range map[string]string{
		"skill-creator": "-- skills/skill-creator/SKILL.md --\n---\nname: skill-creator\ndescription: Makes skills. Use when asked.\n---\n" + body,
		"forge":         "-- skills/forge/SKILL.md --\n---\nname: forge\ndescription: Makes things. Use when asked.\n---\nA `SKILL.md` lies in a directory. The SKILL.md may link others. In SKILL.md:\n\n" + body,
		"plugin":        "-- skills/plugin/SKILL.md --\n---\nname: plugin\ndescription: X. Use when asked.\n---\n" + body + "-- skills/plugin/.claude-plugin/plugin.json --\n{}\n",
	} {
		s, root := analysistest.Workspace(t, archive)
		if found := analysistest.Diagnose(s, root, "skills/"+name+"/SKILL.md"); analysistest.Count(found, "path/missing") > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}
