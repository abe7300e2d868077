package vantage_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// compatOf returns the result of an agent for the skill in a directory of a workspace.
func compatOf(t *testing.T, s *workspace.Snapshot, dir, id string) vantage.Compatibility {
	t.Helper()
	list, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: filepath.Join(dir, "SKILL.md")})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list.Agents, func(c vantage.Compatibility) bool { return c.Agent.ID == id })
	return list.Agents[i]
}

// messages returns the messages of some reasons, followed by the agent's own words.
func messages(reasons []vantage.Reason) (list []string) {
	for _, r := range reasons {
		said := r.Message
		if r.Verbatim != "" {
			said += ": " + r.Verbatim
		}
		list = append(list, said)
	}
	return list
}

// TestCompatInvocation checks that each combination of who may start a skill gives at most one note.
func TestCompatInvocation(t *testing.T) {
	for _, tt := range []struct{ fields, want string }{
		{"", ""},
		{"disable_model_invocation: true\n", "It hides this skill from the model: `disable_model_invocation` is true. The user can still start it."},
		{"user_invocable: false\n", "It lets only the model start this skill."},
		{
			"user_invocable: false\ndisable_model_invocation: true\n",
			"It hides this skill from the model: `disable_model_invocation` is true. The user cannot start it either, so it is never loaded.",
		},
	} {
		s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .openoxide/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n"+tt.fields+"---\nText.\n")
		c := compatOf(t, s, filepath.Join(root, ".openoxide", "skills", "demo"), "openoxide")
		if got := strings.Join(c.Notes, "\n"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.fields, got, tt.want)
		}
	}
}

// TestMarks checks that tables of agents mark those that exist only as a design, and those whose skills are
// off by default.
func TestMarks(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .agents/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n"+
		"-- off/.skills-ls.yaml --\nagents: {codelia: {enabled: false}}\n"+
		"-- off/.agents/skills/demo/SKILL.md --\n---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n")
	path := filepath.Join(root, ".agents", "skills", "demo", "SKILL.md")
	h, ok := hover.At(t.Context(), s, path, len("---\nname: d"))
	if !ok || !strings.Contains(h.Markdown, "RemcoChat (off by default), ") || !strings.Contains(h.Markdown, "OpenOxide (design only), ") {
		t.Errorf("%t: %s", ok, h.Markdown)
	}
	c := compatOf(t, s, filepath.Join(root, "off", ".agents", "skills", "demo"), "codelia")
	if want := []string{"its settings switch all skills off"}; !slices.Equal(messages(c.Reasons), want) {
		t.Errorf("reasons %q, want %q", messages(c.Reasons), want)
	}
}

// TestCompatCompanion checks the notes on what an agent reads in the companion of a skill.
func TestCompatCompanion(t *testing.T) {
	const skill = "---\nname: demo\ndescription: A. Use when asked.\n---\nText.\n"
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .agents/skills/demo/SKILL.md --\n"+skill+
		"-- .agents/skills/demo/agents/openai.yaml --\ninterface:\n  short_description: Short\n  brand_color: red\n"+
		"dependencies: {tools: [{type: mcp, value: github}, {type: env_var, value: TOKEN}]}\n"+
		"-- .agents/skills/both/SKILL.md --\n"+strings.Replace(skill, "demo", "both", 1)+
		"-- .agents/skills/both/agents/openai.yaml --\ndependencies: {tools: [{type: mcp, value: other}]}\n"+
		"-- .agents/skills/both/agents/openoxide.yaml --\ninterface: {brand_color: red}\npermissions: {network: all}\ndependencies: {tools: [{type: tool, value: x}]}\n")
	for _, tt := range []struct {
		dir, id string
		want    []string
	}{
		{"demo", "codex", []string{
			"It reports for `agents/openai.yaml`: ignoring interface.brand_color: expected #RRGGBB, got red",
			"It reports for `agents/openai.yaml`: unable to auto-install MCP dependency github for skill demo: missing url for streamable_http dependency",
			"`interface.short_description` in `agents/openai.yaml`: 5 characters, OpenAI's guide recommends 25 to 64.",
			"`dependencies.tools.type` in `agents/openai.yaml`: OpenAI's guide lists only the type \"mcp\".",
			"`agents/openai.yaml` requires the MCP server `github`.",
			"`agents/openai.yaml` requires the environment variable `TOKEN`.",
		}},
		{"both", "openoxide", []string{
			"It reports for `agents/openoxide.yaml`: ignoring interface.brand_color: expected #RRGGBB, got red",
			"`agents/openoxide.yaml` requires the tool `x` of the type `tool`.",
			"It requests permissions, none of which is granted automatically: `network: all`.",
			"`agents/openai.yaml` is not read, because `agents/openoxide.yaml` exists.",
		}},
		{"both", "goose", nil},
	} {
		if c := compatOf(t, s, filepath.Join(root, ".agents", "skills", tt.dir), tt.id); !slices.Equal(c.Notes, tt.want) {
			t.Errorf("%s in %s: notes %q, want %q", tt.dir, tt.id, c.Notes, tt.want)
		}
	}
}

