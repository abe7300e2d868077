package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/watchlist"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// offers returns the names of the skills that an agent offers, followed by "error in FILE" for each error.
func offers(t *testing.T, s *workspace.Snapshot, agent string) string {
	t.Helper()
	list, err := vantage.ListSkills(context.Background(), s, vantage.ListQuery{Agent: agent})
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, skill := range list.Skills {
		parts = append(parts, skill.Name)
	}
	for _, e := range list.Errors {
		parts = append(parts, "error in "+filepath.Base(e.Path))
	}
	return strings.Join(parts, " ")
}

// TestNative checks which files of the agents' own configuration affect the list of skills.
func TestNative(t *testing.T) {
	for _, test := range []struct{ name, agent, files, settings, want string }{
		{"none", "claude-code", "", "", "deploy other"},
		{"off", "claude-code", "-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"off\"}}\n", "", "other"},
		{"local over shared", "claude-code", "-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"off\", \"other\": \"off\"}}\n-- .claude/settings.local.json --\n{\"skillOverrides\": {\"deploy\": \"on\"}}\n", "", "deploy"},
		{"ours over theirs", "claude-code", "-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"off\", \"other\": \"off\"}}\n", "{claude-code: {skillOverrides: {deploy: on}}}", "deploy"},
		{"ours alone", "claude-code", "", "{claude-code: {skillOverrides: {deploy: off}}}", "other"},
		{"broken", "claude-code", "-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"off\"}\n-- .claude/settings.local.json --\n{\"skillOverrides\": {\"other\": \"off\"}}\n", "", "deploy error in settings.json"},
		{"a wrong value", "claude-code", "-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"of\", \"other\": \"off\"}}\n", "", "deploy error in settings.json"},
		{"a directory of that name", "claude-code", "-- .claude/settings.json/x --\n", "", "deploy other"},
		{"a link in the project", "claude-code", "-- shared.json --\n{\"skillOverrides\": {\"deploy\": \"off\"}}\n-- .claude/settings.json->../shared.json --\n", "", "other"},
		{"a link to nowhere", "claude-code", "-- .claude/settings.json->../none.json --\n", "", "deploy other"},
		{"a link out of the project", "claude-code", "-- .claude/settings.json->/etc/hostname --\n", "", "deploy other error in settings.json"},
		{"the project's entries of Codex", "codex", "-- .codex/config.toml --\n[[skills.config]]\nname = \"third\"\nenabled = false\n", "", "third"},
		{"ours of Codex", "codex", "", "{codex: {skills: {config: [{path: .agents/skills/third/SKILL.md, enabled: false}]}}}", ""},
		{"directories", "opencode", "-- opencode.jsonc --\n{\"skills\": {\"paths\": [\"more\"]}}\n-- more/x/SKILL.md --\n---\nname: x\ndescription: Is x.\n---\n", "", "deploy other third x"},
		{"a later file of OpenCode", "opencode", "-- opencode.json --\n{\"skills\": {\"paths\": [\"more\"]}}\n-- .opencode/opencode.json --\n{\"skills\": {\"paths\": []}}\n-- more/x/SKILL.md --\n---\nname: x\ndescription: Is x.\n---\n", "", "deploy other third"},
		{"project files of OpenCode off", "opencode", "-- opencode.jsonc --\n{\"skills\": {\"paths\": [\"more\"]}}\n-- more/x/SKILL.md --\n---\nname: x\ndescription: Is x.\n---\n", "{opencode: {OPENCODE_DISABLE_PROJECT_CONFIG: true}}", "deploy other third"},
		{"Codelia off", "codelia", "-- .codelia/config.json --\n{\"skills\": {\"enabled\": false}}\n", "", ""},
		{"ours of Codelia on", "codelia", "-- .codelia/config.json --\n{\"skills\": {\"enabled\": false}}\n", "{codelia: {enabled: true}}", "third"},
		{"Gemini", "gemini-cli", "-- .gemini/settings.json --\n{\"skills\": {\"disabled\": [\"Third\"]}}\n", "", ""},
		{"Gemini in a folder that is not trusted", "gemini-cli", "-- .gemini/settings.json --\n{\"skills\": {\"enabled\": \"?\"}}\n", "{gemini-cli: {trusted: false}}", ""},
		{"RemcoChat off", "remcochat", "-- config.toml --\nversion = 2\n[app]\ndefault_provider_id = \"x\"\n", "", ""},
		{"RemcoChat on", "remcochat", "-- config.toml --\n[app.skills]\nenabled = true\ndirectories = [\".claude/skills\", \"../out\"]\n", "", "other deploy error in config.toml"},
		{"another program's file", "remcochat", "-- config.toml --\ntitle = \"site\"\n", "", "third"},
		{"another program's broken file", "remcochat", "-- config.toml --\ntitle = \n", "", "third"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := test.files
			if test.settings != "" {
				files += "-- .skills-ls.yaml --\nagents: " + test.settings + "\n"
			}
			s, _ := analysistest.Workspace(t, analysistest.DeployAnd+files)
			if got := offers(t, s, test.agent); got != test.want {
				t.Errorf("skills %q, want %q", got, test.want)
			}
		})
	}
}

