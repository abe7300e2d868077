package workspace_test

import (
	"os"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

const configurationPage = "../../docs/configuration.md"

// TestKnobTable checks that the documentation lists every setting of every agent, in the words of the schema.
func TestKnobTable(t *testing.T) {
	raw, err := os.ReadFile(configurationPage)
	if err != nil {
		t.Fatal(err)
	}
	const head = "| setting | is |\n|---|---|\n"
	before, rest, ok := strings.Cut(string(raw), head)
	if !ok {
		t.Fatalf("%s has no table of settings", configurationPage)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	var table strings.Builder
	for _, agent := range agents.All() {
		knobRows(&table, agent.ID+".", agent.Knobs)
	}
	knobRows(&table, "", config.GeneralKnobs)
	page := before + head + table.String() + "\n" + after
	if page == string(raw) {
		return
	}
	if !*analysistest.Update {
		t.Fatalf("the table of settings in %s is out of date; run go test ./analysis/workspace -run KnobTable -update", configurationPage)
	}
	if err := os.WriteFile(configurationPage, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// knobRows writes a row for each knob that is not a group.
func knobRows(out *strings.Builder, prefix string, knobs []skills.Knob) {
	for _, k := range knobs {
		if k.Type == skills.KnobGroup {
			knobRows(out, prefix+k.Name+".", k.Knobs)
			continue
		}
		out.WriteString("| `" + prefix + k.Name + "` | " + strings.ReplaceAll(strings.ReplaceAll(k.Doc, "|", `\|`), "\n", " ") + " |\n")
	}
}

// TestConfigurationPage checks that the examples in the documentation are valid settings.
func TestConfigurationPage(t *testing.T) {
	page, err := os.ReadFile(configurationPage)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for i, block := range strings.Split(string(page), "```") {
		text, isYAML := strings.CutPrefix(block, "yaml\n")
		if i%2 == 0 || !isYAML {
			continue
		}
		blocks++
		set, problems := readText(text)
		if len(problems) > 0 {
			t.Errorf("%s\nhas %q", text, tellProblems(problems, text))
		}
		if set.Equal(config.Settings{}) {
			t.Errorf("%s\nsets nothing", text)
		}
	}
	if blocks == 0 {
		t.Error("the page shows no example")
	}
}
