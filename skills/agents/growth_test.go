package agents

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"skills-ls/skills"
	"skills-ls/skills/growthtest"
)

// TestVerdictGrowth checks that the time of each agent's verdict grows with the size of the frontmatter, not
// with its square.
func TestVerdictGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	for _, unit := range []string{
		"k%d: v\n", "k: v\n", "k:\n", "k%d: a: b\n", "? ", "?\n", "? k%d\n", "{", "[", "{a: ", "- ", "- a\n", ": ", "\n", "\r", "\u0085", "# c\n",
		"x: [a: b]\n", "[a: b],", "&a,", "k%d: &a b\n", "k%d: \"a\n", "k%d: |\n  t\n", "...\n", "--- a\n", "<<: {a: b}\n", "stray %d\n",
	} {
		for _, head := range []string{"", "x: [a: b, "} {
			t.Run(strings.TrimSpace(head+unit), func(t *testing.T) {
				growthtest.Linear(t, 10_000, func(n int) time.Duration {
					var b strings.Builder
					b.WriteString("---\nname: x\ndescription: Does x.\n" + head)
					for i := 0; b.Len() < n; i++ {
						b.WriteString(strings.ReplaceAll(unit, "%d", fmt.Sprint(i)))
					}
					source := b.String() + "\n---\nText.\n"
					doc := skills.Parse(source)
					file := skills.File{Path: "/w/x/SKILL.md", Source: source, Frontmatter: &doc.Frontmatter}
					return growthtest.Take(t, func() {
						for _, agent := range All() {
							agent.Accept(file)
							if agent.Validator.Check != nil {
								agent.Validator.Check(file)
							}
						}
					})
				})
			})
		}
	}
}
