package workspace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/watchlist"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/defined"
)

// defines returns a configuration file that defines an agent with a root and a pattern for names.
func defines(id, root, name string) string {
	return "-- .skills-ls.yaml --\ntargets: [" + id + "]\nagents: {" + id + ": {roots: [" + root + "], name: '" + name + "'}}\n"
}

// definedAt returns the IDs of the agents that the settings for a directory define.
func definedAt(s *workspace.Snapshot, dirs ...string) string {
	return strings.Join(refs.IDs(workspace.AgentsAt(s, dirs...)[len(agents.All()):]), " ")
}

// foundBy returns the names of the skills that an agent finds from a directory.
func foundBy(t *testing.T, s *workspace.Snapshot, id, dir string) string {
	t.Helper()
	agent, ok := workspace.AgentAt(s, id, dir)
	if !ok {
		return "unknown"
	}
	return names(workspace.Catalog(t.Context(), s, agent, dir).Skills)
}

func TestDefinedAgents(t *testing.T) {
	const nested = "-- in/.skills-ls.yaml --\nagents: {inner: {roots: [.our/skills]}}\n-- in/.our/skills/deep/SKILL.md --\n"
	for _, tt := range []struct {
		name, archive, id, dir string
		want                   string // found skills
		owners                 string // of a skill in .our/skills of the directory
	}{
		{"a root", defines("our", ".our/skills", "") + "-- .our/skills/a/SKILL.md --\n" + plain("a") + "-- .our/skills/x/y/b/SKILL.md --\n" + plain("b"), "our", "", "a b", "our"},
		{"from below", defines("our", ".our/skills", "") + "-- .our/skills/a/SKILL.md --\n" + plain("a") + "-- p/q/ --\n", "our", "p/q", "a", ""},
		{"a root with a common name", defines("our", "skills", "") + "-- skills/a/SKILL.md --\n" + plain("a"), "our", "", "a", ""},
		{"a root of a built-in agent", defines("our", ".claude/skills", "") + "-- .claude/skills/a/SKILL.md --\n" + plain("a"), "our", "", "a", ""},
		{"a root that does not exist", defines("our", ".our/skills", ""), "our", "", "", "our"},
		{"names that do not match", defines("our", ".our/skills", "^b") + "-- .our/skills/a/SKILL.md --\n" + plain("a") + "-- .our/skills/b/SKILL.md --\n" + plain("b"), "our", "", "b", "our"},
		{"a nested file", nested + plain("deep"), "inner", "in", "deep", "inner"},
		{"a nested file is not known above", nested + plain("deep"), "inner", "", "unknown", ""},
		{"a file above is not known below another", defines("our", ".our/skills", "") + nested + plain("deep"), "our", "in", "unknown", "inner"},
		{"a root through a link that leaves", defines("our", ".our/skills", "") + "-- .our/skills->../../outside --\n", "our", "", "", "our"},
		{
			"a root of an extended file through a link that leaves",
			"-- .skills-ls.yaml --\nextends: [s/skills-ls.yaml]\n-- s/skills-ls.yaml --\nagents: {our: {roots: [.our/skills]}}\n-- .our->../outside --\n-- ../outside/skills/a/SKILL.md --\n" + plain("a"),
			"our", "", "", "",
		},
		{"a built-in agent stays", "-- .skills-ls.yaml --\nagents: {codelia: {roots: [x]}}\n-- x/a/SKILL.md --\n" + plain("a"), "codelia", "", "", ""},
		{
			"an extended file, whose roots are those of the project",
			"-- .skills-ls.yaml --\nextends: [s/skills-ls.yaml]\n-- s/skills-ls.yaml --\nagents: {our: {roots: [.our/skills]}}\n-- .our/skills/a/SKILL.md --\n" + plain("a"),
			"our", "", "a", "our",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .git/HEAD --\n"+tt.archive)
			dir := filepath.Join(root, filepath.FromSlash(tt.dir))
			if got := foundBy(t, s, tt.id, dir); got != tt.want {
				t.Errorf("finds %q, want %q", got, tt.want)
			}
			at := workspace.StandpointOf(s, filepath.Join(dir, ".our", "skills", "x"))
			if got := strings.Join(refs.IDs(at.Owners), " "); got != tt.owners {
				t.Errorf("owners %q, want %q", got, tt.owners)
			}
		})
	}
}

