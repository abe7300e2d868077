package agenttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// AdoptIn returns the skill in dir as the agent adopts it. It fails the test if the agent does not load the
// skill.
func AdoptIn(t *testing.T, agent *skills.Agent, dir string) skills.Skill {
	t.Helper()
	path := filepath.Join(dir, "SKILL.md")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v := agent.Accept(skills.File{Path: path, Source: string(source)})
	skill, ok, message := agent.Adopt.In(vfs.Disk{})(skills.Skill{Name: v.Name, Description: v.Description, Path: path, Dir: dir, Exposure: v.Exposure})
	if !v.Accepted || !ok {
		t.Fatalf("%s: %+v, %q", path, v.Refusals, message)
	}
	return skill
}

// TextsValue returns the value of a knob that is set to a list of strings.
func TextsValue(list ...string) skills.KnobValue {
	var v skills.KnobValue
	for _, text := range list {
		v.Choices = append(v.Choices, skills.KnobChoice{Name: text})
	}
	return v
}

// RootsOf returns the directories that an agent scans from /p with the home directory /h, separated by
// spaces.
func RootsOf(agent *skills.Agent) string {
	_, roots := skills.FindRoots(vfs.Disk{}, agent, skills.Vantage{Cwd: "/p", Home: "/h"})
	var dirs []string
	for _, r := range roots {
		dirs = append(dirs, filepath.ToSlash(r.Dir))
	}
	return strings.Join(dirs, " ")
}
