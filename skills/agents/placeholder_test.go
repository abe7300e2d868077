package agents

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/claudecode"
	"skills-ls/skills/vfs"
)

// TestPlaceholders compares the placeholders that an agent declares with those that its injections replace.
func TestPlaceholders(t *testing.T) {
	everywhere := slices.Concat(claudecode.Agent.Placeholders.Variables, claudecode.Agent.Placeholders.PluginVariables)
	for _, agent := range all {
		if agent.Inject == nil || agent.Placeholders == nil {
			continue
		}
		p := agent.Placeholders
		inject := func(placeholder string, arguments *string) (source string, injection skills.Injection) {
			source = "---\nname: x\ndescription: D.\n---\n# T\n\nSee " + placeholder + " here.\n"
			load := skills.Load{Skill: skills.Skill{Name: "x", Path: "/s/x/SKILL.md", Dir: "/s/x"}, Source: source, Cwd: "/s", FS: vfs.Disk{}, Arguments: arguments}
			return source, agent.Inject(load)
		}
		replaces := func(placeholder string, arguments *string) bool {
			source, injection := inject(placeholder, arguments)
			at := strings.Index(source, placeholder)
			return !strings.Contains(injection.Content, placeholder) || slices.ContainsFunc(injection.Segments, func(s skills.Segment) bool {
				return (s.Kind == skills.SegmentSubstituted || s.Kind == skills.SegmentUnexecuted) && s.Source != nil && s.Source.Start <= at && at < s.Source.End
			})
		}
		if p.SkillDir != "" {
			if _, injection := inject(p.SkillDir+"/run.sh", nil); !strings.Contains(injection.Content, "See /s/x/run.sh here.") {
				t.Errorf("%s: %s is not the skill's directory in %q", agent.ID, p.SkillDir, injection.Content)
			}
		}
		given := "a b"
		for _, tt := range []struct {
			placeholder string
			want        skills.Replaced
		}{{"$ARGUMENTS", p.Arguments}, {"!`date`", p.Commands}} {
			if got, want := replaces(tt.placeholder, &given), tt.want != skills.Never; got != want {
				t.Errorf("%s: replaces %s for a command: %v, want %v", agent.ID, tt.placeholder, got, want)
			}
			if got, want := replaces(tt.placeholder, nil), tt.want == skills.Always; got != want {
				t.Errorf("%s: replaces %s when the model loads it: %v, want %v", agent.ID, tt.placeholder, got, want)
			}
		}
		second := "$1 $2" // in OpenCode the last placeholder takes the rest of the arguments
		_, injection := inject(second, &given)
		if want := "See " + map[int]string{0: second, 1: "a b", 2: "b $2"}[p.First] + " here."; !strings.Contains(injection.Content, want) {
			t.Errorf("%s: no %q in %q", agent.ID, want, injection.Content)
		}
		const indexed = "$ARGUMENTS[1]"
		_, injection = inject(indexed, &given)
		wanted := indexed
		switch {
		case p.Indexed:
			wanted = "b"
		case p.Arguments != skills.Never:
			wanted = "a b[1]"
		}
		if want := "See " + wanted + " here."; !strings.Contains(injection.Content, want) {
			t.Errorf("%s: no %q in %q", agent.ID, want, injection.Content)
		}
		for _, name := range everywhere { // /s/x is not in a plugin
			if got, want := replaces(name, nil), slices.Contains(p.Variables, name); got != want {
				t.Errorf("%s: replaces %s: %v, want %v", agent.ID, name, got, want)
			}
		}
	}
}
