package roocode

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

func TestCorpus(t *testing.T) { agenttest.Acceptance(t, Agent) }

// recorded is what Roo Code found in a workspace.
type recorded struct {
	Skills     []found
	NotOffered []found `json:"not_offered"`
	Errors     []string
	ByMode     map[string][]string `json:"by_mode"` // paths
}

type found struct {
	Name, Description, Path, Scope string
	ModeSlugs                      []string
}

type caseOptions struct {
	CustomModes []struct{ Slug string }
	Mode        string
	Modes       []string
}

// TestDiscovery checks what Roo Code finds: the skills of a mode with their modes, its messages about other
// files, its skills for other modes, and the skills that it offers in each mode.
func TestDiscovery(t *testing.T) {
	cases := agenttest.DiscoveryCases(t, Agent.ID)
	if len(cases) != 43 {
		t.Errorf("%d cases, want 43", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			var want recorded
			if err := json.Unmarshal([]byte(agenttest.Expand(string(c.Expected[Agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			var set caseOptions
			if options := c.Options[Agent.ID]; len(options) > 0 {
				if err := json.Unmarshal(options, &set); err != nil {
					t.Fatal(err)
				}
			}
			values := make(map[string]skills.KnobValue)
			for _, mode := range set.CustomModes {
				values["customModes"] = agenttest.TextsValue(mode.Slug)
			}
			if set.Mode != "" {
				values["modes"] = agenttest.TextsValue(set.Mode)
			}
			catalog := build(t, v, values)
			checkSkills(t, catalog, want)
			checkErrors(t, catalog, want.Errors)
			if modes := slices.Sorted(maps.Keys(want.ByMode)); set.Modes != nil && !slices.Equal(modes, slices.Sorted(slices.Values(set.Modes))) {
				t.Errorf("modes %q were recorded, want %q", modes, set.Modes)
			}
			for mode, paths := range want.ByMode {
				values["modes"] = agenttest.TextsValue(mode)
				var got []string
				for _, s := range build(t, v, values).Offered() {
					got = append(got, s.Path)
				}
				slices.Sort(got)
				slices.Sort(paths)
				if !slices.Equal(got, paths) {
					t.Errorf("in the mode %s: %q, want %q", mode, got, paths)
				}
			}
		})
	}
}

func build(t *testing.T, v skills.Vantage, values map[string]skills.KnobValue) *skills.Catalog {
	t.Helper()
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent.Configured(values), v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func checkSkills(t *testing.T, catalog *skills.Catalog, want recorded) {
	t.Helper()
	line := func(f found) string {
		return strings.Join([]string{f.Name, f.Path, f.Scope, f.Description, strings.Join(f.ModeSlugs, ",")}, " | ")
	}
	described := func(s skills.Skill) found {
		at, _ := catalog.Place(s.Path)
		f := found{Name: s.Name, Path: s.Path, Description: s.Description, Scope: map[skills.Scope]string{"repo": "project", "user": "global"}[s.Scope]}
		for _, file := range catalog.Files() {
			if file.Path == s.Path {
				if word := catalog.Roots[file.Root].Root.Word; word != f.Scope {
					t.Errorf("%s (%d) is of the scope %s, want %s", s.Path, at, f.Scope, word)
				}
			}
		}
		if s.Modes != "" {
			f.ModeSlugs = strings.Split(s.Modes, "\n")
		}
		return f
	}
	var got, wanted, offered []string
	for _, s := range catalog.Offered() {
		got = append(got, line(described(s)))
		offered = append(offered, s.Path)
	}
	for _, f := range want.Skills {
		wanted = append(wanted, line(f))
	}
	slices.Sort(got)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		t.Errorf("skills\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(wanted, "\n"))
	}
	for _, f := range want.NotOffered {
		if slices.Contains(offered, f.Path) { // the working directory is the home directory
			continue
		}
		file, ok := catalogFile(catalog, f.Path)
		source, err := os.ReadFile(f.Path)
		v := accept(skills.File{Path: f.Path, Source: string(source)})
		if err != nil || !ok || !v.Accepted || v.Name != f.Name || v.Modes != strings.Join(f.ModeSlugs, "\n") || catalog.Roots[file.Root].Root.Word != f.Scope {
			t.Errorf("%+v is found: %t, %v, %+v", f, ok, err, v)
		}
	}
}

func catalogFile(catalog *skills.Catalog, path string) (skills.SkillFile, bool) {
	for _, f := range catalog.Files() {
		if f.Path == path {
			return f, true
		}
	}
	return skills.SkillFile{}, false
}

// checkErrors compares Roo Code's messages about the files that it rejects. To Roo Code, a text that failed
// to parse before has no fields. Here each file is judged alone.
func checkErrors(t *testing.T, catalog *skills.Catalog, want []string) {
	t.Helper()
	var got []string
	failed := make(map[string]bool)
	for _, f := range catalog.Files() {
		source, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		v := accept(skills.File{Path: f.Path, Source: string(source)})
		agenttest.CheckVerdict(t, f.Path, string(source), v)
		if v.Accepted {
			continue
		}
		message := agenttest.FirstMessage(v)
		if failed[string(source)] {
			message = "Skill at " + filepath.Dir(f.Path) + " is missing required 'name' field"
		}
		failed[string(source)] = v.Refusals[0].Code == skills.CodeYAML
		got = append(got, message)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("errors\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(catalog.Errors) > 0 {
		t.Errorf("errors %+v are shown", catalog.Errors)
	}
}

type injected struct {
	Name, Source string
	Runs         []struct {
		Args *string
		Text string
	}
}

type catalogued struct{ Mode, Text string }

// A mentioned is what messages load and become, and what the tool skill answers to names.
type mentioned struct {
	Known    []string `json:"known_skills"`
	Commands []string
	Texts    map[string]*message
	Extra    map[string]struct {
		Text     string
		Expected *message
	} `json:"extra_texts"`
	Tool map[string]string
}

type message struct{ Blocks []string }

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"discovery": {recorded{}},
		"options":   {caseOptions{}},
		"injection": {injected{}},
		"catalog":   {catalogued{}},
		"mentions":  {mentioned{}},
	}, map[string]string{
		"acceptance.symlink":                 "the path says the same",
		"options.customModes.name":           "skills depend only on the slug",
		"options.customModes.roleDefinition": "skills depend only on the slug",
		"options.customModes.groups":         "skills depend only on the slug",
		"mentions.skill_files":               "describes the files that the test makes up",
	})
}

func TestInjection(t *testing.T) {
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		for _, run := range want.Runs {
			load := c.Load
			load.Arguments = run.Args
			got := inject(load)
			agenttest.CheckInjection(t, got, load.Source)
			if text := c.Text(run.Text); load.Skill.Name != want.Name || got.Content != text {
				t.Errorf("%s\n%s\nwant %s\n%s", load.Skill.Name, agenttest.Clip(got.Content), want.Name, agenttest.Clip(text))
			}
			if noted := run.Args != nil && *run.Args != ""; source(load) != want.Source || noted != (len(got.Notes) > 0) {
				t.Errorf("source %s, want %s; notes %q", source(load), want.Source, got.Notes)
			}
		}
		if len(want.Runs) == 0 {
			t.Error("no runs")
		}
	})
}

func TestCatalog(t *testing.T) {
	agenttest.EachCatalog(t, Agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want catalogued
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		agenttest.CheckCatalogText(t, catalog(want.Mode)(list, skills.Budget{}), list, agenttest.Expand(want.Text, root, ""), "<location>")
	})
}

