package codex

import (
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
)

func TestMentions(t *testing.T) {
	for _, c := range agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts {
		mentions := kit.ToolMentions(c.Text)
		for _, m := range mentions {
			agenttest.CheckMention(t, c.Text, m)
		}
		names, paths, plain := sets(mentions)
		want := c.Expected.Codex
		if !slices.Equal(names, want.Names) || !slices.Equal(paths, want.Paths) || !slices.Equal(plain, want.PlainNames) {
			t.Errorf("%s %q: names %q, paths %q, plain %q; want %q, %q, %q", c.ID, c.Text, names, paths, plain, want.Names, want.Paths, want.PlainNames)
		}
	}
}

func TestSelection(t *testing.T) {
	cases := agenttest.ReadJSON[agenttest.MentionVectors](t, filepath.Join(agenttest.OracleDir, "mentions.json")).Selection
	if len(cases) != 22 {
		t.Errorf("%d cases, want 22", len(cases))
	}
	for _, c := range cases {
		message := message{Texts: c.Texts, Skills: c.Skills, Disabled: c.Disabled, Connectors: c.Connectors}
		if got := message.Select(); !slices.Equal(got, c.Expected.Codex) {
			t.Errorf("%s %s: %+v, want %+v", c.ID, c.Description, got, c.Expected.Codex)
		}
	}
}

// TestChosen checks skills that the user picks in the interface. No vectors were recorded for them; the cases
// are those of injection_tests.rs @0899b7c4.
func TestChosen(t *testing.T) {
	alpha, beta := skills.Skill{Name: "alpha-skill", Path: "/tmp/alpha"}, skills.Skill{Name: "beta-skill", Path: "/tmp/beta"}
	chosen := func(s skills.Skill, path string) skills.Mention {
		return skills.Mention{Kind: skills.LinkedMention, Name: s.Name, Path: path}
	}
	for _, tt := range []struct {
		name    string
		message message
		want    []skills.Skill
	}{
		{"chosen before text", message{Chosen: []skills.Mention{chosen(beta, beta.Path)}, Texts: []string{"please run $alpha-skill"}}, []skills.Skill{beta, alpha}},
		{"a missing path blocks the name", message{Chosen: []skills.Mention{chosen(alpha, "/tmp/missing")}, Texts: []string{"use $alpha-skill"}}, nil},
		{"a disabled path blocks the name", message{Chosen: []skills.Mention{chosen(alpha, alpha.Path)}, Texts: []string{"use $alpha-skill"}, Disabled: []string{alpha.Path}}, nil},
		{"chosen and linked once", message{Chosen: []skills.Mention{chosen(alpha, alpha.Path)}, Texts: []string{"[$alpha-skill](/tmp/alpha)"}}, []skills.Skill{alpha}},
	} {
		tt.message.Skills = []skills.Skill{alpha, beta}
		if got := tt.message.Select(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestSkillMentions checks which mentions are left out, and the paths of the others.
func TestSkillMentions(t *testing.T) {
	const text = "[$a](app://x) [$b](skill:///s/b) $c [$home](/s/home) [$d]( /s/d )"
	var got []string
	for _, m := range kit.SkillMentions(text) {
		agenttest.CheckMention(t, text, m)
		got = append(got, m.Name+" "+m.Path+" "+m.PathSpan.Of(text))
	}
	if want := []string{"b /s/b skill:///s/b", "c  ", "d /s/d /s/d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
