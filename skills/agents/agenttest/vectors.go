package agenttest

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/vfs"
)

// The checks in this file compare agents that could not be run with vectors that were written from their
// sources. The README of the vectors lists the decisions that they contain.

var VectorsDir = filepath.Join(corpustest.ModuleRoot(), "testdata", "vectors")

// Vectors returns the cases in a file of an agent's vectors, and checks that there are count of them.
func Vectors[T any](t *testing.T, agent, file string, count int) []T {
	t.Helper()
	cases := ReadJSON[struct{ Cases []T }](t, filepath.Join(VectorsDir, agent, file)).Cases
	if len(cases) != count {
		t.Errorf("%s/%s: %d cases, want %d", agent, file, len(cases), count)
	}
	return cases
}

// An AcceptanceVector is a SKILL.md and the verdict expected for it. A Name or Description that is absent is
// not checked. Null means an empty value, and is checked only if the agent loads the file.
type AcceptanceVector struct {
	ID, Path, Content string
	Accepted          bool
	Name, Description json.RawMessage
	Reasons           []string
	Field             string

	Label            string
	InvokedBy        []string `json:"invoked_by"`
	ModelInvocable   *bool    `json:"model_invocable"`
	UserInvocable    *bool    `json:"user_invocable"`
	DescriptionIsNot string   `json:"description_is_not"`
}

// AcceptanceVectors checks the verdict on every file, and calls also with each case unless it is nil.
func AcceptanceVectors(t *testing.T, agent *skills.Agent, count int, also func(*testing.T, AcceptanceVector, skills.Verdict)) {
	t.Helper()
	for _, c := range Vectors[AcceptanceVector](t, agent.ID, "acceptance.json", count) {
		t.Run(c.ID, func(t *testing.T) {
			d := skills.Parse(c.Content)
			v := agent.Accept(skills.File{Path: filepath.FromSlash(c.Path), Source: c.Content, Frontmatter: &d.Frontmatter})
			CheckVerdict(t, c.ID, c.Content, v)
			if v.Accepted != c.Accepted {
				t.Fatalf("accepted %t, want %t (%+v)", v.Accepted, c.Accepted, v.Refusals)
			}
			for _, field := range []struct {
				name, got string
				want      json.RawMessage
			}{{"name", v.Name, c.Name}, {"description", v.Description, c.Description}} {
				var want string
				if field.want == nil || !c.Accepted && string(field.want) == "null" {
					continue
				}
				if err := json.Unmarshal(field.want, &want); err != nil {
					t.Fatal(err)
				}
				if field.got != want {
					t.Errorf("%s %q, want %q", field.name, field.got, want)
				}
			}
			if c.DescriptionIsNot != "" && v.Description == c.DescriptionIsNot {
				t.Errorf("description %q", v.Description)
			}
			checkReasons(t, v, c)
			if c.ModelInvocable != nil && v.Hidden == *c.ModelInvocable || c.UserInvocable != nil && v.ModelOnly == *c.UserInvocable {
				t.Errorf("hidden %t, for the model only %t", v.Hidden, v.ModelOnly)
			}
			for _, r := range v.Remarks {
				if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(c.Content) || r.Message == "" {
					t.Errorf("remark %+v", r)
				}
			}
			if also != nil {
				also(t, c, v)
			}
		})
	}
}

// checkReasons compares the messages of the refusals, if any are known, and the field of the first refusal that has
// one.
func checkReasons(t *testing.T, v skills.Verdict, c AcceptanceVector) {
	t.Helper()
	var reasons []string
	for _, r := range v.Refusals {
		if !r.WouldBe {
			reasons = append(reasons, r.Message)
		}
	}
	if len(c.Reasons) > 0 && !slices.Equal(reasons, c.Reasons) {
		t.Errorf("reasons %q, want %q", reasons, c.Reasons)
	}
	first := slices.IndexFunc(v.Refusals, func(r skills.Refusal) bool { return r.Field != "" })
	if c.Field != "" && (first < 0 || v.Refusals[first].Field != c.Field) {
		t.Errorf("refusals %+v, want one of %s", v.Refusals, c.Field)
	}
}