// TestNativeChanges checks that a file of an agent's own configuration takes effect with its current
// contents: those of its buffer, or those on disk once the snapshot is refreshed.
func TestNativeChanges(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.DeployAnd)
	path := filepath.Join(root, ".claude", "settings.json")
	wants := func(when, want string) {
		t.Helper()
		if got := offers(t, s, "claude-code"); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wants("at first", "deploy other")
	turn := s.CatalogTurn()
	write(`{"skillOverrides": {"deploy": "off"}}`)
	wants("behind its back", "deploy other")
	s = s.Refresh(path)
	wants("written", "other")
	if s.CatalogTurn() == turn {
		t.Error("nobody would be told that the list has changed")
	}
	text := `{"skillOverrides": {"other": "off"}}`
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	wants("typed", "deploy")
	text = text[:10]
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(2, 0)})
	wants("half typed", "deploy other error in settings.json")
	if found := analysistest.Describe(s, path, analysistest.Diagnose(s, root, ".claude/settings.json")); found != "warning config/native ``\n" {
		t.Errorf("findings %s", found)
	}
	s = s.With(workspace.Change{Path: path})
	wants("closed", "other")
	write(`{}`)
	s = s.Refresh(path)
	wants("written again", "deploy other")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s = s.Refresh(path)
	wants("removed", "deploy other")
	paths := analysistest.AffectedOnDisk(s, s, path)
	if len(paths) > 0 {
		t.Errorf("before a scan %v are affected", paths)
	}
	if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	if paths = analysistest.AffectedOnDisk(s, s, path); len(paths) != 3 {
		t.Errorf("%v are affected", paths)
	}
}

// TestNativeReading checks that no keystroke reads a file of an agent's own configuration.
func TestNativeReading(t *testing.T) {
	_, root := analysistest.Workspace(t, analysistest.DeployAnd+"-- .claude/settings.json --\n{\"skillOverrides\": {\"deploy\": \"off\"}}\n-- .gemini/settings.json --\n{}\n-- opencode.json --\n{}\n")
	fsys := &analysistest.Readings{FS: vfs.Disk{}}
	s := analysis.New(fsys, workspace.Config{Folders: []string{root}})
	if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, ".claude", "skills", "other", "SKILL.md")
	text := "---\nname: other\ndescription: Does something else. Use when nothing else helps.\n---\nRun /deploy.\n"
	edit := func(more string) {
		text += more
		s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(int64(len(text)), 0)})
		rules.Diagnose(context.Background(), s, path)
	}
	edit("x")
	fsys.Names = nil
	for range 5 {
		edit("x")
	}
	if native := slices.DeleteFunc(fsys.Names, func(name string) bool { return !file.IsNative(name) }); len(native) > 0 {
		t.Errorf("%v were read", native)
	}
}

// TestNativeCompat checks that notes report what the agents' own files do, with the file's name.
func TestNativeCompat(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.DeployAnd+`
-- .claude/settings.local.json --
{"skillOverrides": {"deploy": "off"}, "permissions": {"deny": ["Skill(other)"]}}
-- .codex/config.toml --
[[skills.config]]
name = "third"
enabled = false
-- .gemini/settings.json --
{"skills": {"enabled": false}}
-- opencode.json --
{"permission": {"skill": {"*": "ask", "third": "deny"}}}
`)
	var got []string
	for _, name := range []string{".claude/skills/deploy", ".claude/skills/other", ".agents/skills/third"} {
		list, err := vantage.Compat(context.Background(), s, vantage.PreviewQuery{Path: filepath.Join(root, name)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list.Agents {
			for _, r := range c.Reasons {
				if r.Code == vantage.Off {
					got = append(got, filepath.Base(name)+", "+c.Agent.ID+": "+r.Message)
				}
			}
			for _, note := range c.Notes {
				if strings.Contains(note, "`.") && strings.Contains(note, "(`") || strings.Contains(note, "opencode.json") {
					got = append(got, filepath.Base(name)+", "+c.Agent.ID+": "+note)
				}
			}
		}
	}
	want := []string{
		"deploy, claude-code: .claude/settings.local.json switches this skill off (skillOverrides)",
		"deploy, gemini-cli: .gemini/settings.json switches all skills off (skills.enabled)",
		"deploy, opencode: `opencode.json` asks the user before the model loads this skill (`permission.skill`).",
		"other, claude-code: `.claude/settings.local.json` prevents Claude from starting this skill (`permissions.deny`).",
		"other, gemini-cli: .gemini/settings.json switches all skills off (skills.enabled)",
		"other, opencode: `opencode.json` asks the user before the model loads this skill (`permission.skill`).",
		"third, codex: `.codex/config.toml` does not switch this skill off: Codex reads such entries only from the user's config.toml, in `$CODEX_HOME` or `~/.codex` (`skills.config`).",
		"third, gemini-cli: .gemini/settings.json switches all skills off (skills.enabled)",
		"third, opencode: `opencode.json` denies this skill to the model (`permission.skill`).",
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestCodexHome checks that the entries of the user's own configuration count if it is in the workspace.
func TestCodexHome(t *testing.T) {
	_, root := analysistest.Workspace(t, analysistest.DeployAnd+"-- .codex/config.toml --\n[[skills.config]]\npath = \"../.agents/skills/third/SKILL.md\"\nenabled = false\n")
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}, Env: map[string]string{"CODEX_HOME": filepath.Join(root, ".codex")}})
	if got := offers(t, s, "codex"); got != "" {
		t.Errorf("skills %q", got)
	}
}

// TestNativeWatched checks that the files outside the workspace that an agent reads are watched.
func TestNativeWatched(t *testing.T) {
	_, root := analysistest.Workspace(t, analysistest.DeployAnd)
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{filepath.Join(root, ".claude")}})
	path := filepath.Join(root, "opencode.json")
	if !slices.ContainsFunc(watchlist.WatchedRoots(s, root), func(r watchlist.WatchedRoot) bool { return r.Path == path }) {
		t.Errorf("%s is not watched", path)
	}
}
