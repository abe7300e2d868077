package goose

import (
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

func TestResource(t *testing.T) {
	skill := agenttest.LayResources(t)
	const available = "assets/b.bin, big.txt, escape.md, link.md, references/a.md"
	for path, want := range map[string]string{
		"references/a.md":   "# Loaded: s/references/a.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		`references\a.md`:   "# Loaded: s/references\\a.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		"link.md":           "# Loaded: s/link.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		"./references/a.md": "!File 's/./references/a.md' not found. Available: " + available,
		"SKILL.md":          "!File 's/SKILL.md' not found. Available: " + available,
		"../out.md":         "!File 's/../out.md' not found. Available: " + available,
		"gone.md":           "!File 's/gone.md' not found. Available: " + available,
		"escape.md":         "!Refusing to load 's/escape.md': resolves outside the skill directory",
		"assets/b.bin":      "!Failed to read 's/assets/b.bin': stream did not contain valid UTF-8",
	} {
		agenttest.CheckResource(t, path, Agent.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: vfs.Disk{}}), want)
	}
	bare := skills.Skill{Name: "bare", Dir: filepath.Join(skill.Dir, "nowhere")}
	agenttest.CheckResource(t, "a", Agent.ReadResource(skills.ResourceLoad{Skill: bare, Path: "a", FS: vfs.Disk{}}), "!Skill 'bare' has no supporting files.")
}

// TestDirectories compares the directory of Goose's configuration with Goose's sources.
func TestDirectories(t *testing.T) { agenttest.DiscoveryVectors(t, Agent, 6, false) }

func TestCatalogVectors(t *testing.T) {
	agenttest.EachCatalogVector(t, Agent, 16, func(t *testing.T, c agenttest.CatalogVector, list []skills.Skill) {
		for i := range list {
			list[i].Dir = list[i].Path
		}
		slices.SortStableFunc(list, Agent.Order)
		got := catalog(list, skills.Budget{})
		if want := agenttest.ValueOf(c.Expected["goose"].Text); got.Content != want {
			t.Errorf("%s: %q, want %q", c.ID, agenttest.Clip(got.Content), agenttest.Clip(want))
		}
	})
}