// DiscoveryVectors checks what the agent finds in each of count workspaces, the agent's own word for the scope
// of each skill, and which names several skills have. With ordered, it also checks the order of the skills.
func DiscoveryVectors(t *testing.T, agent *skills.Agent, count int, ordered bool) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(VectorsDir, agent.ID, "discovery", "*.json"))
	if err != nil || len(names) != count {
		t.Errorf("%d cases, want %d: %v", len(names), count, err)
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
				Discovered
				Ambiguous []string `json:"ambiguous_names"`
			}
			if err := json.Unmarshal([]byte(Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			checkDiscovered(t, catalog, want.Discovered, false)
			offered := catalog.Offered()
			for i, s := range want.Skills {
				if ordered && (i >= len(offered) || offered[i].Path != s.Path) {
					t.Errorf("%s is not the skill %d of %+v", s.Path, i, offered)
				}
				at, ok := catalog.Place(s.Path)
				if !ok {
					continue
				}
				root := catalog.Roots[catalog.Files()[at].Root].Root
				if word := cmp.Or(root.Word, string(root.Scope)); s.Scope != "" && word != s.Scope {
					t.Errorf("%s is of the scope %q, want %q", s.Path, word, s.Scope)
				}
			}
			for _, name := range want.Ambiguous {
				if _, ok := catalog.Taken(name); ok || len(catalog.Named(name)) < 2 {
					t.Errorf("%s is not ambiguous", name)
				}
			}
		})
	}
}

// A WantedInjection is the text expected for a loaded skill.
type WantedInjection struct {
	Name string
	Runs []struct {
		Args *string
		Text string
	}
	Unexecuted []struct{ Text string }
}

// EachInjectionVector calls test for each skill with what is expected for it. It writes the skill to the
// workspace directory below.
func EachInjectionVector(t *testing.T, agent *skills.Agent, below string, count int, test func(*testing.T, *InjectionTest, WantedInjection)) {
	t.Helper()
	for _, c := range Vectors[injectionCase](t, agent.ID, "injection.json", count) {
		t.Run(c.ID, func(t *testing.T) {
			runInjection(t, agent, below, c, func(t *testing.T, c *InjectionTest) {
				var want WantedInjection
				c.Want(t, &want)
				test(t, c, want)
			})
		})
	}
}

// CheckUnexecuted checks that exactly the wanted parts of a text are marked as commands.
func CheckUnexecuted(t *testing.T, got skills.Injection, want WantedInjection) {
	t.Helper()
	var commands, wanted []string
	for _, s := range got.Segments {
		if s.Kind == skills.SegmentUnexecuted {
			commands = append(commands, s.Of(got.Content))
		}
	}
	for _, u := range want.Unexecuted {
		wanted = append(wanted, u.Text)
	}
	if !slices.Equal(commands, wanted) {
		t.Errorf("commands %q, want %q", commands, wanted)
	}
}

// A CatalogVector is a list of skills as the agent has them, and the expected catalog: its whole text, or
// only its entries.
type CatalogVector struct {
	ID     string
	Budget struct {
		Window     *int `json:"context_window"`
		Characters *int
		Tokens     *int
	}
	Roots  []string
	Skills []struct {
		Name, Description, Path, Root, Type, Label string
		Scope                                      skills.Scope
		WhenToUse                                  string `json:"when_to_use"`
		Disabled                                   bool
		Implicit                                   *bool `json:"allow_implicit_invocation"`
		Manual                                     bool  `json:"disable-model-invocation"`
		UserInvocable                              *bool `json:"user-invocable"`
	}
	Expected map[string]struct {
		Text, Warning     *string
		Entries           []struct{ Name, Text string }
		Included, Omitted int
	}
}

// EachCatalogVector calls test for each list of skills, without those that are not enabled.
func EachCatalogVector(t *testing.T, agent *skills.Agent, count int, test func(*testing.T, CatalogVector, []skills.Skill)) {
	t.Helper()
	for _, c := range Vectors[CatalogVector](t, agent.ID, "catalog.json", count) {
		t.Run(c.ID, func(t *testing.T) {
			var list []skills.Skill
			for _, s := range c.Skills {
				if s.Disabled || s.Type != "" && s.Type != "skill" && s.Type != "builtin" { // another kind of source
					continue
				}
				skill := skills.Skill{
					Name: s.Name, Description: s.Description, Path: s.Path, Dir: filepath.Dir(s.Path), Scope: s.Scope,
					Exposure: skills.Exposure{
						Hidden:    s.Manual || s.Implicit != nil && !*s.Implicit,
						ModelOnly: s.UserInvocable != nil && !*s.UserInvocable, Uses: s.WhenToUse, Label: s.Label,
					},
				}
				if s.Root != "" {
					skill.Origin = skills.Origin{Root: s.Root, Place: slices.Index(c.Roots, s.Root)}
				}
				list = append(list, skill)
			}
			test(t, c, list)
		})
	}
}
