package skills

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/skills/vfs"
)

func TestConfigured(t *testing.T) {
	agent := &Agent{
		ID: "x",

		Locations: Locations{Roots: []Root{{Base: FromProject, Dir: ".x/skills", Scope: ScopeRepo, Depth: 2}}},

		Settings: Settings{
			Search: SearchLimits{Max: 50},
			Knobs: []Knob{
				{Name: "enabled", Type: SwitchKnob, Apply: func(r *Agent, v KnobValue) {
					if !v.On {
						*r = *r.Disabled("enabled", "")
					}
				}},
				{Name: "search", Type: KnobGroup, Knobs: []Knob{
					{Name: "max", Type: CountKnob, Apply: func(r *Agent, v KnobValue) { r.Search.Max = v.Count }},
					{Name: "min", Type: CountKnob},
				}},
			},
		},
	}
	if got := agent.Configured(nil); got != agent {
		t.Error("an agent of which nothing is set is another one")
	}
	got := agent.Configured(map[string]KnobValue{"enabled": {}, "search.max": {Count: 5}, "search.min": {Count: 1}, "max": {Count: 7}})
	if len(got.Roots) > 0 || got.Search.Max != 5 {
		t.Errorf("roots %v, search %v", got.Roots, got.Search)
	}
	if len(agent.Roots) != 1 || agent.Search.Max != 50 {
		t.Error("the agent itself was changed")
	}
	if got := agent.Configured(map[string]KnobValue{"enabled": {On: true}}); len(got.Roots) != 1 {
		t.Error("an agent that is switched on has no roots")
	}
}

// TestFurtherRoots checks that directories that the user adds come after the agent's own, each once, and that
// an agent that is switched off has none.
func TestFurtherRoots(t *testing.T) {
	agent := &Agent{Locations: Locations{Roots: []Root{{Base: FromHome, Dir: "h", Scope: ScopeUser}, {Base: FromCwd, Dir: "own", Scope: ScopeRepo, Depth: 2, NoLinks: true}}}}
	cwd := t.TempDir()
	own, further := filepath.Join(cwd, "own"), filepath.Join(cwd, "further")
	v := Vantage{Cwd: cwd, Roots: []string{further, own, further}}
	_, roots := FindRoots(vfs.Disk{}, agent, v)
	if len(roots) != 2 || roots[0].Dir != own || roots[1].Dir != further {
		t.Fatalf("roots %+v", roots)
	}
	if r := roots[1].Root; r.Scope != ScopeRepo || r.Depth != 2 || !r.NoLinks {
		t.Errorf("the further root is walked as %+v", r)
	}
	if _, roots := FindRoots(vfs.Disk{}, agent.Disabled("enabled", ""), v); len(roots) > 0 {
		t.Errorf("roots %+v of an agent that is switched off", roots)
	}
}

// TestOver checks how settings of several files are merged.
func TestOver(t *testing.T) {
	choice := func(text string) (list []KnobChoice) { // "name=word name/pattern=word"
		for word := range strings.FieldsSeq(text) {
			subject, value, _ := strings.Cut(word, "=")
			name, pattern, _ := strings.Cut(subject, "/")
			list = append(list, KnobChoice{Name: name, Pattern: pattern, Word: value})
		}
		return list
	}
	for _, test := range []struct{ base, over, want string }{
		{"", "a=1", "a=1"},
		{"a=1 b=1", "b=2 c=2 a=2", "a=2 b=2 c=2"},
		{"a/x=1 a/y=1 b=1", "a/z=2 a/x=2", "a/x=2 a/y=1 a/z=2 b=1"},
		{"a/x=1 a/y=1 b=1", "a=2", "a=2 b=1"},
		{"a=1 b=1", "a/x=2 a/y=2", "a/x=2 a/y=2 b=1"},
	} {
		got := KnobValue{Choices: choice(test.over)}.Over(KnobValue{Choices: choice(test.base)}, PermissionsKnob).Choices
		if diff := cmp.Diff(choice(test.want), got); diff != "" {
			t.Errorf("%q over %q (-want +got)\n%s", test.over, test.base, diff)
		}
	}
	if got := (KnobValue{Count: 2}).Over(KnobValue{Count: 1}, CountKnob); got.Count != 2 {
		t.Errorf("%+v", got)
	}
	if got := (KnobValue{Choices: choice("a")}).Over(KnobValue{Choices: choice("b")}, TextsKnob); len(got.Choices) != 2 {
		t.Errorf("%+v", got)
	}
}
