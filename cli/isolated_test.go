package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestIsolated checks that the diagnostics of a skill with --isolated do not depend on other skills, and that
// those that do are reported without the flag.
func TestIsolated(t *testing.T) {
	dir := t.TempDir()
	skill := func(root, name string) string { return filepath.Join(dir, filepath.FromSlash(root), name, "SKILL.md") }
	const text = "---\nname: reviews\ndescription: Reviews diffs for bugs, leaks and unclear names. Use when asked for a review.\n---\nSee [a](a.md), and then $plan-trps.\n"
	write(t, filepath.Join(dir, ".codelia", "config.json"), "{}\n")
	one := skill(".agents/skills", "reviews")
	write(t, one, text)
	alone, _ := checkJSON(t, dir, "--isolated", one)
	if got := fmt.Sprint(rulesOf(alone.Files[0])); got != "[link/broken]" {
		t.Fatalf("alone: %s", got)
	}

	write(t, skill(".claude/skills", "reviews"), text+"More.\n")
	write(t, skill(".agents/skills", "reviews-more"), strings.ReplaceAll(text, "name: reviews", "name: reviews-more"))
	write(t, skill(".agents/skills", "plan-trips"), strings.ReplaceAll(goodSkill, "name: good", "name: plan-trips"))
	among, _ := checkJSON(t, dir, "--isolated")
	for _, f := range among.Files {
		if f.Path == one && fmt.Sprint(f) != fmt.Sprint(alone.Files[0]) {
			t.Errorf("among others:\n%v\nalone:\n%v", f, alone.Files[0])
		}
	}
	whole, _ := checkJSON(t, dir)
	said := fmt.Sprint(whole.Files)
	for _, rule := range []string{"name/ambiguous", "description/overlap", "mention/unknown"} {
		if !strings.Contains(said, rule) {
			t.Errorf("%s found nothing without --isolated", rule)
		}
		if strings.Contains(fmt.Sprint(among.Files), rule) {
			t.Errorf("%s found something with --isolated", rule)
		}
	}
}
