package vantage_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
)

// A countdown is a context that calls a function when it is asked for its error the given number of times.
type countdown struct {
	context.Context
	left int
	call func()
}

func (c *countdown) Err() error {
	if c.left--; c.left == 0 {
		c.call()
	}
	return c.Context.Err()
}

// TestWorkspaceSkillsDuringScan checks that the list is complete whenever the first scan ends.
func TestWorkspaceSkillsDuringScan(t *testing.T) {
	var archive strings.Builder
	for _, name := range []string{"a", "b", "c"} {
		archive.WriteString(analysistest.SkillFile(".agents/skills", name, "Does it. Use when asked.", "Do it."))
	}
	for step := 1; ; step++ {
		s := analysistest.InMemory(archive.String())
		ctx := &countdown{t.Context(), step, func() {
			if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
				t.Error(err)
			}
		}}
		list, err := vantage.WorkspaceSkills(ctx, s, vantage.WorkspaceQuery{Cwd: "/w"})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, skill := range list {
			names = append(names, skill.Name)
		}
		if got := fmt.Sprint(names); got != "[a b c]" {
			t.Errorf("the scan ends at step %d: got %s, want [a b c]", step, got)
		}
		if ctx.left > 0 {
			break // the list was complete before
		}
	}
}
