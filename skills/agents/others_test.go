package agents

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/amp"
	"skills-ls/skills/agents/copilot"
	"skills-ls/skills/agents/cursor"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/agents/openoxide"
	"skills-ls/skills/vfs"
)

// The tests in this file check what the vectors of the agents that were not run leave open.

func TestSlashMentions(t *testing.T) {
	for _, tt := range []struct{ text, copilot, cursor string }{
		{"/a-b x", "a-b", "a-b"},
		{" \n/a", "a", "a"},
		{"do /a", "", ""},
		{"/", "", ""},
		{"", "", ""},
		{"/a-)", "a", ""},
		{"/a.b:c, d", "a.b:c", ""},
		{"/Ünï x", "Ünï", ""},
		{"/技能。", "", ""},
		{"/技能", "技能", ""},
		{"//a", "", ""},
		{"/a/b", "a", ""},
	} {
		name := func(mentions []skills.Mention) string {
			if len(mentions) == 0 {
				return ""
			}
			agenttest.CheckMention(t, tt.text, mentions[0])
			return mentions[0].Name
		}
		if copilot, cursor := name(copilot.Agent.Mentions(tt.text)), name(kit.LeadingSlashMention(tt.text)); copilot != tt.copilot || cursor != tt.cursor {
			t.Errorf("%q: %q, %q, want %q, %q", tt.text, copilot, cursor, tt.copilot, tt.cursor)
		}
	}
}

// TestOthersSegments checks the kind of each part of an injected text.
func TestOthersSegments(t *testing.T) {
	const source = "---\nname: a\ndescription: D.\ncontext: fork\n---\n\nRun !`date`, !`` and \xff.\n"
	none := ""
	for _, tt := range []struct {
		name      string
		agent     *skills.Agent
		arguments *string
		want      string
		content   string
		notes     int
	}{
		{"Cursor", cursor.Agent, nil, "body", "\nRun !`date`, !`` and \ufffd.\n", 1},
		{"Amp", amp.Agent, nil, "envelope body envelope", "<loaded_skill name=\"a\">\n\nRun !`date`, !`` and \ufffd.\n\n</loaded_skill>", 1},
		{"OpenOxide", openoxide.Agent, &none, "envelope body unexecuted body envelope", "<skill>\n <name>a</name>\n <path>/s/a/SKILL.md</path>\n \nRun !`date`, !`` and \ufffd.\n\n</skill>", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.agent.Inject(skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: source, Arguments: tt.arguments, FS: vfs.Disk{}})
			agenttest.CheckInjection(t, got, source)
			var kinds []string
			for _, s := range got.Segments {
				kinds = append(kinds, string(s.Kind))
			}
			if strings.Join(kinds, " ") != tt.want || tt.content != "" && got.Content != tt.content || len(got.Notes) != tt.notes {
				t.Errorf("%q: %q, notes %q", kinds, got.Content, got.Notes)
			}
		})
	}
}

func TestOthersCatalog(t *testing.T) {
	list := []skills.Skill{
		{Name: "a", Description: "Does a.", Path: "/s/a/SKILL.md", Dir: "/s/a"},
		{Name: "b", Description: "Does b.", Path: "/s/b/SKILL.md", Dir: "/s/b", Exposure: skills.Exposure{Hidden: true}},
		{Name: "c", Description: "Ü.", Path: "/s/c/SKILL.md", Dir: "/s/c"},
	}
	catalog := amp.Agent.Catalog(list, skills.Budget{})
	want := "<available_skills>\n  <skill>\n    <name>a</name>\n    <description>Does a.</description>\n    <location>/s/a/SKILL.md</location>\n  </skill>\n" +
		"  <skill>\n    <name>c</name>\n    <description>Ü.</description>\n    <location>/s/c/SKILL.md</location>\n  </skill>\n</available_skills>"
	if !strings.HasSuffix(catalog.Content, "\n"+want) || catalog.Total != 2 {
		t.Errorf("%q, want %q", catalog.Content, want)
	}
	const a, c = "- a: Does a. (file: /s/a/SKILL.md)", "- c: Ü. (file: /s/c/SKILL.md)"
	for _, tt := range []struct {
		budget skills.Budget
		want   string
	}{
		{skills.Budget{}, a + "\n" + c},
		{skills.Budget{Chars: 65}, a + "\n" + c},
		{skills.Budget{Chars: 64}, a},
		{skills.Budget{Chars: 34}, c},
		{skills.Budget{Tokens: 16}, a},
		{skills.Budget{Tokens: 17}, a + "\n" + c},
		{skills.Budget{Chars: 1}, ""},
	} {
		got := openoxide.Agent.Catalog(list, tt.budget)
		if got.Content != tt.want || got.Total != 2 || got.Entries+len(got.Dropped) != 2 || got.Truncated != (len(got.Dropped) > 0) {
			t.Errorf("%+v: %+v, want %q", tt.budget, got, tt.want)
		}
	}
	for _, agent := range []*skills.Agent{copilot.Agent, amp.Agent, openoxide.Agent} {
		if got := agent.Catalog(list[1:2], skills.Budget{}); got.Content != "" || len(got.Notes) > 0 {
			t.Errorf("%s: %+v", agent.ID, got)
		}
	}
}

// TestOthersOnCorpus checks that the agents survive real skills. Their verdicts on them are not known.
func TestOthersOnCorpus(t *testing.T) {
	for _, agent := range []*skills.Agent{cursor.Agent, amp.Agent, openoxide.Agent} {
		accepted, bare := 0, 0
		for name, file := range agenttest.CorpusFiles(t) {
			if !strings.EqualFold(filepath.Base(name), "SKILL.md") {
				continue
			}
			v := agent.Accept(skills.File{Path: "/corpus/" + file.Real, Source: file.Source})
			agenttest.CheckVerdict(t, name, file.Source, v)
			if v.Accepted {
				accepted++
				if v.Description == "" {
					bare++
				}
			}
			got := agent.Inject(skills.Load{Skill: skills.Skill{Name: v.Name, Path: "/corpus/" + file.Real}, Source: file.Source})
			agenttest.CheckInjection(t, got, file.Source)
		}
		t.Logf("%s accepts %d, %d of them without a description", agent.ID, accepted, bare)
	}
}
