package agents

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/claudecode"
	"skills-ls/skills/agents/codelia"
	"skills-ls/skills/agents/codex"
	"skills-ls/skills/agents/geminicli"
	"skills-ls/skills/agents/opencode"
	"skills-ls/skills/agents/otto"
)

// TestRulings checks the rulings of the agents' own settings on single skills.
func TestRulings(t *testing.T) {
	choices := func(pairs ...string) (v skills.KnobValue) { // "name=word", "name/pattern=word" or a string
		for _, pair := range pairs {
			subject, word, _ := strings.Cut(pair, "=")
			name, pattern, _ := strings.Cut(subject, "/")
			v.Choices = append(v.Choices, skills.KnobChoice{Name: name, Pattern: pattern, Word: word})
		}
		return v
	}
	entries := func(list ...skills.KnobEntry) skills.KnobValue { return skills.KnobValue{Entries: list} }
	for _, test := range []struct {
		agent *skills.Agent
		knob  string
		value skills.KnobValue
		name  string
		want  string // off, hidden, nameonly and the number of rulings
	}{
		{claudecode.Agent, "skillOverrides", choices("deploy=off"), "deploy", "off 1"},
		{claudecode.Agent, "skillOverrides", choices("deploy=off"), "deploy2", "0"},
		{claudecode.Agent, "skillOverrides", choices("p:deploy=off"), "p:deploy", "0"},
		{claudecode.Agent, "skillOverrides", choices("deploy=on"), "deploy", "0"},
		{claudecode.Agent, "skillOverrides", choices("deploy=name-only"), "deploy", "nameonly 1"},
		{claudecode.Agent, "skillOverrides", choices("deploy=user-invocable-only"), "deploy", "hidden 1"},
		{claudecode.Agent, "permissions.deny", choices("Bash(rm *)", "Skill(deploy)"), "deploy", "1"},
		{claudecode.Agent, "permissions.deny", choices("Skill(deploy *)"), "deploy", "1"},
		{claudecode.Agent, "permissions.deny", choices("Skill(deploy *)"), "deploy-all", "0"},
		{claudecode.Agent, "permissions.deny", choices("Skill"), "deploy", "hidden 1"},
		{claudecode.Agent, "permissions.deny", choices("Skills"), "deploy", "0"},
		{opencode.Agent, "permission", choices("skill/*=deny"), "deploy", "hidden 1"},
		{opencode.Agent, "permission", choices("skill/*=deny", "skill/dep*=allow"), "deploy", "0"},
		{opencode.Agent, "permission", choices("skill/dep*=allow", "skill/*=deny"), "deploy", "hidden 1"},
		{opencode.Agent, "permission", choices("skill=deny"), "deploy", "hidden 1"},
		{opencode.Agent, "permission", choices("*=deny", "skill/?eploy=ask"), "deploy", "1"},
		{opencode.Agent, "permission", choices("bash=deny"), "deploy", "0"},
		{opencode.Agent, "permission", choices("sk*=deny"), "deploy", "hidden 1"},
		{codelia.Agent, "permissions.deny", choices("bash", "skill_load/deploy"), "deploy", "1"},
		{codelia.Agent, "permissions.deny", choices("skill_load"), "deploy", "1"},
		{codelia.Agent, "permissions.deny", choices("skill_load/other", "skill_search"), "deploy", "0"},
		{otto.Agent, "permissions", choices("skill/*=allow", "skill/dep*=deny"), "deploy", "1"},
		{otto.Agent, "permissions", choices("skill/dep*=deny", "skill/*=allow"), "deploy", "0"},
		{otto.Agent, "permissions", choices("skill/*=ask"), "deploy", "1"},
		{geminicli.Agent, "disabled", choices("DEPLOY"), "deploy", "off 1"},
		{geminicli.Agent, "disabled", choices("other"), "deploy", "0"},
		{codex.Agent, "skills.config", entries(skills.KnobEntry{Name: "deploy"}), "deploy", "off 1"},
		{codex.Agent, "skills.config", entries(skills.KnobEntry{Path: "/s/deploy/SKILL.md"}), "deploy", "off 1"},
		{codex.Agent, "skills.config", entries(skills.KnobEntry{Path: "/s/deploy/SKILL.md"}, skills.KnobEntry{Name: "deploy", On: true}), "deploy", "0"},
		{codex.Agent, "skills.config", entries(skills.KnobEntry{Name: "deploy", Idle: "it does not count"}), "deploy", "1"},
		{codex.Agent, "skills.config", entries(skills.KnobEntry{Name: "other"}), "deploy", "0"},
	} {
		skill := skills.Skill{Name: test.name, Path: "/s/deploy/SKILL.md"}
		rulings, off := test.agent.Configured(map[string]skills.KnobValue{test.knob: test.value}).Rule(&skill)
		got := ""
		for word, is := range map[string]bool{"off ": off, "hidden ": skill.Hidden, "nameonly ": skill.NameOnly} {
			if is {
				got += word
			}
		}
		if got += string(rune('0' + len(rulings))); got != test.want {
			t.Errorf("%s of %s, %+v: %s of %s, want %s", test.knob, test.agent.ID, test.value, got, test.name, test.want)
		}
		for _, r := range rulings {
			if r.Effect == "" || r.Setting == "" {
				t.Errorf("%s of %s: %+v", test.knob, test.agent.ID, r)
			}
		}
		if len(test.agent.Rulings) > 0 {
			t.Fatalf("%s itself was changed", test.agent.ID)
		}
	}
}

// TestNativeFiles checks the paths of the agents' own configuration files, and that each file is recognized
// by its path.
func TestNativeFiles(t *testing.T) {
	dirs := []string{filepath.FromSlash("/p"), filepath.FromSlash("/p/a")}
	above := func() []string { return dirs }
	for _, agent := range All() {
		if agent.Native == nil {
			continue
		}
		placed := 0
		agent.EachKnob(func(_ string, k *skills.Knob) {
			if k.Native != "" {
				placed++
			}
		})
		files := agent.Native.FilesFor(above, skills.Vantage{Cwd: dirs[1]})
		if placed == 0 || len(files) == 0 {
			t.Errorf("%s: %d settings in %v", agent.ID, placed, files)
		}
		for _, file := range files {
			if dir, ok := agent.Native.Holder(file); !ok || !slices.Contains(dirs, dir) {
				t.Errorf("%s reads %s, which is held by %q", agent.ID, file, dir)
			}
		}
	}
	want := "/p/opencode.json /p/opencode.jsonc /p/a/opencode.json /p/a/opencode.jsonc " +
		"/p/a/.opencode/opencode.json /p/a/.opencode/opencode.jsonc /p/.opencode/opencode.json /p/.opencode/opencode.jsonc"
	if got := filepath.ToSlash(strings.Join(opencode.Agent.Native.Files(above, skills.Vantage{Cwd: dirs[1]}), " ")); got != want {
		t.Errorf("OpenCode reads %s", got)
	}
	if _, ok := codex.Agent.Native.Holder(filepath.FromSlash("/p/xcodex/config.toml")); ok {
		t.Error("a directory that ends in the name of another one is taken for it")
	}
}
