package copilot

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A verdict is what VS Code reads of a file.
type verdict struct {
	agenttest.CorpusVerdict
	Listed, Header bool
	HeaderName     string `json:"header_name"`
	HeaderErrors   []struct {
		Message      string
		Line, Column int // 1-based, in UTF-16 units
	} `json:"header_errors"`
	Hint      string `json:"argument_hint"`
	Manual    bool   `json:"disable_model_invocation"`
	User      *bool  `json:"user_invocable"`
	Context   string
	BodyChars int `json:"body_chars"`
}

// TestAcceptance compares with VS Code's results for every file of the corpus.
func TestAcceptance(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	want := agenttest.ReadLines[verdict](t, filepath.Join(agenttest.SharedDir(t), "oracle-new-agents", "acceptance", "copilot.jsonl.gz"))
	if len(want) != 1003 {
		t.Errorf("%d files, want 1003", len(want))
	}
	for _, w := range want {
		file, ok := files[w.Path]
		if !ok {
			t.Errorf("%s: not in the corpus", w.Path)
			continue
		}
		path := "/corpus/" + w.Path // VS Code does not resolve links
		v := Agent.Accept(skills.File{Path: path, Source: file.Source})
		agenttest.CheckVerdict(t, w.Path, file.Source, v)
		if !v.Accepted || !w.Accepted || w.Error != nil || v.Name != agenttest.ValueOf(w.Name) || v.Description != agenttest.ValueOf(w.Description) {
			t.Errorf("%s: %q, %q, want %q, %q", w.Path, v.Name, v.Description, agenttest.ValueOf(w.Name), agenttest.ValueOf(w.Description))
		}
		list := Agent.Catalog([]skills.Skill{{Name: v.Name, Description: v.Description, Path: path, Exposure: v.Exposure}}, skills.Budget{})
		if v.Hidden == w.Listed || list.Total == 1 != w.Listed || v.ModelOnly != (w.User != nil && !*w.User) {
			t.Errorf("%s: hidden %t, for the model only %t", w.Path, v.Hidden, v.ModelOnly)
		}
		read := read(skills.File{Source: file.Source})
		var got, wanted []string
		for _, e := range read.errors {
			before := strings.Split(file.Source[:e.Start], "\n")
			got = append(got, fmt.Sprint(e.Message, len(before), text.UTF16.Len(before[len(before)-1])+1))
		}
		for _, e := range w.HeaderErrors {
			wanted = append(wanted, fmt.Sprint(e.Message, e.Line, e.Column))
		}
		got = append(got, fmt.Sprint(read.Opened, read.text("name"), read.text("argument-hint"), read.text("disable-model-invocation") == "true", read.text("context")))
		wanted = append(wanted, fmt.Sprint(w.Header, w.HeaderName, w.Hint, w.Manual, w.Context))
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: header %q, want %q", w.Path, got, wanted)
		}
		body := file.Source[kit.FrontmatterEnd(file.Source):] // with its own line endings, unlike the text in the editor
		if chars := text.UTF16.Len(text.DecodeUTF8(body)); chars != w.BodyChars {
			t.Errorf("%s: the body has %d units, want %d", w.Path, chars, w.BodyChars)
		}
	}
}

// An edited is what VS Code's editor reports about a file.
type edited struct {
	Path    string
	Remarks []struct{ Severity, Message string }
}

// TestEditor compares with the remarks of VS Code's editor on every file of the corpus.
func TestEditor(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	recorded := agenttest.ReadLines[edited](t, filepath.Join(agenttest.SharedDir(t), "oracle-new-agents", "editor.copilot.jsonl.gz"))
	if len(recorded) != 1003 {
		t.Errorf("%d files, want 1003", len(recorded))
	}
	for _, w := range recorded {
		source := files[w.Path].Source
		v := Agent.Accept(skills.File{Path: "/corpus/" + w.Path, Source: source})
		var got, want []string
		for _, r := range v.Remarks {
			got = append(got, r.Severity+": "+r.Message)
			if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(source) {
				t.Errorf("%s: %q is at %v of %d bytes", w.Path, r.Message, r.Span, len(source))
			}
		}
		for _, r := range w.Remarks {
			want = append(want, r.Severity+": "+r.Message)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: remarks\n%q\nwant\n%q", w.Path, got, want)
		}
	}
}

