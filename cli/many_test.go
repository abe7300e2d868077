package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills/agents"
)

// TestManyFilesOfOneSkill checks that every command finishes for a skill with 2,500 files.
func TestManyFilesOfOneSkill(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, filepath.Join(dir, ".git"))
	skill := filepath.Join(dir, ".agents", "skills", "big")
	write(t, filepath.Join(skill, "SKILL.md"), strings.ReplaceAll(goodSkill, "name: good", "name: big"))
	for i := range 2500 {
		name := fmt.Sprintf("file%d.txt", i)
		if i%10 == 0 {
			name = fmt.Sprintf("file%d.md", i)
		}
		write(t, filepath.Join(skill, "references", fmt.Sprint(i%50), name), fmt.Sprintf("See [the next](file%d.md).\n", i+50))
	}
	path := ".agents/skills/big"
	commands := [][]string{{"check"}, {"compat", path}, {"list"}, {"search", "big"}}
	for _, agent := range agents.All() {
		if agent.Inject != nil {
			commands = append(commands, []string{"preview", path, "--agent", agent.ID}, []string{"list", "--agent", agent.ID})
		}
		if agent.Catalog != nil && agent.Inject != nil {
			commands = append(commands, []string{"catalog", "--agent", agent.ID})
		}
	}
	for _, args := range commands {
		if r := command(t, dir, "", args...); r.code == exitFailure {
			t.Errorf("%s: exit %d\n%s", args, r.code, r.stderr)
		}
	}
}
