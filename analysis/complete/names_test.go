package complete_test

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/complete"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
)

// TestBestNames checks that the names offered from several lists are those that ranking all names gives.
func TestBestNames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var lists [3][]string
	for range 3000 {
		name := make([]byte, 1+random.IntN(6))
		for i := range name {
			name[i] = "abAB-"[random.IntN(5)]
		}
		list := &lists[random.IntN(len(lists))]
		*list = append(*list, string(name))
	}
	lists[0] = append(lists[0], "äb")
	lists[1] = append(lists[1], "ÄB-a")
	for i := range lists {
		lists[i] = index.Sorted(lists[i])
	}
	wanted := func(name string) bool { return !strings.HasSuffix(name, "-") }
	for _, typed := range []string{"", "a", "B", "ab", "a-b", "bb", "aab", "baba", "ä", "äb", "-", "x"} {
		best := complete.NewBestNames(typed, wanted)
		for _, list := range lists {
			best.AddSorted(slices.Values(list))
		}
		p := match.NewFuzzyPattern(typed)
		var want []complete.RankedName
		for _, name := range index.Sorted(slices.Concat(lists[:]...)) {
			text := match.NewFuzzyText(name)
			if rank := p.Rank(&text, match.ScatteredFit); rank < match.NoFit && wanted(name) {
				want = append(want, complete.RankedName{Rank: rank, Name: name})
			}
		}
		slices.SortStableFunc(want, func(a, b complete.RankedName) int { return cmp.Compare(a.Rank, b.Rank) })
		if want = want[:min(len(want), complete.MaxNames)]; !slices.Equal(best.Found.Items, want) {
			t.Errorf("%q: %v, want %v", typed, best.Found.Items, want)
		}
		if typed == "x" && len(want) > 0 || typed == "ab" && len(want) < complete.MaxNames {
			t.Errorf("%q fits %d names", typed, len(want))
		}
	}
}

// TestNamesSoFar checks that mentions are completed with the skills found so far while the first scan is
// running.
func TestNamesSoFar(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .claude/skills/deploy-app/SKILL.md --
---
name: deploy-app
description: Deploys.
---
-- .agents/skills/deploy-docs/SKILL.md --
---
name: deploy-docs
description: Deploys.
---
-- elsewhere/deploy-nothing/SKILL.md --
---
name: deploy-nothing
description: Deploys.
---
-- CLAUDE.md --
Run /dep
-- .claude/skills/asks/SKILL.md --
---
name: asks
description: Asks.
---
Run $dep
`)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"CLAUDE.md":                    "/deploy-app /deploy-docs",
		".claude/skills/asks/SKILL.md": "$deploy-app $deploy-docs $asks $ARGUMENTS $0 $1 $2",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		offset := len(strings.TrimSuffix(analysistest.TextOf(t, s, path), "\n"))
		check := func(when string) {
			t.Helper()
			if got := labelsOf(complete.At(t.Context(), s, path, offset).List); got != want {
				t.Errorf("%s, %s: %s, want %s", name, when, got, want)
			}
		}
		check("scanned")
		ix := s.Index()
		ix.Begin()
		clear(ix.Scanned)
		if !workspace.Scanning(s) {
			t.Fatal("no scan is under way")
		}
		check("scanning")
		ix.End()
		ix.Scanned[root] = true
	}
}
