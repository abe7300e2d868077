package rules_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

func TestOverlap(t *testing.T) {
	const review = "Reviews a diff for bugs, leaks and unclear names. Use when the user asks for a review."
	tests := []struct {
		name, a, first, b, second string
		want                      bool
	}{
		{"the same", "diff-check", review, "quality", review, true},
		{"other order, endings and common words", "diff-check", review, "quality", "Use this skill to review diffs. It finds unclear names, bugs and leaks.", true},
		{"other endings", "diff-check", review, "quality", "Reviewing diffs for a bug, leaking, and unclear names: use this when reviews are wanted.", true},
		{"one word more", "diff-check", review, "quality", "Reviews a diff for bugs, leaks, races and unclear names. Use when the user asks for a review.", true},
		{"half as much again", "diff-check", review, "quality", review + " Also for races, secrets and slow queries.", false},
		{
			"a word of its own each", "chat-access", "Manage Discord channel access: approve pairings, edit allowlists, set policy.",
			"text-access", "Manage Telegram channel access: approve pairings, edit allowlists, set policy.", false,
		},
		{"a word of its name", "pdf-tools", "Extracts text, tables and pictures from PDF files.", "pdf-form-tools", "Extracts text, tables and pictures from PDF form files.", false},
		{"a number", "nuxt-a", "Builds server routes, middleware and plugins with Nuxt and Nitro.", "nuxt-b", "Builds server routes, middleware and plugins with Nuxt 4 and Nitro.", false},
		{"one names the other", "diff-check", review, "quality", "Reviews a diff for bugs, leaks and unclear names; unlike diff-check.", false},
		{"too short to tell", "deploy", "Deploys the app.", "release", "Deploys the app.", false},
		{"Japanese, the same", "a-one", "社内の経費精算書を作成し、領収書を整理する。", "b-two", "社内の経費精算書を作成し、領収書を整理する。", true},
		{"Japanese, another thing", "a-one", "社内の経費精算書を作成し、領収書を整理する。", "b-two", "社内の旅行計画書を作成し、領収書を整理する。", false},
		{"German", "a-one", "Prüft Verträge auf Fristen, Haftung und Kündigung.", "b-two", "Prüft Verträge auf Fristen, Haftung und Kündigung!", true},
		{"a template", "a-one", review, "{{name}}", review, false},
		{"no name", "a-one", review, "", review, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := func(dir, name, description string) string {
				return "-- .agents/skills/" + dir + "/SKILL.md --\n---\nname: " + name + "\ndescription: \"" + description + "\"\n---\n" + dir + "\n"
			}
			s, root := analysistest.Scanned(t, file("one", tt.a, tt.first)+file("two", tt.b, tt.second))
			for _, dir := range []string{"one", "two"} {
				got := said(t, s, filepath.Join(root, ".agents", "skills", dir, "SKILL.md"), "description/overlap")
				if (got != "") != tt.want {
					t.Errorf("%s: %s", dir, got)
				}
			}
		})
	}
}

// TestOverlapPlaces checks with which other skills a skill is compared.
func TestOverlapPlaces(t *testing.T) {
	const description = "Reviews a diff for bugs, leaks and unclear names."
	one := analysistest.SkillFile(".agents/skills", "one", description, "1")
	const finding = `information: description nearly identical to "two": say what each is for`
	tests := []struct{ name, archive, want string }{
		{"side by side", one + analysistest.SkillFile(".agents/skills", "two", description, "2"), finding},
		{"a group in the same root, found by a target", "-- .codelia/x --\n" + one + analysistest.SkillFile(".agents/skills/group", "two", description, "2"), finding},
		{"a group in the same root, found by nobody", one + analysistest.SkillFile(".agents/skills/group", "two", description, "2"), ""},
		{"another root that a target reads too", "-- opencode.json --\n{}\n" + one + analysistest.SkillFile(".claude/skills", "two", description, "2"), finding},
		{"another root", one + analysistest.SkillFile(".claude/skills", "two", description, "2"), ""},
		{"another package", "-- .codelia/x --\n" + one + analysistest.SkillFile("a/.agents/skills", "two", description, "2"), ""},
		{"the same name", one + analysistest.SkillFile(".agents/skills/group", "one", description, "2"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, ".agents", "skills", "one", "SKILL.md")
			checkSaidOfOthers(t, s, path, "description/overlap", tt.want)
		})
	}
}