// TestDefinitionIsLive checks that a definition applies as the user types it, and that its agent is unknown as soon as
// it is gone.
func TestDefinitionIsLive(t *testing.T) {
	s, root := analysistest.Scanned(t, defines("our", ".our/skills", "^a$")+"-- .our/skills/a/SKILL.md --\n"+plain("a")+"-- .our/skills/b/SKILL.md --\n"+plain("b"))
	path, skill := filepath.Join(root, config.SettingsFile), ".our/skills/b/SKILL.md"
	wants := func(s *workspace.Snapshot, found, problems string) {
		t.Helper()
		if got := foundBy(t, s, "our", root); got != found {
			t.Errorf("finds %q, want %q", got, found)
		}
		if got := findings(s, root, skill); got != problems {
			t.Errorf("problems %q, want %q", got, problems)
		}
	}
	edit := func(s *workspace.Snapshot, text string) *workspace.Snapshot {
		return s.With(workspace.Change{Path: path, Text: &text, Language: "yaml", Time: time.Unix(1, 0)})
	}
	wants(s, "a", "name/format error")
	wants(edit(s, "targets: [our]\nagents: {our: {roots: [.our/skills], name: '^[ab]$'}}\n"), "a b", "")
	wants(edit(s, "targets: [our]\nagents: {our: {roots: [.our/skills], name: '^[ab$'}}\n"), "a b", "")
	removed := edit(s, "targets: [our]\n")
	wants(removed, "unknown", "")
	if got := findings(removed, root, config.SettingsFile); got != "config/unknown error" {
		t.Errorf("problems of the file: %q", got)
	}
	wants(s, "a", "name/format error")
	wants(removed.With(workspace.Change{Path: path}), "a", "name/format error")

	if err := os.WriteFile(path, []byte("targets: [our]\nagents: {our: {roots: [.our]}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wants(s.Refresh(path), "a b", "")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants(s.Refresh(path), "unknown", "")
}

// TestEditorDefinesAgents checks agents in the editor's settings: their roots are those of the workspace folder, and
// targets that no settings define are dropped.
func TestEditorDefinesAgents(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\nagents: {our: {roots: [.file]}, mine: {roots: [.mine]}}\n-- .editor/a/SKILL.md --\n"+plain("a")+"-- .file/b/SKILL.md --\n"+plain("b")+"-- .mine/c/SKILL.md --\n"+plain("c"))
	cfg := s.Config()
	cfg.Settings.Agents = []defined.Definition{{ID: "our", Roots: []string{".editor"}}}
	cfg.Settings.Targets = []string{"gone", "mine", "our"}
	next := s.WithConfig(cfg)
	if got := definedAt(next, root, root); got != "mine our" {
		t.Errorf("agents %q", got)
	}
	if got := foundBy(t, next, "our", root) + " " + foundBy(t, next, "mine", root); got != "a c" {
		t.Errorf("found %q", got)
	}
	if got := workspace.Effect(next, root).Targets; !slices.Equal(got, []string{"mine", "our"}) {
		t.Errorf("targets %q", got)
	}
	if got := workspace.UnknownTargets(next); !slices.Equal(got, []string{"gone"}) {
		t.Errorf("unknown targets %q", got)
	}
	cfg.Settings.Targets = []string{"gone"}
	if at := workspace.StandpointOf(s.WithConfig(cfg), filepath.Join(root, "x")); !at.Concerns(agents.Standard) {
		t.Errorf("without known targets, only %q are concerned", refs.IDs(at.Concerned))
	}
}

// TestDefinedInFolders checks that each folder of a workspace has its own agent of an ID.
func TestDefinedInFolders(t *testing.T) {
	s, root := analysistest.Workspace(t, strings.ReplaceAll(defines("our", ".x", ""), "-- .", "-- a/.")+"-- a/.x/one/SKILL.md --\n"+plain("one")+
		strings.ReplaceAll(defines("our", ".y", ""), "-- .", "-- b/.")+"-- b/.y/two/SKILL.md --\n"+plain("two"))
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	s = s.WithConfig(workspace.Config{Folders: []string{a, b}})
	if got := definedAt(s, a, b); got != "our" {
		t.Errorf("agents %q", got)
	}
	agent, _ := workspace.AgentAt(s, "our", a, b)
	if got := names(workspace.Union(t.Context(), s, agent, []string{a, b}).Skills); got != "one two" {
		t.Errorf("found %q", got)
	}
}

func TestDefinedRootsWatched(t *testing.T) {
	s, root := analysistest.Workspace(t, defines("our", ".our/skills", ""))
	want := watchlist.WatchedRoot{Path: filepath.Join(root, ".our", "skills"), Reach: watchlist.Below, Inside: true}
	if got := watchlist.WatchedRoots(s); !slices.Contains(got, want) {
		t.Errorf("%+v is not watched", want)
	}
}
