package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// said returns the diagnostics of a rule in a file, one per line: "severity: message [agents]".
func said(t testing.TB, s *workspace.Snapshot, path, rule string) string {
	t.Helper()
	var out []string
	for _, d := range rules.Diagnose(t.Context(), s, path) {
		if d.Rule == rule {
			text := d.Severity.String() + ": " + d.Text()
			if len(d.Affected()) > 0 {
				text += " [" + strings.Join(d.Affected(), " ") + "]"
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
}

// checkSaidOfOthers compares the diagnostics of a rule about other skills with want, and checks that no such
// diagnostic is left if each skill is checked alone.
func checkSaidOfOthers(t *testing.T, s *workspace.Snapshot, path, rule, want string) {
	t.Helper()
	if got := said(t, s, path, rule); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := said(t, isolated(s), path, rule); got != "" {
		t.Errorf("alone: %s", got)
	}
}

// isolated returns a snapshot of the same files that checks each skill alone.
func isolated(s *workspace.Snapshot) *workspace.Snapshot {
	alone := s.Config()
	alone.Isolated = true
	return s.WithConfig(alone)
}

// twoDeploys returns an archive of two different skills with the same name, in the given directories.
func twoDeploys(a, b string) string {
	return "-- " + a + "/SKILL.md --\n---\nname: deploy\ndescription: Deploys. Use when asked.\n---\nOne.\n" +
		"-- " + b + "/SKILL.md --\n---\nname: deploy\ndescription: Deploys. Use when asked.\n---\nTwo.\n"
}

func TestNameAmbiguous(t *testing.T) {
	const marker = "-- .codelia/x --\n"
	tests := []struct {
		name, archive string
		file, want    string
	}{
		{
			"a package and the repository, in the package", marker + twoDeploys(".agents/skills/deploy", "packages/api/.agents/skills/deploy"),
			"packages/api/.agents/skills/deploy",
			"warning: another skill is named \"deploy\": .agents/skills/deploy/SKILL.md: both are loaded [codelia]",
		},
		{
			"a package and the repository, in the repository", marker + twoDeploys(".agents/skills/deploy", "packages/api/.agents/skills/deploy"),
			".agents/skills/deploy", "",
		},
		{"two packages", marker + twoDeploys("a/.agents/skills/deploy", "b/.agents/skills/deploy"), "a/.agents/skills/deploy", ""},
		{
			"deeper in the same root", marker + twoDeploys(".agents/skills/deploy", ".agents/skills/ops/deploy"),
			".agents/skills/deploy",
			"warning: another skill is named \"deploy\": .agents/skills/ops/deploy/SKILL.md: both are loaded [codelia]",
		},
		{
			"three", marker + twoDeploys(".agents/skills/deploy", ".agents/skills/ops/deploy") + "-- .agents/skills/web/deploy/SKILL.md --\n---\nname: deploy\ndescription: Deploys.\n---\n",
			".agents/skills/deploy",
			"warning: 2 other skills are named \"deploy\": all of them are loaded [codelia]",
		},
		{
			"two agents agree", marker + "-- .codex/x --\n" + twoDeploys(".agents/skills/deploy", ".agents/skills/ops/deploy"),
			".agents/skills/deploy",
			"warning: another skill is named \"deploy\": .agents/skills/ops/deploy/SKILL.md: both are loaded [codelia codex]",
		},
		{
			"which one is not established", "-- opencode.json --\n{}\n" + twoDeploys(".agents/skills/deploy", ".claude/skills/deploy"),
			".agents/skills/deploy",
			"warning: another skill is named \"deploy\": .claude/skills/deploy/SKILL.md: one of them is loaded [opencode]",
		},
		{
			"the first wins, in the first", "-- .goose/x --\n" + twoDeploys(".agents/skills/deploy", ".goose/skills/deploy"),
			".agents/skills/deploy",
			"information: another skill is named \"deploy\": .goose/skills/deploy/SKILL.md: this one is loaded",
		},
		{
			"the first wins, in the second", "-- .goose/x --\n" + twoDeploys(".agents/skills/deploy", ".goose/skills/deploy"),
			".goose/skills/deploy",
			"warning: another skill is named \"deploy\": .agents/skills/deploy/SKILL.md: the other one is loaded [goose]",
		},
		{
			"the last wins", "-- .gemini/x --\n" + twoDeploys(".gemini/skills/deploy", ".agents/skills/deploy"),
			".gemini/skills/deploy",
			"warning: another skill is named \"deploy\": .agents/skills/deploy/SKILL.md: the other one is loaded [gemini-cli]",
		},
		{
			"each agent in its own way", marker + "-- .goose/x --\n-- .agents/skills/deploy/SKILL.md --\n---\nname: deploy\ndescription: A.\n---\n" +
				"-- .agents/skills/ops/deploy/SKILL.md --\n---\nname: deploy\ndescription: B.\n---\n-- .goose/skills/deploy/SKILL.md --\n---\nname: deploy\ndescription: C.\n---\n",
			".agents/skills/deploy",
			"warning: 2 other skills are named \"deploy\": agents differ in which one they load [codelia]",
		},
		{"whose order inside its roots is not known", "-- CLAUDE.md --\n" + twoDeploys(".claude/skills/deploy", "a/.claude/skills/deploy"), "a/.claude/skills/deploy", ""},
		{
			"a copy that has changed", twoDeploys(".agents/skills/deploy", ".claude/skills/deploy"), ".agents/skills/deploy",
			"information: another skill is named \"deploy\": .claude/skills/deploy/SKILL.md: no target agent finds both by that name",
		},
		{
			"a copy of one side is changed and of the other not", "-- opencode.json --\n{}\n" + twoDeploys(".agents/skills/deploy", ".claude/skills/deploy") +
				"-- .opencode/skills/deploy/SKILL.md --\n---\nname: deploy\ndescription: Deploys. Use when asked.\n---\nOne.\n",
			".agents/skills/deploy",
			"warning: another skill is named \"deploy\": .claude/skills/deploy/SKILL.md: one of them is loaded [opencode]",
		},
		{
			"side by side outside all roots", twoDeploys("skills/deploy", "skills/release"), "skills/deploy",
			"information: another skill is named \"deploy\": skills/release/SKILL.md: no target agent finds both by that name",
		},
		{
			"equal copies", strings.ReplaceAll(twoDeploys(".agents/skills/deploy", ".claude/skills/deploy"), "Two.", "One."),
			".agents/skills/deploy", "",
		},
		{
			"equal copies that a target finds", marker + strings.ReplaceAll(twoDeploys(".agents/skills/deploy", "a/.agents/skills/deploy"), "Two.", "One."),
			"a/.agents/skills/deploy", "",
		},
		{"one file by two ways", "-- opencode.json --\n{}\n-- .agents/skills/deploy/SKILL.md --\n---\nname: deploy\ndescription: A.\n---\n-- .claude/skills->../.agents/skills --\n", ".claude/skills/deploy", ""},
		{"two plugins", twoDeploys("plugins/a/skills/deploy", "plugins/b/skills/deploy"), "plugins/a/skills/deploy", ""},
		{"examples", twoDeploys(".agents/skills/deploy", ".agents/skills/writer/examples/deploy"), ".agents/skills/deploy", ""},
		{"translations", twoDeploys("skills/deploy", "docs/ja/skills/deploy"), "skills/deploy", ""},
		{
			"known by their directories", "-- CLAUDE.md --\n" + twoDeploys(".claude/skills/deploy", ".claude/skills/release"),
			".claude/skills/deploy",
			"information: another skill is named \"deploy\": .claude/skills/release/SKILL.md: no target agent finds both by that name",
		},
		{"an empty name", strings.ReplaceAll(twoDeploys("skills/deploy", "skills/release"), "name: deploy\n", "name: \"\"\n"), "skills/deploy", ""},
		{"no name", strings.ReplaceAll(twoDeploys("skills/deploy", "skills/release"), "name: deploy\n", ""), "skills/deploy", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, filepath.FromSlash(tt.file), "SKILL.md")
			checkSaidOfOthers(t, s, path, "name/ambiguous", tt.want)
		})
	}
}

// TestNameAmbiguousPlaces checks the spans of the diagnostic and of its related places, and that open buffers
// take precedence over the disk.
func TestNameAmbiguousPlaces(t *testing.T) {
	archive := "-- .codelia/x --\n" + twoDeploys(".agents/skills/deploy", ".agents/skills/ops/deploy")
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		archive += "-- .agents/skills/" + name + "/deploy/SKILL.md --\n---\nname: deploy\ndescription: " + name + ".\n---\n"
	}
	s, root := analysistest.Scanned(t, archive)
	path := filepath.Join(root, ".agents", "skills", "deploy", "SKILL.md")
	found := rules.Diagnose(t.Context(), s, path)
	if len(found) != 1 || found[0].Rule != "name/ambiguous" {
		t.Fatal(analysistest.Describe(s, path, found))
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text := found[0].Span.Of(string(source)); text != "deploy" {
		t.Errorf("the finding is at %q", text)
	}
	if !strings.Contains(found[0].Text(), "7 other skills are named") || len(found[0].Related) != rules.MaxRelated {
		t.Errorf("%d related places, and the message is %s", len(found[0].Related), found[0].Text())
	}
	for _, r := range found[0].Related {
		other, err := os.ReadFile(r.Path)
		if err != nil || r.Span.Of(string(other)) != "deploy" {
			t.Errorf("related: %s %v %v", r.Path, r.Span, err)
		}
	}

	for _, name := range []string{"ops", "a", "b", "c", "d", "e", "f"} {
		text := "---\nname: other\ndescription: Another.\n---\n"
		s = s.With(workspace.Change{Path: filepath.Join(root, ".agents", "skills", name, "deploy", "SKILL.md"), Text: &text, Time: time.Unix(1, 0)})
	}
	if got := said(t, s, path, "name/ambiguous"); got != "" {
		t.Errorf("after the others were renamed in their buffers: %s", got)
	}
}

// TestNameAmbiguousHome checks that a skill in the user's home directory counts, and that its path is shown
// relative to the home directory.
func TestNameAmbiguousHome(t *testing.T) {
	_, root := analysistest.Workspace(t, "-- project/.codelia/x --\n"+twoDeploys("project/.agents/skills/deploy", "home/.agents/skills/deploy"))
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{filepath.Join(root, "project")}, Home: filepath.Join(root, "home")})
	path := filepath.Join(root, "project", ".agents", "skills", "deploy", "SKILL.md")
	want := "warning: another skill is named \"deploy\": ~/.agents/skills/deploy/SKILL.md: both are loaded [codelia]"
	if got := said(t, s, path, "name/ambiguous"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	text := "Run $deploy.\n"
	s = s.With(workspace.Change{Path: filepath.Join(root, "project", "AGENTS.md"), Text: &text, Time: time.Unix(1, 0)})
	found := rules.Diagnose(t.Context(), s, filepath.Join(root, "project", "AGENTS.md"))
	if len(found) != 1 || found[0].Rule != "mention/ambiguous" || len(found[0].Fixes) != 1 {
		t.Errorf("want one mention/ambiguous with a link to the project's skill alone, got %+v", found)
	}
}

