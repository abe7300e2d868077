package workspace_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/openoxide"
)

// broken returns a skill with one diagnostic that involves no agent: a warning of link/broken.
func broken(name string) string {
	return "---\nname: " + name + "\ndescription: Does it. Use when asked.\n---\nSee [this](gone.md).\n"
}

// findings returns the diagnostics of a file as "rule severity", in order.
func findings(s *workspace.Snapshot, root, name string) string {
	var list []string
	for _, d := range analysistest.Diagnose(s, root, name) {
		list = append(list, d.Rule+" "+d.Severity.String())
	}
	return strings.Join(list, ", ")
}

// TestSeverities checks which of the severities that are set applies to a file.
func TestSeverities(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
rules: {link/broken: error}
overrides:
  - {files: [vendor/**], rules: {"*": off}}
  - {files: [vendor/kept], rules: {link/broken: hint}}
-- .agents/skills/a/SKILL.md --
`+broken("a")+`
-- vendor/.agents/skills/b/SKILL.md --
`+broken("b")+`
-- vendor/kept/.agents/skills/c/SKILL.md --
`+broken("c")+`
-- packages/own/.skills-ls.yaml --
rules: {"*": information, name/format: off}
-- packages/own/.agents/skills/d/SKILL.md --
`+broken("d")+`
-- packages/other/.agents/skills/e/SKILL.md --
`+broken("e"))
	want := map[string]string{
		".agents/skills/a/SKILL.md":                "link/broken error",
		"vendor/.agents/skills/b/SKILL.md":         "",
		"vendor/kept/.agents/skills/c/SKILL.md":    "link/broken hint",
		"packages/own/.agents/skills/d/SKILL.md":   "link/broken information",
		"packages/other/.agents/skills/e/SKILL.md": "link/broken error",
	}
	check := func(s *workspace.Snapshot, want map[string]string) {
		t.Helper()
		got := make(map[string]string)
		for name := range want {
			got[name] = findings(s, root, name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("findings (-want +got)\n%s", diff)
		}
	}
	check(s, want)

	cfg := s.Config()
	cfg.Defaults = config.Settings{Rules: map[string]diagnostic.Severity{"link/broken": diagnostic.Hint}, Overrides: []config.Override{{Files: []string{"packages"}, Rules: map[string]diagnostic.Severity{"*": diagnostic.Off}}}}
	want["packages/own/.agents/skills/d/SKILL.md"] = ""
	check(s.WithConfig(cfg), want) // the file in packages/own sets no overrides, so the editor's defaults apply

	cfg.Settings = config.Settings{Rules: map[string]diagnostic.Severity{"link/broken": diagnostic.Warning}, Overrides: []config.Override{}}
	check(s.WithConfig(cfg), map[string]string{
		".agents/skills/a/SKILL.md":                "link/broken warning",
		"vendor/.agents/skills/b/SKILL.md":         "link/broken warning",
		"vendor/kept/.agents/skills/c/SKILL.md":    "link/broken warning",
		"packages/own/.agents/skills/d/SKILL.md":   "link/broken warning",
		"packages/other/.agents/skills/e/SKILL.md": "link/broken warning",
	})
}

// TestNoFileHidesItself checks that a configuration file cannot set the severity of its own diagnostics, and
// that the editor can.
func TestNoFileHidesItself(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
rules: {"*": off, file/unreadable: off}
ignore: ["*"]
overrides: [{files: ["*"], rules: {"*": off}}]
rulez: {}
-- .agents/skills/a/SKILL.md --
`+broken("a"))
	if got := findings(s, root, ".skills-ls.yaml"); got != "config/unknown error" {
		t.Errorf("findings %q", got)
	}
	if got := findings(s, root, ".agents/skills/a/SKILL.md"); got != "" {
		t.Errorf("findings of the skill: %q", got)
	}
	cfg := s.Config()
	cfg.Settings.Rules = map[string]diagnostic.Severity{"config/unknown": diagnostic.Hint}
	if got := findings(s.WithConfig(cfg), root, ".skills-ls.yaml"); got != "config/unknown hint" {
		t.Errorf("findings %q where the editor wants a hint", got)
	}
}

// TestTargets checks that targets replace those derived from the location, and that with an empty list the
// location decides.
func TestTargets(t *testing.T) {
	const skill = "-- .agents/skills/a/SKILL.md --\n---\nname: a\ndescription: Does it. Use when asked.\nversion: 1\n---\nDo it.\n"
	for _, tt := range []struct{ settings, editor, want string }{
		{"", "", "agent-skills"},
		{"targets: [codelia]\n", "", ""},
		{"targets: [codelia, agent-skills]\n", "", "agent-skills"},
		{"targets: [codelia]\n", "agent-skills", "agent-skills"},
		{"", "codelia", ""},
		{"targets: []\n", "", "agent-skills"},
		{"targets: [nobody]\n", "", "agent-skills"},
	} {
		s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\n"+tt.settings+skill)
		if tt.editor != "" {
			cfg := s.Config()
			cfg.Settings.Targets = []string{tt.editor}
			s = s.WithConfig(cfg)
		}
		var concerned []string
		for _, d := range analysistest.Diagnose(s, root, ".agents/skills/a/SKILL.md") {
			concerned = append(concerned, d.Affected()...)
		}
		if got := strings.Join(concerned, " "); got != tt.want {
			t.Errorf("%q and %q in the editor: %q, want %q", tt.settings, tt.editor, got, tt.want)
		}
	}
}

// TestIgnored checks which files a scan leaves out, and which files have no diagnostics.
func TestIgnored(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
ignore: ["**/fixtures/**", "!.claude/", /draft.md]
-- .gitignore --
build/
.claude/
*.log.md
-- sub/.gitignore --
!kept.log.md
/deep
-- sub/own/.skills-ls.yaml --
ignore: [only]
-- .agents/skills/a/SKILL.md --
x
`)
	for _, tt := range []struct {
		path            string
		silent, ignored bool
	}{
		{".agents", false, false},
		{".agents/skills/a/SKILL.md", false, false},
		{"a/fixtures", false, false},
		{"a/fixtures/x", true, true},
		{"a/fixtures/x/SKILL.md", true, true},
		{".claude/skills/x/SKILL.md", false, false},
		{"build", false, false},
		{"build/", false, true},
		{"build/skills/SKILL.md", false, true},
		{"x.log.md", false, true},
		{"sub/x.log.md", false, true},
		{"sub/kept.log.md", false, false},
		{"sub/more/kept.log.md", false, false},
		{"sub/deep/SKILL.md", false, true},
		{"deep/SKILL.md", false, false},
		{"draft.md", true, true},
		{"a/draft.md", false, false},
		{"sub/own/only/SKILL.md", true, true},
		{"sub/own/fixtures/x/SKILL.md", false, false},
		{"sub/own/build/SKILL.md", false, true},
		{"a/fixtures/.skills-ls.yaml", false, true},
	} {
		path := filepath.Join(root, filepath.FromSlash(tt.path))
		isDir := strings.HasSuffix(tt.path, "/")
		if silent, ignored := s.Silent(path, isDir), s.Ignored(path, isDir); silent != tt.silent || ignored != tt.ignored {
			t.Errorf("%s: silent %v, ignored %v; want %v, %v", tt.path, silent, ignored, tt.silent, tt.ignored)
		}
	}
	if s.Ignored(filepath.Dir(root), true) || s.Silent("untitled:SKILL.md", false) {
		t.Error("what lies outside is left out")
	}

	s, root = analysistest.Workspace(t, `
-- .skills-ls.yaml --
ignore: ["!again/"]
-- .gitignore --
!tests/kept/fixtures/
-- x --
`)
	for path, want := range map[string]bool{
		"testdata/x/SKILL.md":                         true,
		"pkg/testdata/SKILL.md":                       true,
		".claude/skills/testdata/SKILL.md":            false,
		".claude/skills/testdata/references/x.md":     false,
		".claude/skills/x/testdata/bad/SKILL.md":      true,
		"__fixtures__/SKILL.md":                       true,
		"fixtures/SKILL.md":                           false,
		"tests/SKILL.md":                              false,
		"tests/fixtures/a/SKILL.md":                   true,
		"pkg/spec/a/b/fixtures/SKILL.md":              true,
		"skills/fixtures/SKILL.md":                    false,
		"tests/kept/fixtures/SKILL.md":                false, // the lines of .gitignore come after the built-in patterns
		"tests/again/fixtures/SKILL.md":               true,
		"tests/fixtures-of-all-kinds/skills/SKILL.md": false,
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if s.Ignored(path, false) != want || s.Silent(path, false) {
			t.Errorf("%s: ignored %v, silent %v", path, !want, s.Silent(path, false))
		}
	}

	s, root = analysistest.Workspace(t, "-- .gitignore --\n.claude/\n/.agents/skills\n.codex\n.github/skills/old\n.opencode\nbuild/\n-- .skills-ls.yaml --\nignore: [/.codex]\n-- x --\n")
	for path, want := range map[string]bool{
		".claude/skills/a/SKILL.md":       false,
		".claude/worktrees/a/SKILL.md":    true,
		".claude/skills":                  false,
		".claude/notes.md":                true,
		"pkg/.claude/skills/a/SKILL.md":   false,
		"pkg/.claude/agents/a.md":         true,
		".agents/skills/a/SKILL.md":       false,
		".codex/skills/a/SKILL.md":        true, // the configuration says so
		"pkg/.codex/skills/a/SKILL.md":    false,
		".github/skills/old/SKILL.md":     true,
		".github/skills/new/SKILL.md":     false,
		".opencode/skills/a/SKILL.md":     false,
		".opencode/a/SKILL.md":            true,
		"build/.claude/skills/a/SKILL.md": true,
	} {
		if got := s.Ignored(filepath.Join(root, filepath.FromSlash(path)), false); got != want {
			t.Errorf("%s: ignored %v", path, got)
		}
	}

	s, root = analysistest.Workspace(t, "-- .gitignore --\nfirst\n"+strings.Repeat("other\n", workspace.MaxGitignore/6)+"last\n-- link/.gitignore->../.gitignore --\n")
	for name, want := range map[string]bool{"first": true, "other": true, "last": false} {
		if got := s.Ignored(filepath.Join(root, name), true); got != want {
			t.Errorf("%s of a large .gitignore: ignored %v", name, got)
		}
	}
}

// TestKnobs checks that an agent's own settings take effect.
func TestKnobs(t *testing.T) {
	archive := "-- .codelia/x --\n"
	for i := range 9 {
		name := fmt.Sprintf("deploy-%d", i)
		archive += "-- .agents/skills/" + name + "/SKILL.md --\n" + plain(name)
	}
	search := func(s *workspace.Snapshot, limit int) int {
		t.Helper()
		found, err := vantage.SearchSkills(t.Context(), s, vantage.SearchQuery{Query: "deploy", Limit: limit, Agent: "codelia"})
		if err != nil {
			t.Fatal(err)
		}
		return found.Count
	}
	s, root := analysistest.Workspace(t, archive)
	if got := search(s, 0); got != 8 {
		t.Errorf("%d results, want 8", got)
	}
	if got := workspace.Configured(s, agents.Codelia, workspace.Standing(s, root)).Limits.Listing; got != (skills.Budget{Entries: 200, Bytes: 32768}) {
		t.Errorf("budget %+v", got)
	}
	s, root = analysistest.Workspace(t, archive+"-- .skills-ls.yaml --\nagents: {codelia: {initial: {maxEntries: 7}, search: {defaultLimit: 2, maxLimit: 4}}}\n")
	if unasked, asked := search(s, 0), search(s, 9); unasked != 2 || asked != 4 {
		t.Errorf("%d and %d results, want 2 and 4", unasked, asked)
	}
	if got := workspace.Configured(s, agents.Codelia, workspace.Standing(s, root)).Limits.Listing; got != (skills.Budget{Entries: 7, Bytes: 32768}) {
		t.Errorf("budget %+v", got)
	}
	s, root = analysistest.Workspace(t, archive+"-- .skills-ls.yaml --\nagents: {codelia: {enabled: false}}\n")
	if got := listed(t, s, root, ""); got != "" {
		t.Errorf("skills %q, though Codelia's are off", got)
	}
}

// TestContextWindow checks that an agent's own settings determine the share of a known context window.
func TestContextWindow(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
agents: {context_window: 200000, openoxide: {budget: {max_pct: 3, fallback_chars: 50}}}
`)
	for _, tt := range []struct {
		agent *skills.Agent
		want  skills.Budget
	}{
		{openoxide.Agent, skills.Budget{Tokens: 6_000}},
		{agents.Codex, skills.Budget{Tokens: 4_000}},
	} {
		if got := workspace.Configured(s, tt.agent, workspace.Standing(s, root)).Limits.Listing; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.agent.ID, got, tt.want)
		}
	}
}
