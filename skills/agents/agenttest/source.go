package agenttest

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

// SourceVectors returns the cases in a file of vectors, and checks how many there are.
func SourceVectors[T any](t *testing.T, agent, file string, number int) []T {
	t.Helper()
	cases := ReadJSON[struct{ Cases []T }](t, filepath.Join(VectorsDir, agent, file)).Cases
	if len(cases) != number {
		t.Errorf("%s/%s: %d cases, want %d", agent, file, len(cases), number)
	}
	return cases
}

func SourceAcceptance(t *testing.T, agent *skills.Agent, number int) {
	for _, c := range SourceVectors[sourceAcceptance](t, agent.ID, "acceptance.json", number) {
		t.Run(c.ID, func(t *testing.T) {
			d := skills.Parse(c.Content)
			v := agent.Accept(skills.File{Path: filepath.FromSlash(c.Path), Source: c.Content, Frontmatter: &d.Frontmatter})
			CheckVerdict(t, c.ID, c.Content, v)
			switch {
			case v.Accepted != c.Accepted:
				t.Fatalf("accepted %t, want %t: %+v", v.Accepted, c.Accepted, v.Refusals)
			case c.Accepted && (v.Name != ValueOf(c.Name) || v.Description != ValueOf(c.Description)):
				t.Errorf("%q, %q, want %q, %q", v.Name, v.Description, ValueOf(c.Name), ValueOf(c.Description))
			case c.Field != "" && !slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Field == c.Field }):
				t.Errorf("no refusal of %s: %+v", c.Field, v.Refusals)
			case c.ModelInvocable != nil && v.Hidden == *c.ModelInvocable:
				t.Errorf("hidden %t", v.Hidden)
			}
			for _, r := range v.Remarks {
				if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(c.Content) || r.Message == "" {
					t.Errorf("remark %+v", r)
				}
			}
		})
	}
}

// SourceDiscovery checks which skills an agent finds, and in which order if ordered is set.
func SourceDiscovery(t *testing.T, agent *skills.Agent, number int, ordered bool) {
	names, err := filepath.Glob(filepath.Join(VectorsDir, agent.ID, "discovery", "*.json"))
	if err != nil || len(names) != number {
		t.Fatalf("%d cases, want %d: %v", len(names), number, err)
	}
	for _, name := range names {
		c := ReadJSON[discoveryCase](t, name)
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Skills    []struct{ Name, Description, Path, Scope string }
				Errors    []skills.LoadError
				Ambiguous []string `json:"ambiguous_names"`
			}
			if err := json.Unmarshal([]byte(Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
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

func SourceInjection(t *testing.T, agent *skills.Agent, below string, number int) {
	for _, c := range SourceVectors[sourceInjection](t, agent.ID, "injection.json", number) {
		t.Run(c.ID, func(t *testing.T) {
			root := RealTempDir(t)
			dir := filepath.Join(root, "ws", filepath.FromSlash(below), c.Skill)
			WriteTree(t, dir, c.Files)
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
				CheckInjection(t, got, string(source))
				if want := Expand(run.Text, root, ""); got.Content != want {
					t.Errorf("%q: %q, want %q", ValueOf(run.Args), got.Content, want)
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

// A SourceCatalog is a list of skills as the agent has them, and the expected catalog.
type SourceCatalog struct {
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

// List returns the skills of the case that are enabled.
func (c *SourceCatalog) List() []skills.Skill {
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

// A sourceAcceptance is a file and the verdict expected for it.
type sourceAcceptance struct {
	ID, Path, Content, Field string
	Accepted                 bool
	Name, Description        *string
	Reasons                  []string
	ModelInvocable           *bool `json:"model_invocable"`
}

// A sourceInjection is a skill and the text expected for each call with arguments.
type sourceInjection struct {
	ID, Skill string
	Files     []Node `json:"files_in_skill"`
	Expected  map[string]struct {
		Runs []struct {
			Args *string
			Text string
		}
		Unexecuted []struct{ Text string }
	}
}