func TestMentionAmbiguous(t *testing.T) {
	deploys := twoDeploys(".agents/skills/deploy", ".agents/skills/ops/deploy")
	const own = "---\nname: release\ndescription: Releases. Use when asked.\n---\n"
	const codelia = "-- .codelia/x --\n"
	const finding = "warning: 2 skills are named \"deploy\": the name alone selects none [codelia]"
	tests := []struct {
		name, archive, file, text string
		want                      string
		fixed                     []string // the last line of the file after each of the fixes
	}{
		{
			"plain", codelia + deploys, ".agents/skills/release/SKILL.md", own + "Run $deploy, then stop.\n", finding,
			[]string{"Run [$deploy](../deploy/SKILL.md), then stop.", "Run [$deploy](../ops/deploy/SKILL.md), then stop."},
		},
		{
			"in a reference file", codelia + deploys + "-- .agents/skills/release/SKILL.md --\n" + own, ".agents/skills/release/references/a.md", "Run $deploy.\n", finding,
			[]string{"Run [$deploy](../../deploy/SKILL.md).", "Run [$deploy](../../ops/deploy/SKILL.md)."},
		},
		{
			"two agents", codelia + "-- .codex/x --\n" + deploys, ".agents/skills/release/SKILL.md", own + "Run $deploy.\n",
			"warning: 2 skills are named \"deploy\": the name alone selects none [codelia codex]",
			[]string{"Run [$deploy](../deploy/SKILL.md).", "Run [$deploy](../ops/deploy/SKILL.md)."},
		},
		{
			"instructions", codelia + deploys, "AGENTS.md", "Run $deploy.\n", finding,
			[]string{"Run [$deploy](.agents/skills/deploy/SKILL.md).", "Run [$deploy](.agents/skills/ops/deploy/SKILL.md)."},
		},
		{"instructions of nobody who reads mentions", deploys, "AGENTS.md", "Run $deploy.\n", "", nil},
		{"equal copies", codelia + strings.ReplaceAll(deploys, "Two.", "One."), "AGENTS.md", "$deploy\n", finding, []string{
			"[$deploy](.agents/skills/deploy/SKILL.md)", "[$deploy](.agents/skills/ops/deploy/SKILL.md)",
		}},
		{"in a link", codelia + deploys + "-- x.md --\n", "AGENTS.md", "See [how $deploy works](x.md).\n", finding, nil},
		{"linked", codelia + deploys, "AGENTS.md", "Run [$deploy](.agents/skills/deploy/SKILL.md).\n", "", nil},
		{"in code", codelia + deploys, "AGENTS.md", "Run `$deploy`.\n", "", nil},
		{"a variable", codelia + deploys, "AGENTS.md", "Set $deploy = 1.\n", "", nil},
		{"a slash", codelia + deploys, "AGENTS.md", "Run /deploy.\n", "", nil},
		{"only one", codelia + "-- .agents/skills/deploy/SKILL.md --\n---\nname: deploy\ndescription: A.\n---\n", "AGENTS.md", "$deploy\n", "", nil},
		{
			"a name that reads as a variable", codelia + strings.NewReplacer("/deploy/", "/home/", "name: deploy", "name: home").Replace(deploys),
			"AGENTS.md", "Run $home.\n", "", nil,
		},
		{
			"a path that a link cannot hold", codelia + strings.ReplaceAll(deploys, "/ops/", "/my ops/"), "AGENTS.md", "Run $deploy.\n", finding,
			[]string{"Run [$deploy](.agents/skills/deploy/SKILL.md)."},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, filepath.FromSlash(tt.file))
			s = s.With(workspace.Change{Path: path, Text: &tt.text, Time: time.Unix(1, 0)})
			if got := said(t, s, path, "mention/ambiguous"); got != tt.want {
				t.Fatalf("got\n%s\nwant\n%s", got, tt.want)
			}
			var fixed []string
			found := rules.Diagnose(t.Context(), s, path)
			for _, d := range found {
				if d.Rule != "mention/ambiguous" {
					continue
				}
				for _, fix := range d.Fixes {
					if fix.Safe || fix.Preferred {
						t.Errorf("%q is safe or preferred, and nobody knows which skill is meant", fix.Title)
					}
					after := analysistest.Apply(t, tt.text, path, fix)
					lines := strings.Split(strings.TrimSpace(after), "\n")
					fixed = append(fixed, lines[len(lines)-1])
					next := s.With(workspace.Change{Path: path, Text: &after, Time: time.Unix(2, 0)})
					if again := rules.Diagnose(t.Context(), next, path); len(again) != len(found)-1 {
						t.Errorf("after %q:\n%s", fix.Title, analysistest.Describe(next, path, again))
					}
				}
			}
			if strings.Join(fixed, "\n") != strings.Join(tt.fixed, "\n") {
				t.Errorf("the fixes give\n%s\nwant\n%s", strings.Join(fixed, "\n"), strings.Join(tt.fixed, "\n"))
			}
		})
	}
}