// TestCompatMost checks that a skill beyond an agent's maximum gets a note, and that the list does not have
// it.
func TestCompatMost(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nagents: {remcochat: {max_skills: 1, directories: [one]}}\n"+
		"-- one/a/SKILL.md --\n---\nname: a\ndescription: A. Use when asked.\n---\nText.\n"+
		"-- one/b/SKILL.md --\n---\nname: b\ndescription: B. Use when asked.\n---\nText.\n")
	c := compatOf(t, s, filepath.Join(root, "one", "a"), "remcochat")
	if want := []string{"the limit of 1 skills is reached first"}; !slices.Equal(messages(c.Reasons), want) || !c.Finds || c.Loads {
		t.Errorf("finds %t, loads %t, reasons %q, want %q", c.Finds, c.Loads, messages(c.Reasons), want)
	}
	list, err := vantage.ListSkills(t.Context(), s, vantage.ListQuery{Agent: "remcochat"})
	if err != nil || len(list.Skills) != 1 || list.Skills[0].Name != "b" || !list.Truncated {
		t.Errorf("%+v, %v", list, err)
	}
	text, err := vantage.CatalogTextFor(t.Context(), s, vantage.ListQuery{Agent: "remcochat"})
	if err != nil || text.Entries != 1 || len(text.Dropped) != 1 || text.Dropped[0].Name != "a" {
		t.Errorf("%+v, %v", text, err)
	}
}

// TestCompatCodexSettings checks that skills that Codex's configuration disables, and those with the name of
// a connector, get a note.
func TestCompatCodexSettings(t *testing.T) {
	skill := func(name string) string {
		return "-- .agents/skills/" + name + "/SKILL.md --\n---\nname: " + name + "\ndescription: A. Use when asked.\n---\nUse $GitHub and $other.\n"
	}
	s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .codex/config.toml --\n"+skill("GitHub")+skill("off")+skill("gone")+
		"-- .skills-ls.yaml --\nagents: {codex: {connectors: [github], skills: {config: [{name: off, enabled: false}, {path: .agents/skills/gone/SKILL.md, enabled: false}]}}}\n")
	for name, want := range map[string]string{
		"GitHub": "A connector is also named `GitHub`: a plain mention loads no skill.",
		"off":    "its configuration switches this skill off",
		"gone":   "its configuration switches this skill off",
	} {
		c := compatOf(t, s, filepath.Join(root, ".agents", "skills", name), "codex")
		if said := append(messages(c.Reasons), c.Notes...); !slices.Equal(said, []string{want}) {
			t.Errorf("%s: %q, want %q", name, said, want)
		}
	}
	found := rules.Diagnose(t.Context(), s, filepath.Join(root, ".agents", "skills", "off", "SKILL.md"))
	i := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == "mention/ambiguous" })
	if i < 0 || found[i].Message != `a connector is also named "GitHub"` || len(found[i].Fixes) != 1 {
		t.Errorf("findings %+v", found)
	}
}

// TestCompatConfigured checks that a verdict is that of the agent as configured.
func TestCompatConfigured(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nagents: {codex: {rejects_long_descriptions: true}}\n"+
		"-- .agents/skills/a/SKILL.md --\n---\nname: a\ndescription: A. Use when asked."+strings.Repeat("!", 1024)+"\n---\nText.\n")
	c := compatOf(t, s, filepath.Join(root, ".agents", "skills", "a"), "codex")
	words := "invalid description: exceeds maximum length of 1024 characters"
	if len(c.Reasons) != 1 || c.Loads || c.Reasons[0].Verbatim != words || c.Reasons[0].Code != vantage.Surroundings {
		t.Errorf("loads %t, %+v", c.Loads, c.Reasons)
	}
}

