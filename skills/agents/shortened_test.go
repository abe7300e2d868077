package agents

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

// TestCatalogLosses compares what catalogs report as left out or shortened with their texts, for budgets of
// all sizes.
func TestCatalogLosses(t *testing.T) {
	var list []skills.Skill
	for i, length := range []int{40, 0, 900, 1025, 3, 1600, 200} {
		name := fmt.Sprintf("skill-%d", i)
		s := skills.Skill{Name: name, Description: strings.Repeat(string(rune('α'+i)), length), Path: "/w/" + name + "/SKILL.md", Dir: "/w/" + name, Scope: skills.ScopeRepo}
		if i == 2 {
			s.Uses = strings.Repeat("ж", 700)
		}
		list = append(list, s)
	}
	for _, agent := range all {
		if agent.Catalog == nil || agent.Limits.Listing == (skills.Budget{}) {
			continue
		}
		t.Run(agent.ID, func(t *testing.T) {
			whole, seen := agent.Catalog(list, skills.Budget{}), make(map[string]bool)
			for size := 1; size < 9000; size += 1 + size/16 {
				for _, budget := range []skills.Budget{{Chars: size}, {Bytes: size}, {Tokens: size}, {Entries: size/1000 + 1}} {
					text := agent.Catalog(list, budget)
					for outcome := range checkLosses(t, list, text) {
						seen[outcome] = true
					}
					if text.Content == whole.Content && len(text.Dropped) > 0 {
						t.Errorf("%+v: the text is whole, and yet %d skills are left out", budget, len(text.Dropped))
					}
				}
			}
			if !seen["dropped"] && !seen["shortened"] || !seen["whole"] {
				t.Errorf("the budgets do not reach all that can happen: %v", seen)
			}
		})
	}
}

// checkLosses checks that a catalog's text agrees with what it reports for each skill, and returns the
// outcomes.
func checkLosses(t *testing.T, list []skills.Skill, text skills.CatalogText) map[string]bool {
	t.Helper()
	outcomes := make(map[string]bool)
	at := -1 // index of the last skill that was shortened
	for _, s := range list {
		dropped := slices.ContainsFunc(text.Dropped, func(d skills.Skill) bool { return d.Name == s.Name })
		i := slices.IndexFunc(text.Shortened, func(d skills.Shortened) bool { return d.Skill.Name == s.Name })
		held := 0 // code points of the skill's description and uses in the text
		for _, said := range []string{s.Description, s.Uses} {
			if said != "" {
				held += strings.Count(text.Content, said[:2])
			}
		}
		switch total := len([]rune(s.Description)) + len([]rune(s.Uses)); {
		case dropped:
			outcomes["dropped"] = true
			if held > 0 || i >= 0 {
				t.Errorf("%s is left out, and yet %d characters are said of it", s.Name, held)
			}
		case i >= 0:
			outcomes["shortened"] = true
			short := text.Shortened[i]
			if joined := max(0, short.Kept-len([]rune(s.Description))); s.Uses != "" && joined > 0 {
				held += min(joined, len(" - "))
			}
			if held != short.Kept || held >= total+len(" - ") || i <= at {
				t.Errorf("%s: %d of %d characters are said of it, number %d after %d, which is called %+v", s.Name, held, total, i, at, short.Kept)
			}
			at = i
		default:
			outcomes["whole"] = true
			if held < len([]rune(s.Description)) {
				t.Errorf("%s: %d of %d characters are said of it, and nothing is called shortened", s.Name, held, total)
			}
		}
	}
	return outcomes
}
