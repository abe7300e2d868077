package agents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// Vectors written from sources, of agents that were not run: copilot, cursor, amp, openoxide, and the catalogues of codex and goose.

// sourceVectors reads a file of vectors and returns its cases, after demanding their number.
func sourceVectors[T any](t *testing.T, agent, file string, number int) []T {
	t.Helper()
	cases := readJSON[struct{ Cases []T }](t, filepath.Join("..", "..", "testdata", "vectors", agent, file)).Cases
	if len(cases) != number {
		t.Errorf("%s/%s: %d cases, want %d", agent, file, len(cases), number)
	}
	return cases
}

// A sourceAcceptance is a file and what the agent makes of it.
type sourceAcceptance struct {
	ID, Path, Content, Field string
	Accepted                 bool
	Name, Description        *string
	Reasons                  []string
	Diagnostics              []struct{ Severity, Message string }
	ModelInvocable           *bool `json:"model_invocable"`
}

func testSourceAcceptance(t *testing.T, agent *skills.Agent, number int) {
	for _, c := range sourceVectors[sourceAcceptance](t, agent.ID, "acceptance.json", number) {
		t.Run(c.ID, func(t *testing.T) {
			d := skills.Parse(c.Content)
			v := agent.Accept(skills.File{Path: filepath.FromSlash(c.Path), Source: c.Content, Frontmatter: &d.Frontmatter})
			checkVerdict(t, c.ID, c.Content, v)
			switch {
			case v.Accepted != c.Accepted:
				t.Fatalf("accepted %t, want %t: %+v", v.Accepted, c.Accepted, v.Refusals)
			case c.Accepted && (v.Name != valueOf(c.Name) || v.Description != valueOf(c.Description)):
				t.Errorf("%q, %q, want %q, %q", v.Name, v.Description, valueOf(c.Name), valueOf(c.Description))
			case c.Field != "" && !slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Field == c.Field }):
				t.Errorf("no refusal of %s: %+v", c.Field, v.Refusals)
			case c.ModelInvocable != nil && v.Hidden == *c.ModelInvocable:
				t.Errorf("hidden %t", v.Hidden)
			}
			for _, want := range c.Diagnostics {
				if !slices.ContainsFunc(v.Remarks, func(r skills.Remark) bool { return r.Severity == want.Severity && r.Message == want.Message }) {
					t.Errorf("no %s %q: %+v", want.Severity, want.Message, v.Remarks)
				}
			}
			for _, r := range v.Remarks {
				if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(c.Content) || r.Message == "" {
					t.Errorf("remark %+v", r)
				}
			}
		})
	}
}

// testSourceDiscovery demands the skills that an agent finds; ordered says that their order counts.
func testSourceDiscovery(t *testing.T, agent *skills.Agent, number int, ordered bool) {
	names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "vectors", agent.ID, "discovery", "*.json"))
	if err != nil || len(names) != number {
		t.Fatalf("%d cases, want %d: %v", len(names), number, err)
	}
	for _, name := range names {
		c := readJSON[discoveryCase](t, name)
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.vantage(t)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Skills    []struct{ Name, Description, Path, Scope string }
				Errors    []skills.LoadError
				Ambiguous []string `json:"ambiguous_names"`
			}
			if err := json.Unmarshal([]byte(expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var got, expected []string
			for _, s := range catalog.Offered() {
				at, _ := catalog.Place(s.Path)
				of := catalog.Roots[catalog.Files()[at].Root].Root
				word := of.Word
				if word == "" {
					word = string(of.Scope)
				}
				got = append(got, strings.Join([]string{s.Name, s.Description, s.Path, word}, " | "))
			}
			for _, s := range want.Skills {
				expected = append(expected, strings.Join([]string{s.Name, s.Description, filepath.FromSlash(s.Path), s.Scope}, " | "))
			}
			if !ordered {
				slices.Sort(got)
				slices.Sort(expected)
			}
			if !slices.Equal(got, expected) || len(catalog.Errors) != len(want.Errors) {
				t.Errorf("got\n%s\nwant\n%s\nerrors %+v", strings.Join(got, "\n"), strings.Join(expected, "\n"), catalog.Errors)
			}
			for _, name := range want.Ambiguous {
				if _, ok := catalog.Taken(name); ok || len(catalog.Named(name)) < 2 {
					t.Errorf("%s is not ambiguous", name)
				}
			}
		})
	}
}

