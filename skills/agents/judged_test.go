package agents

import (
	"reflect"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/opencode"
)

// FuzzJudged checks the cache of verdicts: if skills.JudgedOf sees no difference between two versions of a
// file, no agent sees one.
func FuzzJudged(f *testing.F) {
	head := "---\nname: demo\ndescription: Does. Use when asked.\n---\n"
	for _, seed := range []struct{ a, b string }{
		{"Text.\n", "Other text.\n"},
		{"", "\n"},
		{"---\n", "--\n"},
		{"a\n--- \nname: x\n", "a\n---\n"},
		{"\xff", "\xfe"},
		{"x\x00", "x"},
		{"\n\n", " "},
		{"\u0085", " "},
		{"\ufeff", "\ufeff\nText"},
	} {
		f.Add(head, seed.a, seed.b)
	}
	for _, head := range []string{"", "---\n", "---\r\nname: a\r\n---\r\n", "---\nname: a\n--- \n", "\ufeff---\nname: a\n---\n", "---\nname: >\n  a\n...\n", "--- \nname: a\n---\n", "---\na: b\n---", "---\nname: a\r---\n"} {
		f.Add(head, "one\n", "two: 3\n")
	}
	f.Add("---\nname: a\n---\n", "\n One \ntwo\n", "One\n\nthree")
	version2 := opencode.Agent.Configured(map[string]skills.KnobValue{"version": {Count: 2}})
	f.Fuzz(func(t *testing.T, head, a, b string) {
		one, two := head+a, head+b
		if skills.JudgedOf(one) != skills.JudgedOf(two) {
			return
		}
		for _, agent := range append(All(), version2) {
			if v, w := validate(agent, one), validate(agent, two); !reflect.DeepEqual(v, w) {
				t.Errorf("%s: its validator says %+v of %q, and %+v of %q", agent.ID, v, one, w, two)
			}
			v, w := accept(agent, one), accept(agent, two)
			if !reflect.DeepEqual(v, w) {
				t.Errorf("%s: %q is %+v, %q is %+v", agent.ID, one, v, two, w)
			}
		}
	})
}

func accept(agent *skills.Agent, source string) skills.Verdict {
	return agent.Accept(judgedFile(source))
}

func judgedFile(source string) skills.File {
	doc := skills.Parse(source)
	return skills.File{Path: "/ws/.agents/skills/demo/SKILL.md", Source: source, Frontmatter: &doc.Frontmatter}
}

func validate(agent *skills.Agent, source string) []skills.Refusal {
	if agent.Validator.Check == nil {
		return nil
	}
	return agent.Validator.Check(judgedFile(source))
}
