package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// TestPublicManifests checks that manifests with the shape of public ones have no problems.
func TestPublicManifests(t *testing.T) {
	const skill = "---\nname: pdf\ndescription: Fills forms. Use when a form is to be filled.\n---\nBody.\n"
	for name, archive := range map[string]string{
		"a marketplace that is the manifest of its plugins": `
-- skills/pdf/SKILL.md --
` + skill + `-- .claude-plugin/marketplace.json --
{
  "name": "example-skills",
  "owner": {"name": "Example", "email": "me@example.com"},
  "metadata": {"description": "Skills.", "version": "1.0.0"},
  "plugins": [
    {"name": "documents", "description": "Documents.", "source": "./", "strict": false, "skills": ["./skills/pdf"]},
    {"name": "others", "description": "Others.", "source": "./", "strict": false, "skills": ["./skills/pdf"]}
  ]
}
`,
		"plugins in directories and elsewhere": `
-- plugins/forms/.claude-plugin/plugin.json --
{"name": "forms", "version": "1.0", "description": "Forms.", "author": {"name": "Example", "url": "https://example.com"}, "license": "MIT", "keywords": ["forms"], "homepage": "https://example.com"}
-- plugins/forms/skills/pdf/SKILL.md --
` + skill + `-- .claude-plugin/marketplace.json --
{
  "$schema": "https://example.com/marketplace.schema.json",
  "name": "market",
  "description": "Plugins.",
  "owner": {"name": "Example"},
  "plugins": [
    {"name": "forms", "source": "./plugins/forms", "category": "productivity", "tags": ["forms"]},
    {"name": "go-lsp", "source": {"source": "git-subdir", "url": "example/repo", "path": "go", "ref": "main", "sha": "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0"}, "strict": false,
     "lspServers": {"gopls": {"command": "gopls", "extensionToLanguage": {".go": "go"}}}, "skills": ["./skills/x"]}
  ]
}
`,
		"components in every form": `
-- commands/a.md --
-- agents/a.md --
-- hooks.json --
-- .claude-plugin/plugin.json --
{
  "name": "forms", "displayName": "Forms for all",
  "commands": ["./commands/a.md", "./commands"], "agents": "./agents/a.md", "hooks": ["./hooks.json", {"Stop": []}],
  "mcpServers": {"x": {"command": "${CLAUDE_PLUGIN_ROOT}/x"}}, "skills": "./", "dependencies": ["a", {"name": "b"}],
  "userConfig": {"key": {"type": "string", "title": "Key", "description": "Key.", "sensitive": true}},
  "channels": [{"server": "x"}], "experimental": {"monitors": [{"name": "m", "command": "c", "description": "d", "when": "always"}]}
}
`,
		"Codex": `
-- plugins/forms/.codex-plugin/plugin.json --
{
  "name": "forms", "version": "1.0.0+codex.1", "description": "Forms.", "author": {"name": "Example"}, "skills": "./skills/", "apps": "./.app.json",
  "interface": {"displayName": "Forms", "capabilities": ["Write"], "websiteURL": "https://example.com", "defaultPrompt": ["Fill it."], "brandColor": "#3B82F6"}
}
-- plugins/forms/.app.json --
-- plugins/forms/skills/pdf/SKILL.md --
` + skill + `-- .agents/plugins/marketplace.json --
{"name": "market", "interface": {"displayName": "Market"}, "plugins": [{"name": "forms", "source": {"source": "local", "path": "./plugins/forms"},
 "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"}, "category": "Productivity"}]}
`,
		"Cursor": `
-- forms/.cursor-plugin/plugin.json --
{"name": "forms", "version": "1.0.0", "logo": "assets/logo.svg", "skills": "./skills/", "rules": "rules/*.mdc", "tags": ["a"], "category": "developer-tools", "author": {"name": "Example", "email": "me@example.com"}}
-- forms/assets/logo.svg --
-- forms/skills/pdf/SKILL.md --
` + skill + `-- .cursor-plugin/marketplace.json --
{"name": "market", "owner": {"name": "Example"}, "metadata": {"description": "x", "anything": 1}, "plugins": [{"name": "forms", "source": "forms", "description": "Forms."}]}
`,
	} {
		t.Run(name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, "-- .git/HEAD --"+archive)
			checked := 0
			for _, path := range s.Files() {
				if s.KindOf(path) != file.ManifestFile {
					continue
				}
				checked++
				if found := rules.Diagnose(t.Context(), s, path); len(found) > 0 {
					rel, _ := filepath.Rel(root, path)
					t.Errorf("%s:\n%s", rel, analysistest.Describe(s, path, found))
				}
			}
			if checked == 0 {
				t.Error("there is no manifest among the files of the workspace")
			}
		})
	}
}

// TestManifestRefreshed checks that the problems of a manifest follow the files that it names.
func TestManifestRefreshed(t *testing.T) {
	s, root := analysistest.Scanned(t, "-- .claude-plugin/plugin.json --\n"+`{"name": "tools", "skills": ["./more/review"]}`+"\n")
	plugin, skill := filepath.Join(root, ".claude-plugin", "plugin.json"), filepath.Join(root, "more", "review", "SKILL.md")
	for _, step := range []struct {
		name string
		do   func() error
		told string
		want int
	}{
		{"nothing", func() error { return nil }, plugin, 1},
		{"the skill is added", func() error { return analysistest.WriteFile(skill, "") }, filepath.Join(root, "more"), 0},
		{"the skill is removed", func() error { return os.Remove(skill) }, skill, 1},
		{"the manifest is changed", func() error { return analysistest.WriteFile(plugin, `{"name": "tools"}`) }, plugin, 0},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		s = s.Refresh(step.told)
		if n := analysistest.Count(rules.Diagnose(t.Context(), s, plugin), "plugin/path"); n != step.want {
			t.Errorf("after %s: %d problems, want %d", step.name, n, step.want)
		}
	}
}

// TestPluginNamesakes checks that each of two manifests with the same name relates to the other one, and that both follow
// a change of one of them on disk and in a buffer.
func TestPluginNamesakes(t *testing.T) {
	s, root := analysistest.Scanned(t, `-- a/.claude-plugin/plugin.json --
{"name": "tools"}
-- b/.claude-plugin/plugin.json --
{"version": "1.0.0", "name": "tools"}
-- link->b --
`)
	a, b := filepath.Join(root, "a", ".claude-plugin", "plugin.json"), filepath.Join(root, "b", ".claude-plugin", "plugin.json")
	found := rules.Diagnose(t.Context(), s, a)
	if len(found) != 1 || len(found[0].Related) != 1 || found[0].Related[0].Path != b || found[0].Related[0].Span.Start != 29 {
		t.Fatalf("found %+v", found)
	}
	other, last := `{"name": "others"}`, s
	s = s.With(workspace.Change{Path: b, Text: &other})
	if n := len(rules.Diagnose(t.Context(), s, a)); n != 0 {
		t.Errorf("after the name changed in a buffer: %d problems", n)
	}
	if found := analysistest.Affected(last, s, affected.Change{Edited: []string{b}}); !slices.Contains(found, a) {
		t.Errorf("affected %v", found)
	}
}
