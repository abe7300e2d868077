package refs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/refs"
	"skills-ls/skills/growthtest"
)

// TestNamedInGrowth checks that a text costs no search per file: it names the directory of many files again and
// again, and files of a series.
func TestNamedInGrowth(t *testing.T) {
	for _, unit := range []string{"r/ ", "step-* ", "step-%d.md ", "a.", "a/", "-"} {
		t.Run(unit, func(t *testing.T) {
			growthtest.Linear(t, 2000, func(n int) time.Duration {
				var resources []string
				var b strings.Builder
				for i := range n {
					resources = append(resources, fmt.Sprintf("r/step-%d.md", i))
					b.WriteString(strings.Replace(unit, "%d", fmt.Sprint(i), 1))
				}
				return growthtest.Take(t, func() { refs.NamedIn(resources, b.String()) })
			})
		})
	}
}