// A found is what VS Code found in a workspace.
type found struct {
	Skills []struct {
		Name, Path, Description, Scope, Source string
		Manual                                 bool  `json:"disable_model_invocation"`
		User                                   *bool `json:"user_invocable"`
	}
	Errors, Warnings []string
	Duplicates       []struct {
		Name, Path string
		Of         string `json:"duplicate_of"`
	}
	SlashDuplicates []string `json:"slash_duplicates"` // paths of skills whose command is another's
	Roots           []struct{ Path, Scope, Source string }
	Listed          []string
	Commands        []struct {
		Name, Path string
		User       bool   `json:"user_invocable"`
		Hint       string `json:"argument_hint"`
	} `json:"slash_commands"`
	Unspecified *struct {
		Order []string `json:"order_varies_between_runs"`
	}
}

// options are the settings of a case.
type options struct {
	Disabled, Folders []string
	Config            map[string]bool
}

// configured returns the agent under the settings of a case. The first folder is the vantage.
func (o options) configured() *skills.Agent {
	values := make(map[string]skills.KnobValue)
	for name, on := range o.Config {
		values[strings.TrimPrefix(name, "chat.")] = skills.KnobValue{On: on}
	}
	for i, folder := range o.Folders {
		if i > 0 {
			further := values["workspaceFolders"]
			further.Paths = append(further.Paths, "../"+folder)
			values["workspaceFolders"] = further
		}
	}
	return Agent.Configured(values)
}

// TestDiscovery checks the roots, the skills, which of them win, which are listed, and the commands, all in
// VS Code's order.
func TestDiscovery(t *testing.T) {
	cases := agenttest.DiscoveryCases(t, "copilot")
	if len(cases) != 41 {
		t.Errorf("%d cases, want 41", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			var set options
			if c.Options["copilot"] != nil {
				decode(t, c.Options["copilot"], root, &set)
			}
			var want found
			decode(t, c.Expected["copilot"], root, &want)
			agent := set.configured()
			catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkFound(t, agent, catalog, want, set.Disabled)
		})
	}
}

func decode(t *testing.T, raw json.RawMessage, root string, value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(agenttest.Expand(string(raw), root, "")), value); err != nil {
		t.Fatal(err)
	}
}

