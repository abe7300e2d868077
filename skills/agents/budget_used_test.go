package agents

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/skills"
)

// TestBudgetUsed checks that every catalog reports how much of its budget it uses, in the units of the
// budget, and that a catalog that drops skills stays within its budget.
func TestBudgetUsed(t *testing.T) {
	for _, agent := range All() {
		budgets := []skills.Budget{agent.Limits.Listing}
		if agent.ListingOf != nil {
			budgets = append(budgets, agent.ListingOf(100_000))
		}
		for _, budget := range budgets {
			for _, n := range []int{0, 3, 1000} {
				if agent.Catalog == nil {
					continue
				}
				list := make([]skills.Skill, n)
				for i := range list {
					name := fmt.Sprintf("skill-%04d", i)
					list[i] = skills.Skill{Name: name, Description: strings.Repeat("Does größe. ", 20), Path: "/w/.agents/skills/" + name + "/SKILL.md"}
				}
				text := agent.Catalog(list, budget)
				for _, unit := range []struct {
					name         string
					used, budget int
				}{
					{"entries", text.Used.Entries, budget.Entries},
					{"bytes", text.Used.Bytes, budget.Bytes},
					{"chars", text.Used.Chars, budget.Chars},
					{"tokens", text.Used.Tokens, budget.Tokens},
				} {
					used := unit.used > 0
					if wants := unit.budget > 0 && text.Entries > 0; used != wants {
						t.Errorf("%s, %d skills, %v: %d %s are used, in the text are %d skills", agent.ID, n, budget, unit.used, unit.name, text.Entries)
					}
					if len(text.Dropped) > 0 && unit.used > unit.budget {
						t.Errorf("%s, %d skills: %d of %d %s are used", agent.ID, n, unit.used, unit.budget, unit.name)
					}
				}
			}
		}
	}
}