// TestMentions checks which skills a message loads, and what the message becomes.
func TestMentions(t *testing.T) {
	vectors := agenttest.ReadJSON[mentioned](t, filepath.Join(agenttest.OracleOf(t, Agent.ID).Dir(), "mentions", "roo-code.json"))
	for _, name := range vectors.Known { // a skill whose name has other characters is no command
		found := mentions("/" + name)
		if isCommand := len(found) == 1 && found[0].Name == name; isCommand != slices.Contains(vectors.Commands, name) {
			t.Errorf("%s is a command: %t", name, isCommand)
		}
	}
	load := func(name string) string {
		source := "---\nname: " + name + "\ndescription: D.\n---\n\n# " + name + "\n\nDo " + name + "."
		return inject(skills.Load{Skill: skills.Skill{Name: name, Description: "D.", Scope: skills.ScopeRepo}, Source: source}).Content
	}
	checked := 0
	check := func(id, written string, want *message) {
		t.Helper()
		checked++
		const open, end = "<user_message>\n", "\n</user_message>"
		text := open + written + end
		var b strings.Builder
		var loaded []string
		at := 0
		for _, m := range mentions(text) {
			agenttest.CheckMention(t, text, m)
			if !slices.Contains(vectors.Commands, m.Name) {
				continue
			}
			b.WriteString(text[at:m.Span.Start-1] + "Command '" + m.Name + "' (see below for command content)")
			at = m.Span.End
			if block := load(m.Name); !slices.Contains(loaded, block) {
				loaded = append(loaded, block)
			}
		}
		b.WriteString(text[at:])
		switch {
		case want == nil:
			if len(loaded) > 0 {
				t.Errorf("%s: %q brings in %q", id, written, loaded)
			}
		case !slices.Equal(want.Blocks, []string{b.String(), strings.Join(loaded, "\n\n")}):
			t.Errorf("%s: %q becomes %q and %q, want %q", id, written, b.String(), loaded, want.Blocks)
		}
	}
	texts := agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts
	for _, c := range texts {
		if want, ok := vectors.Texts[c.ID]; ok {
			check(c.ID, c.Text, want)
		}
	}
	for id, c := range vectors.Extra {
		check(id, c.Text, c.Expected)
	}
	if checked != 157 {
		t.Errorf("%d texts, want 157", checked)
	}
	for name, want := range vectors.Tool {
		if got := load(name); slices.Contains(vectors.Commands, name) && got != want {
			t.Errorf("the tool answers %q to %s, want %q", got, name, want)
		} else if !slices.Contains(vectors.Commands, name) && !strings.Contains(want, "Skill '"+name+"' not found") {
			t.Errorf("the tool answers %q to %s", want, name)
		}
	}
	if got := mentions("/init /a\u3000/b\xff /c"); len(got) != 2 || got[0].Name != "a" || got[1].Name != "c" {
		t.Errorf("mentions %+v", got)
	}
}
