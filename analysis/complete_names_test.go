package analysis

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
		lists[i] = sorted(lists[i])
	}
	wanted := func(name string) bool { return !strings.HasSuffix(name, "-") }
	for _, typed := range []string{"", "a", "B", "ab", "a-b", "bb", "aab", "baba", "ä", "äb", "-", "x"} {
		best := newBestNames(typed, wanted)
		for _, list := range lists {
			best.addSorted(slices.Values(list))
		}
		p := newFuzzyPattern(typed)
		var want []rankedName
		for _, name := range sorted(slices.Concat(lists[:]...)) {
			text := newFuzzyText(name)
			if rank := p.rank(&text, scatteredFit); rank < noFit && wanted(name) {
				want = append(want, rankedName{rank, name})
			}
		}
		slices.SortStableFunc(want, func(a, b rankedName) int { return cmp.Compare(a.rank, b.rank) })
		if want = want[:min(len(want), maxNames)]; !slices.Equal(best.found.items, want) {
			t.Errorf("%q: %v, want %v", typed, best.found.items, want)
		}
		if typed == "x" && len(want) > 0 || typed == "ab" && len(want) < maxNames {
			t.Errorf("%q fits %d names", typed, len(want))
		}
	}
}

// TestNamesSoFar checks that mentions are completed with the skills found so far while the first scan is
// running.
func TestNamesSoFar(t *testing.T) {
	s, root := workspace(t, `
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
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"CLAUDE.md":                    "/deploy-app /deploy-docs",
		".claude/skills/asks/SKILL.md": "$deploy-app $deploy-docs $asks $ARGUMENTS $0 $1 $2",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		offset := len(strings.TrimSuffix(textOf(t, s, path), "\n"))
		check := func(when string) {
			t.Helper()
			if got := labelsOf(s.Complete(t.Context(), path, offset).List); got != want {
				t.Errorf("%s, %s: %s, want %s", name, when, got, want)
			}
		}
		check("scanned")
		ix := s.index()
		ix.begin()
		clear(ix.scanned)
		if !s.Scanning() {
			t.Fatal("no scan is under way")
		}
		check("scanning")
		ix.end()
		ix.scanned[root] = true
	}
}
