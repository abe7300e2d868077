package rules_test

import (
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

// BenchmarkTextRules measures what each rule about the text itself costs for an edit of a skill of 10 KB. The
// first run parses the text and is not counted.
func BenchmarkTextRules(b *testing.B) {
	s, root := analysistest.Workspace(b, quietWorkspace)
	path := root + "/.agents/skills/x/SKILL.md"
	for name, text := range map[string]string{
		"English": analysistest.TenKilobytes() + strings.Repeat("`references/guide.md` `scripts/none.py` ", 10),
		"French":  plainFront + strings.Repeat("Élève d’été, « voilà » : l’œuvre — à côté.\n", 200),
		"Chinese": plainFront + strings.Repeat("这是**重点**内容，先读`references/guide.md`。\n", 180),
		"emoji":   plainFront + strings.Repeat("✅ done 👨\u200d👩\u200d👧 ⚠\ufe0f careful\n", 200),
	} {
		s := s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
		rules.Diagnose(b.Context(), s, path)
		for _, id := range textRules {
			rule, _ := rules.ByID(id)
			b.Run(name+"/"+strings.ReplaceAll(id, "/", "-"), func(b *testing.B) {
				f, err := s.File(path)
				if err != nil {
					b.Fatal(err)
				}
				p := rules.NewPass(b.Context(), s, f)
				p.Rule = rule
				for b.Loop() {
					p.Found = p.Found[:0]
					rule.Check(p)
				}
				b.ReportMetric(float64(len(p.Found)), "findings")
			})
		}
	}
}
