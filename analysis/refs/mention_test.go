package refs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/growthtest"
)

// TestPluginMentions checks what reads as "plugin:name" without a sigil, whichever plugins there are.
func TestPluginMentions(t *testing.T) {
	for _, test := range []struct {
		body string
		want []string
	}{
		{"Use p:s", []string{"p:s"}},
		{"Use p:s, (p:a), *p:b*, **p:c**, _p:d_, \"p:e\", [p:f]; p:g.", []string{"p:s", "p:a", "p:b", "p:c", "p:d", "p:e", "p:f", "p:g"}},
		{"- p:s: a name\n- p-1:s-2's", []string{"p:s", "p-1:s-2"}},
		{"| p:s |p:a|\n", []string{"p:s", "p:a"}},
		{"使用p:s技能。", []string{"p:s"}},
		{"In code, `p:s` and `Skill(p:a)`.", []string{"p:s", "p:a"}},
		{"The text of [a link to p:s](a.md)", []string{"p:s"}},
		{"With a sigil: /p:s, $p:s and @p:s", nil},
		{"p: s, p:, :s, p::s, p:-s, p:s-, -p:s, p:s:t, a.p:s, p:s.md", nil},
		{"P:s, p:S, p:s_t, p_q:s, p:s/t, q/p:s, p:s=1, p=q:s, 10:30, p:s(1)", nil},
		{"<p:s>, https://p:s, [a](p:s), [a](p:s \"p:s\"), [a]\n\n[a]: p:s 'p:s'\n", nil},
		{"```\np:s\n```\n\n    p:s\n\n<!-- p:s -->\n\n<div>\np:s\n</div>\n\na <b c=\"p:s\">", nil},
	} {
		doc := skills.Parse("---\nname: p:s\n---\n" + test.body)
		var got []string
		for _, m := range refs.WrittenMentions(&file.File{Kind: file.SkillFile, Doc: doc}) {
			if m.Kind == skills.PluginMention {
				got = append(got, m.Name)
			}
			if m.NameSpan.Of(doc.Source) != m.Name {
				t.Errorf("%q: the span of %q is that of %q", test.body, m.Name, m.NameSpan.Of(doc.Source))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.body, got, test.want)
		}
	}
}

// TestMentionGrowth checks that a mention costs no search in all links and all code.
func TestMentionGrowth(t *testing.T) {
	for _, unit := range []string{"p:s ", "[p:s](p:s) ", "`p:s` ", "<p:s> ", "[p:s]: p:s\n\n", "```\np:s\n```\n"} {
		t.Run(unit, func(t *testing.T) {
			growthtest.Linear(t, 5000, func(n int) time.Duration {
				f := &file.File{Kind: file.SkillFile, Doc: skills.Parse("---\nname: s\n---\n" + strings.Repeat(unit, n))}
				f.Doc.Markdown()
				return growthtest.Take(t, func() { refs.WrittenMentions(f) })
			})
		})
	}
}