// A sourceInjection is a skill and what the model has of it, by arguments.
type sourceInjection struct {
	ID, Skill string
	Files     []node `json:"files_in_skill"`
	Expected  map[string]struct {
		Runs []struct {
			Args     *string
			Text     string
			ReadFile string `json:"read_file"`
			Slash    string `json:"slash_body"`
		}
		Unexecuted []struct{ Text string }
	}
}

func testSourceInjection(t *testing.T, agent *skills.Agent, below string, number int) {
	for _, c := range sourceVectors[sourceInjection](t, agent.ID, "injection.json", number) {
		t.Run(c.ID, func(t *testing.T) {
			root := realTempDir(t)
			dir := filepath.Join(root, "ws", filepath.FromSlash(below), c.Skill)
			lay(t, dir, c.Files)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, skills.Vantage{Cwd: filepath.Join(root, "ws"), Home: filepath.Join(root, "home")}, nil)
			if err != nil || len(catalog.Skills) != 1 {
				t.Fatalf("%+v, %v", catalog, err)
			}
			source, err := os.ReadFile(filepath.Join(dir, "SKILL.md"))
			if err != nil {
				t.Fatal(err)
			}
			expected := c.Expected[agent.ID]
			for _, run := range expected.Runs {
				got := agent.Inject(skills.Load{Skill: catalog.Skills[0], Source: string(source), FS: vfs.Disk{}, Arguments: run.Args})
				checkInjection(t, got, string(source))
				want := expand(run.Text, root, "")
				if agent == Copilot {
					if want = run.Slash; run.Args == nil {
						want = run.ReadFile
					}
				}
				if got.Content != want {
					t.Errorf("%q: %q, want %q", valueOf(run.Args), got.Content, want)
				}
				var unexecuted []string
				for _, s := range got.Segments {
					if s.Kind == skills.SegmentUnexecuted {
						unexecuted = append(unexecuted, s.Of(got.Content))
					}
				}
				for i, u := range expected.Unexecuted {
					if len(unexecuted) != len(expected.Unexecuted) || unexecuted[i] != u.Text {
						t.Errorf("unexecuted %q, want %q", unexecuted, expected.Unexecuted)
					}
				}
				if len(expected.Unexecuted) == 0 && len(unexecuted) > 0 {
					t.Errorf("unexecuted %q", unexecuted)
				}
			}
		})
	}
}

// A sourceCatalog is a list of skills as the agent has them, and what the model is told.
type sourceCatalog struct {
	ID     string
	Budget struct {
		Window     *int `json:"context_window"`
		Characters *int
		Tokens     *int
	}
	Roots  []string
	Skills []struct {
		Name, Description, Path, Root, Type string
		Scope                               skills.Scope
		Disabled                            bool
		Implicit                            *bool `json:"allow_implicit_invocation"`
		Manual                              bool  `json:"disable-model-invocation"`
	}
	Expected map[string]struct {
		Text              *string
		Entries           []string
		Warning           *string
		Included, Omitted int
	}
}

// list returns the skills that the agent has.
func (c *sourceCatalog) list() []skills.Skill {
	var list []skills.Skill
	for _, s := range c.Skills {
		if s.Disabled || s.Type != "" && s.Type != "skill" && s.Type != "builtin" { // another kind of source
			continue
		}
		skill := skills.Skill{
			Name: s.Name, Description: s.Description, Path: s.Path, Dir: filepath.Dir(s.Path), Scope: s.Scope,
			Exposure: skills.Exposure{Hidden: s.Manual || s.Implicit != nil && !*s.Implicit},
		}
		if s.Root != "" {
			skill.Origin = skills.Origin{Root: s.Root, Place: slices.Index(c.Roots, s.Root)}
		}
		list = append(list, skill)
	}
	return list
}

func TestCopilotVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { testSourceAcceptance(t, Copilot, 31) })
	t.Run("discovery", func(t *testing.T) { testSourceDiscovery(t, Copilot, 11, true) })
	t.Run("injection", func(t *testing.T) { testSourceInjection(t, Copilot, ".github/skills", 10) })
	t.Run("catalog", func(t *testing.T) {
		for _, c := range sourceVectors[sourceCatalog](t, "copilot", "catalog.json", 6) {
			list := c.list()
			slices.SortStableFunc(list, Copilot.Order)
			got := catalogCopilot(list, skills.Budget{})
			_, entries, _ := strings.Cut(got.Content, copilotIntro)
			if want := strings.Join(c.Expected["copilot"].Entries, "\n") + "\n</skills>\n\n"; entries != want || got.Entries != len(c.Expected["copilot"].Entries) {
				t.Errorf("%s: %q, want %q", c.ID, entries, want)
			}
		}
	})
}

func TestCursorVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { testSourceAcceptance(t, Cursor, 12) })
	t.Run("discovery", func(t *testing.T) { testSourceDiscovery(t, Cursor, 6, false) })
}

func TestAmpVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { testSourceAcceptance(t, Amp, 9) })
	t.Run("discovery", func(t *testing.T) { testSourceDiscovery(t, Amp, 7, false) })
}

func TestOpenOxideVectors(t *testing.T) {
	t.Run("acceptance", func(t *testing.T) { testSourceAcceptance(t, OpenOxide, 15) })
	t.Run("discovery", func(t *testing.T) { testSourceDiscovery(t, OpenOxide, 8, true) })
	t.Run("injection", func(t *testing.T) { testSourceInjection(t, OpenOxide, ".openoxide/skills", 12) })
}

// TestCodexCatalogVectors and TestGooseCatalogVectors compare with texts that were written from the sources of both.
func TestCodexCatalogVectors(t *testing.T) {
	texts := readJSON[struct{ Texts map[string]string }](t, filepath.Join("..", "..", "testdata", "vectors", "codex", "catalog.json")).Texts
	for _, c := range sourceVectors[sourceCatalog](t, "codex", "catalog.json", 31) {
		t.Run(c.ID, func(t *testing.T) {
			budget := codexBudget(0)
			switch {
			case c.Budget.Window != nil:
				budget = codexBudget(*c.Budget.Window)
			case c.Budget.Characters != nil:
				budget = skills.Budget{Chars: *c.Budget.Characters}
			case c.Budget.Tokens != nil:
				budget = skills.Budget{Tokens: *c.Budget.Tokens}
			}
			got := catalogCodex(c.list(), budget)
			expected := c.Expected["codex"]
			want := valueOf(expected.Text)
			for name, text := range texts {
				want = strings.ReplaceAll(want, "${TEXT:"+name+"}", text)
			}
			if got.Content != want || got.Entries != expected.Included || len(got.Dropped) != expected.Omitted {
				t.Errorf("%d and %d, want %d and %d\n%s\nwant\n%s", got.Entries, len(got.Dropped), expected.Included, expected.Omitted, clip(got.Content), clip(want))
			}
			var warnings []string
			if expected.Warning != nil {
				warnings = []string{"Codex warns the user: " + *expected.Warning}
			}
			if !slices.Equal(got.Notes, warnings) {
				t.Errorf("notes %q, want %q", got.Notes, warnings)
			}
		})
	}
}

// TestCodexPluginRepository covers the names of the skills in a repository that is a plugin.
func TestCodexPluginRepository(t *testing.T) {
	agent := *Codex
	agent.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // this machine's
	testSourceDiscovery(t, &agent, 1, false)
}

// TestGooseDirectories compares where its configuration lies with what its sources say.
func TestGooseDirectories(t *testing.T) { testSourceDiscovery(t, Goose, 6, false) }

func TestGooseCatalogVectors(t *testing.T) {
	for _, c := range sourceVectors[sourceCatalog](t, "goose", "catalog.json", 16) {
		list := c.list()
		for i := range list {
			list[i].Dir = list[i].Path
		}
		slices.SortStableFunc(list, Goose.Order)
		got := catalogGoose(list, skills.Budget{})
		if want := valueOf(c.Expected["goose"].Text); got.Content != want {
			t.Errorf("%s: %q, want %q", c.ID, clip(got.Content), clip(want))
		}
	}
}
