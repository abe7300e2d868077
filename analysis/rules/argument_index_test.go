package rules_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/skills/growthtest"
)

func TestArgumentIndex(t *testing.T) {
	const hint = "argument-hint: '[branch] [version]'\n"
	for _, tt := range []struct{ name, front, body, want string }{
		{"nothing", hint, "Text.", ""},
		{"declared", hint, "Merge $1 and tag $2.", "$1"},
		{"another number", hint, "Tag $2 on $1.", "$2"},
		{"names declared", "arguments: [branch]\n", "Merge $1.", "$1"},
		{"declared for Goose", "metadata:\n  arguments: branch\n", "Merge $1.", "$1"},
		{"an empty declaration", "argument-hint:\n", "Merge $1.", ""},
		{"not declared", "", "Merge $1 and tag $2.", ""},
		{"said", "", "The first argument ($1) is the branch.", "$1"},
		{"said on another line", "", "It takes an argument.\n\nIt costs $1.", ""},
		{"with all of them", "", "Read $ARGUMENTS.\n\nMerge $1.", "$1"},
		{"all of them in an example", "", "```md\nRead $ARGUMENTS.\n```\n\nIt costs $1.", ""},
		{"end of the file", hint, "Merge $1", "$1"},
		{"end of a sentence", hint, "Tag it $1.\n", "$1"},
		{"code span", hint, "Run `git merge $1`.", "$1"},
		{"command", hint, "Changes: !`git diff $1`", "$1"},
		{"awk", hint, "Run `awk '{print $1}'`.", ""},
		{"awk, then use", hint, "Run `awk '{print $1}'` on `$2`.", "$2"},
		{"SQL", hint, "Ask `SELECT * FROM t WHERE id = $1`.", ""},
		{"fence", hint, "```sh\ngit merge $1\n```\n", ""},
		{"fence without a language", hint, "```\n$1\n```\n", ""},
		{"fence, then use", hint, "```sh\necho $1\n```\n\nMerge $3.", "$3"},
		{"table", hint, "| `$1` | the branch |\n|---|---|\n", ""},
		{"explained", hint, "`$1` is replaced by the branch.", ""},
		{"escaped", hint, `Write \$1 for one dollar.`, ""},
		{"raw HTML", hint, "<!-- $1 -->\n", ""},
		{"amounts", hint, "$15, $1.50, $1,000, $1k, $1M, $1/month, $1-$5, $5–$9, $9+, US$1, ~$5 and $$1", ""},
		{"zero", hint, "Merge $0.", ""},
		{"variable", hint, "${1} and $1st and $a1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n"+tt.front+"---\n"+tt.body)
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			f, err := s.File(path)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range rules.Diagnose(t.Context(), s, path) {
				if d.Rule == "argument/index" {
					got = append(got, d.Span.Of(f.Doc.Source))
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestArgumentIndexAgents(t *testing.T) {
	const advice = ": name the input in words"
	for _, tt := range []struct{ targets, body, want string }{
		{"agent-skills, cursor", "Merge $1.", "information: \"$1\" is another argument in each agent" + advice},
		{"agent-skills, claude-code", "Merge $1.", "information: \"$1\" is the second argument: the first one is \"$0\" [claude-code]"},
		{"claude-code", "Merge $2.", "information: \"$2\" is the third argument: the second one is \"$1\" [claude-code]"},
		{"claude-code", "Merge $0 and $1.", ""},
		{"claude-code", "It costs $0.50. Merge $1.", "information: \"$1\" is the second argument: the first one is \"$0\" [claude-code]"},
		{"opencode, goose", "Merge $1.", ""},
		{"opencode, claude-code, codex, otto", "Merge $0 and $1.", "information: \"$1\" is not the same argument in every agent" + advice + " [codex opencode claude-code otto]"},
		{"codex", "Merge $9.", "information: \"$9\" is text, not an argument" + advice + " [codex]"},
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\nargument-hint: branch\n---\n"+tt.body+"\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		if got := said(t, s, path, "argument/index"); got != tt.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", tt.targets, tt.body, got, tt.want)
		}
	}
}

// TestArgumentIndexHuge checks that a line or a code span is not examined again for every number in it if
// none of them means an argument.
func TestArgumentIndexHuge(t *testing.T) {
	rule, _ := rules.ByID("argument/index")
	for name, unit := range map[string]string{
		"one line": "$1, ", "escaped": `argument \$1 `, "amounts": "argument $1k ", "columns": "`$1 awk` ", "lines of code": "| argument $1\n",
	} {
		t.Run(name, func(t *testing.T) {
			growthtest.Linear(t, 20_000, func(n int) time.Duration {
				s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n---\n`"+strings.Repeat(unit, n)+"`\n")
				f, err := s.File(filepath.Join(root, ".agents", "skills", "x", "SKILL.md"))
				if err != nil {
					t.Fatal(err)
				}
				f.Doc.Markdown()
				p := rules.NewPass(t.Context(), s, f)
				p.Rule = rule
				return growthtest.Take(t, func() { rules.CheckArgumentIndex(p) })
			})
		})
	}
}