// TestOverlapChanges checks that an edit and the closing of a buffer count at once, and that they affect the
// other skill with a similar description.
func TestOverlapChanges(t *testing.T) {
	const description = "Reviews a diff for bugs, leaks and unclear names."
	s, root := analysistest.Scanned(t, analysistest.SkillFile("skills", "one", "Writes release notes from merged pull requests.", "1")+
		analysistest.SkillFile("skills", "two", description, "2")+analysistest.SkillFile("skills", "three", "Plans a trip by train, ferry and bicycle.", "3"))
	path := func(name string) string { return filepath.Join(root, "skills", name, "SKILL.md") }
	check := func(want string) {
		t.Helper()
		if got := said(t, s, path("two"), "description/overlap"); strings.Contains(got, `"one"`) != (want != "") {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("")
	last := s
	affects := func(change string, want bool) {
		t.Helper()
		found := analysistest.Affected(last, s, affected.Change{Edited: []string{path("one")}})
		if slices.Contains(found, path("two")) != want {
			t.Errorf("%s: affected %s", change, found)
		}
		last = s
	}
	affects("none", false)
	text := "---\nname: one\ndescription: " + description + "\n---\n1\n"
	s = s.With(workspace.Change{Path: path("one"), Text: &text, Time: time.Unix(1, 0)})
	check("one")
	affects("a description became similar to that of two", true)
	text += "Another line.\n"
	s = s.With(workspace.Change{Path: path("one"), Text: &text, Time: time.Unix(2, 0)})
	affects("a body was edited", false)
	s = s.With(workspace.Change{Path: path("one")})
	check("")
	affects("a description is no longer similar to that of two", true)
}

// TestTriggerKeys checks that any two similar triggers share a key.
func TestTriggerKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 20_000 {
		large := make([]string, index.MinTrigger+random.IntN(40))
		for i := range large {
			large[i] = fmt.Sprintf("%0*d", 1+random.IntN(9), random.IntN(1_000_000))
		}
		small := slices.Clone(large[:len(large)-random.IntN(len(large)/4+1)])
		random.Shuffle(len(small), func(i, j int) { small[i], small[j] = small[j], small[i] })
		a, b := index.TriggerOf(strings.Join(large, " ")), index.TriggerOf(strings.Join(small, " "))
		if !a.IsSimilar(b) {
			continue
		}
		compared++
		if !slices.ContainsFunc(a.Keys(), func(key uint64) bool { return slices.Contains(b.Keys(), key) }) {
			t.Fatalf("%q and %q are similar and share no key", large, small)
		}
		ts := make(index.Triggers)
		sum := &index.Summary{Trigger: a}
		if ts.Add(sum); len(ts.Similar(b)) != 1 {
			t.Fatalf("%q is not found by %q", large, small)
		}
		if ts.Remove(sum); len(ts) != 0 {
			t.Fatalf("after removing %q there is %v", large, ts)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d pairs were similar", compared)
	}
}

// BenchmarkOverlap measures the search for similar descriptions among ten thousand: ordinary ones, a family
// of descriptions that differ in one word, and equal ones.
func BenchmarkOverlap(b *testing.B) {
	vocabulary := strings.Fields("review code deploy server database query report test browser python typescript release notes plan travel expense invoice table chart image audio video model train data clean parse format convert pdf slide document mail calendar issue ticket pull request branch merge security secret token account payment customer support translate language summary")
	const n = 10_000
	kinds := map[string]func(i int, random *rand.Rand) string{
		"ordinary": func(_ int, random *rand.Rand) string {
			words := make([]string, 20)
			for i := range words {
				words[i] = vocabulary[random.IntN(len(vocabulary))] + fmt.Sprint(random.IntN(40))
			}
			return strings.Join(words, " ")
		},
		"family": func(i int, _ *rand.Rand) string {
			return fmt.Sprintf("Generates typed clients, mocks and documentation for service thing%dx from its published schema.", i)
		},
		"equal": func(int, *rand.Rand) string {
			return "Generates typed clients, mocks and documentation for a service from its published schema."
		},
	}
	for _, kind := range []string{"ordinary", "family", "equal"} {
		b.Run(kind, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			s := analysis.New(vfs.Disk{}, workspace.Config{})
			for i := range n {
				h := index.Head{Name: fmt.Sprintf("skill-%d", i), Description: kinds[kind](i, random)}
				s.Disk().Index.Put(&index.Summary{
					Path: fmt.Sprintf("/w/skills/skill-%d/SKILL.md", i), Skill: fmt.Sprintf("/w/skills/skill-%d", i),
					Kind: file.SkillFile, Head: h, Trigger: index.TriggerOf(h.Description), Size: i, Hash: uint64(i),
				})
			}
			text := "---\nname: other\ndescription: " + kinds[kind](1, random) + "\n---\n"
			path := "/w/skills/other/SKILL.md"
			s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			only := func(r *rules.Rule) bool { return r.ID == "description/overlap" }
			rules.DiagnoseForTest(b.Context(), s, path, only)
			for i := 0; b.Loop(); i++ {
				edited := text + strings.Repeat("x", i%5)
				s = s.With(workspace.Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
				rules.DiagnoseForTest(b.Context(), s, path, only)
			}
		})
	}
}
