package agents

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// TestClosing compares the closing tags of an envelope with those after the body of an injection that have no
// opening tag there.
func TestClosing(t *testing.T) {
	const body = "BODY"
	for _, agent := range all {
		if agent.Inject == nil {
			continue
		}
		for _, tag := range append(slices.Clone(agent.Closing), body) {
			source := "---\nname: x\ndescription: D.\n---\n" + tag + "\n"
			load := skills.Load{Skill: skills.Skill{Name: "x", Path: "/s/x/SKILL.md", Dir: "/s/x"}, Source: source, Cwd: "/s", FS: vfs.Disk{}}
			injection := agent.Inject(load)
			if !slices.ContainsFunc(injection.Segments, func(s skills.Segment) bool { return s.Kind == skills.SegmentEnvelope }) {
				load.Arguments = new(string) // there may be an envelope if the user loads the skill
				injection = agent.Inject(load)
			}
			content := injection.Content
			if tag != body {
				if got := strings.Count(content, tag); got != 2 {
					t.Errorf("%s: %s is there %d times, want the body's and the envelope's:\n%s", agent.ID, tag, got, content)
				}
				continue
			}
			_, behind, _ := strings.Cut(content, body)
			var closing []string
			for _, part := range strings.Split(behind, "</")[1:] {
				name, _, _ := strings.Cut(part, ">")
				if !strings.Contains(behind, "<"+name+">") {
					closing = append(closing, "</"+name+">")
				}
			}
			if !slices.Equal(closing, agent.Closing) {
				t.Errorf("%s: the envelope closes with %q, and is said to with %q", agent.ID, closing, agent.Closing)
			}
		}
	}
}