func checkFound(t *testing.T, agent *skills.Agent, catalog *skills.Catalog, want found, disabled []string) {
	t.Helper()
	scopes := make(map[string]string) // by path
	for _, f := range catalog.Files() {
		scopes[f.Path] = catalog.Roots[f.Root].Root.Word
	}
	offered := catalog.Offered()
	type lists struct{ Roots, Skills, Duplicates, SlashDuplicates, Listed, Commands []string }
	var got, wanted lists
	for _, r := range catalog.Roots {
		got.Roots = append(got.Roots, r.Root.Word+" "+r.Dir+" "+sourceOf(r))
	}
	for _, r := range want.Roots {
		wanted.Roots = append(wanted.Roots, r.Scope+" "+r.Path+" "+r.Source)
	}
	for _, s := range offered {
		source, err := vfs.Disk{}.ReadFile(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		read := read(skills.File{Source: source})
		got.Skills = append(got.Skills, fmt.Sprintf("%s %s %s at %s %q, user %t, manual %t", scopes[s.Path],
			sourceOf(catalog.Roots[s.Origin.Place]), s.Name, s.Path, s.Description, !s.ModelOnly, read.text("disable-model-invocation") == "true"))
		if !slices.Contains(disabled, s.Path) {
			got.Commands = append(got.Commands, fmt.Sprintf("/%s at %s, user %t %s", s.Name, s.Path, !s.ModelOnly, read.text("argument-hint")))
		}
	}
	for _, s := range want.Skills {
		wanted.Skills = append(wanted.Skills, fmt.Sprintf("%s %s %s at %s %q, user %t, manual %t",
			s.Scope, s.Source, s.Name, s.Path, s.Description, s.User == nil || *s.User, s.Manual))
	}
	for _, c := range want.Commands {
		wanted.Commands = append(wanted.Commands, fmt.Sprintf("/%s at %s, user %t %s", c.Name, c.Path, c.User, c.Hint))
	}
	for _, s := range catalog.Skills {
		if taken, ok := catalog.Taken(s.Name); ok && taken.Path != s.Path {
			got.Duplicates = append(got.Duplicates, s.Path+" of "+taken.Path)
			got.SlashDuplicates = append(got.SlashDuplicates, s.Path)
		}
	}
	for _, d := range want.Duplicates {
		if real := realPath(t, d.Path); real != realPath(t, d.Of) { // otherwise it is another path of the same file, which is one skill here
			wanted.Duplicates = append(wanted.Duplicates, d.Path+" of "+d.Of)
		}
	}
	for _, path := range want.SlashDuplicates { // likewise
		isOffered := func(s skills.Skill) bool { return realPath(t, s.Path) == realPath(t, path) }
		if !slices.ContainsFunc(offered, isOffered) {
			wanted.SlashDuplicates = append(wanted.SlashDuplicates, path)
		}
	}
	list := agent.Catalog(offered, skills.Budget{}).Content
	for _, part := range strings.Split(list, "<name>")[1:] {
		name, _, _ := strings.Cut(part, "</name>")
		got.Listed = append(got.Listed, name)
	}
	wanted.Listed = want.Listed
	if want.Unspecified != nil {
		for _, names := range [][]string{got.Skills, got.Listed, got.Commands, wanted.Skills, wanted.Listed, wanted.Commands} {
			slices.Sort(names)
		}
	}
	if got, wanted := fmt.Sprintf("%+q", got), fmt.Sprintf("%+q", wanted); got != wanted {
		t.Errorf("got\n%s\nwant\n%s", got, wanted)
	}
	if len(catalog.Errors)+len(want.Errors)+len(want.Warnings) > 0 {
		t.Errorf("errors %v, want %q, %q", catalog.Errors, want.Errors, want.Warnings)
	}
}

// sourceOf returns VS Code's name for a root, such as "agents-workspace".
func sourceOf(r skills.RootDir) string {
	owner := strings.TrimPrefix(filepath.Base(filepath.Dir(r.Dir)), ".")
	return owner + map[string]string{"local": "-workspace", "user": "-personal"}[r.Root.Word]
}

func realPath(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

type injected struct {
	Name, Text string
	V2         *string `json:"text_v2"`
	Listed     bool
	Slash      struct{ Command, Attachment string }
}

// TestInjection checks what read_file returns, in both versions, and what /name attaches.
func TestInjection(t *testing.T) {
	v2 := Agent.Configured(map[string]skills.KnobValue{"enableReadFileV2": {On: true}})
	agenttest.EachInjection(t, Agent, ".agents/skills", func(t *testing.T, c *agenttest.InjectionTest) {
		var want injected
		c.Want(t, &want)
		check := func(got skills.Injection, want string) {
			t.Helper()
			agenttest.CheckInjection(t, got, c.Load.Source)
			if want := c.Text(want); got.Content != want {
				t.Errorf("got\n%q\nwant\n%q", agenttest.Clip(got.Content), agenttest.Clip(want))
			}
		}
		if c.Load.Skill.Name != want.Name || c.Load.Skill.Hidden == want.Listed || want.Slash.Command != want.Name {
			t.Errorf("%q, hidden %t", c.Load.Skill.Name, c.Load.Skill.Hidden)
		}
		check(Agent.Inject(c.Load), want.Text)
		if want.V2 == nil {
			want.V2 = &want.Text // it is recorded only if it differs
		}
		check(v2.Inject(c.Load), *want.V2)
		for _, arguments := range []string{"", "a b"} {
			c.Load.Arguments = &arguments
			check(Agent.Inject(c.Load), want.Slash.Attachment)
		}
	})
}

// TestCatalog checks the list of skills under three settings.
func TestCatalog(t *testing.T) {
	on := skills.KnobValue{On: true}
	for field, values := range map[string]map[string]skills.KnobValue{
		"text":            nil,
		"adherence":       {"useSkillAdherencePrompt": on},
		"with_skill_tool": {"skillTool": on},
	} {
		t.Run(field, func(t *testing.T) {
			agent := Agent.Configured(values)
			agenttest.EachCatalog(t, agent, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
				slices.SortStableFunc(list, func(a, b skills.Skill) int { return strings.Compare(a.Dir, b.Dir) }) // as they are found
				var want map[string]*string
				decode(t, expected, root, &want)
				got := agent.Catalog(list, agent.Limits.Listing)
				if want := agenttest.ValueOf(want[field]); got.Content != want {
					t.Errorf("catalog\n%s\nwant\n%s", agenttest.Clip(got.Content), agenttest.Clip(want))
				}
				if listed := strings.Count(got.Content, "<skill>\n<name>") + len(got.Shortened); got.Entries != listed || got.Total != listed || got.Truncated {
					t.Errorf("%d of %d entries, %d listed", got.Entries, got.Total, listed)
				}
			})
		})
	}
}

type mentioned struct {
	Known []string `json:"known_skills"`
	Texts []message
	New   []message `json:"new_texts"`
}

type message struct {
	ID, Text string
	Expected map[string]struct {
		Command, Skill *string
		Range          []int // in UTF-16 units
		Parts          []part
	}
}

// A part is a part of a message: "text", or "prompt" for the command.
type part struct{ Kind, Text string }

// partsOf returns the parts of a message: the text around its command, and the command.
func partsOf(message string, command text.Span) (list []part) {
	for _, p := range []part{{"text", message[:command.Start]}, {"prompt", command.Of(message)}, {"text", message[command.End:]}} {
		if p.Text != "" {
			list = append(list, p)
		}
	}
	return list
}

func TestFields(t *testing.T) {
	agenttest.CheckFields(t, Agent.ID, agenttest.Records{
		"acceptance": {verdict{}},
		"discovery":  {found{}},
		"options":    {options{}},
		"injection":  {injected{}},
		"catalog":    {map[string]*string{}},
		"mentions":   {mentioned{}},
		"editor":     {edited{}},
	}, map[string]string{
		"acceptance.symlink":            "the path says the same",
		"acceptance.header_errors.code": "a word for the message, which is compared",
		"injection.note":                "says how the text was recorded",
	})
}

// TestMentions checks the command of each message, and its span.
func TestMentions(t *testing.T) {
	recorded := agenttest.ReadJSON[mentioned](t, filepath.Join(agenttest.OracleOf(t, "copilot").Dir(), "mentions", "copilot.json"))
	messages := append(recorded.Texts, recorded.New...)
	if len(messages) != 143 {
		t.Errorf("%d messages, want 143", len(messages))
	}
	exists := func(name string) bool { return slices.Contains(recorded.Known, name) }
	for _, m := range messages {
		want := m.Expected["copilot"]
		name, span := Agent.Command(m.Text, exists)
		if name != agenttest.ValueOf(want.Command) || exists(name) != (want.Skill != nil) || want.Skill != nil && *want.Skill != name {
			t.Errorf("%s: %q has the command %q, want %q", m.ID, m.Text, name, agenttest.ValueOf(want.Command))
		}
		if want.Command != nil && !slices.Equal([]int{text.UTF16.Len(m.Text[:span.Start]), text.UTF16.Len(m.Text[:span.End])}, want.Range) {
			t.Errorf("%s: %q has the command at %v, want %v", m.ID, m.Text, span, want.Range)
		}
		if got := partsOf(m.Text, span); !slices.Equal(got, want.Parts) {
			t.Errorf("%s: %q has the parts %q, want %q", m.ID, m.Text, got, want.Parts)
		}
		list := Agent.Mentions(m.Text)
		for _, mention := range list {
			agenttest.CheckMention(t, m.Text, mention)
		}
		if plain := !strings.Contains(name, ":") || strings.Contains(m.Text, name); plain && (len(list) == 1 != (name != "") || name != "" && list[0].Name != name) {
			t.Errorf("%s: %q mentions %+v, want %q", m.ID, m.Text, list, name)
		}
	}
}

// TestFileName checks that only SKILL.md is found on a case-sensitive file system.
func TestFileName(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 2, true) }