// TestCompatFileName checks that Compat and the rule file/name agree on which agents find a file by its name,
// and that Compat does not quote a validator that reads another file of the directory.
func TestCompatFileName(t *testing.T) {
	misnamed := func(name string) string {
		return `the file must be named "SKILL.md", not "` + name + `"`
	}
	beside := func(name string) string {
		return `"` + name + `" in the same directory is loaded instead`
	}
	const (
		missing = ": Missing required file: SKILL.md"
		quick   = "Anthropic's validator reports: SKILL.md not found"
	)
	roots := map[string]string{"agent-skills": "skills", "codex": ".codex/skills", "copilot": ".github/skills", "claude-code": ".claude/skills"}
	for _, tt := range []struct {
		files, name string // files of a skill directory, and the one to compare; empty for the directory
		want        map[string][]string
	}{
		{"SKILL.md", "SKILL.md", nil},
		{"SKILL.md", "", nil},
		{"SKILL.md skill.md", "SKILL.md", nil},
		{"SKILL.MD SKILL.md", "", nil},
		{"skill.md", "skill.md", map[string][]string{
			"codex": {misnamed("skill.md")}, "copilot": {misnamed("skill.md")}, "claude-code": {misnamed("skill.md"), quick},
		}},
		{"SKILL.MD", "SKILL.MD", map[string][]string{
			"agent-skills": {misnamed("SKILL.MD") + missing},
			"codex":        {misnamed("SKILL.MD")}, "copilot": {misnamed("SKILL.MD")}, "claude-code": {misnamed("SKILL.MD"), quick},
		}},
		{"Skill.md", "", map[string][]string{
			"agent-skills": {misnamed("Skill.md") + missing},
			"codex":        {misnamed("Skill.md")}, "copilot": {misnamed("Skill.md")}, "claude-code": {misnamed("Skill.md"), quick},
		}},
		{"SKILL.md skill.md", "skill.md", map[string][]string{
			"agent-skills": {beside("SKILL.md")}, "codex": {beside("SKILL.md")}, "copilot": {beside("SKILL.md")}, "claude-code": {beside("SKILL.md")},
		}},
		{"SKILL.MD skill.md", "SKILL.MD", map[string][]string{
			"agent-skills": {beside("skill.md")},
			"codex":        {misnamed("SKILL.MD")}, "copilot": {misnamed("SKILL.MD")}, "claude-code": {misnamed("SKILL.MD"), quick},
		}},
		{"SKILL.MD skill.md", "", map[string][]string{
			"codex": {misnamed("skill.md")}, "copilot": {misnamed("skill.md")}, "claude-code": {misnamed("skill.md"), quick},
		}},
	} {
		for id, root := range roots {
			archive := "-- .git/HEAD --\n"
			for name := range strings.FieldsSeq(tt.files) {
				archive += "-- " + root + "/x/" + name + " --\n---\nname: x\ndescription: Does x. Use when asked.\n---\nGo.\n"
			}
			s, top := analysistest.Scanned(t, archive)
			list, err := vantage.Compat(t.Context(), s, vantage.PreviewQuery{Path: filepath.Join(top, root, "x", tt.name)})
			if err != nil {
				t.Fatal(err)
			}
			got := list.Agents[slices.IndexFunc(list.Agents, func(c vantage.Compatibility) bool { return c.Agent.ID == id })]
			said := append(messages(got.Reasons), got.Notes...)
			if want := tt.want[id]; got.Finds != (want == nil) || !got.Loads || !slices.Equal(said, want) {
				t.Errorf("%s of %s: %s finds it: %t, loads it: %t, %q, want %q", tt.name, tt.files, id, got.Finds, got.Loads, said, want)
			}
			if tt.name == "" {
				continue
			}
			told := slices.ContainsFunc(analysistest.Diagnose(s, top, root+"/x/"+tt.name), func(d diagnostic.Diagnostic) bool {
				return d.Rule == "file/name" && (d.Severity == diagnostic.Error || strings.Contains(d.Message, "other file"))
			})
			if told == got.Finds {
				t.Errorf("%s of %s: %s finds it: %t, and file/name says the opposite", tt.name, tt.files, id, got.Finds)
			}
		}
	}
}

// TestPreviewOfGoneFile checks that the error about a file that is no skill says whether it exists now: no client reports
// changes in .git, so the cached answer may be old.
func TestPreviewOfGoneFile(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .git/HEAD --\n")
	path := filepath.Join(root, ".git", "HEAD")
	for _, want := range []string{path + " is not a SKILL.md", path + " does not exist"} {
		_, err := vantage.PreviewSkill(t.Context(), s, vantage.PreviewQuery{Path: path})
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		_ = os.Remove(path)
	}
}
