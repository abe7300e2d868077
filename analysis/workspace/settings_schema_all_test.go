package workspace_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// everySetting returns a configuration file, in JSON, which is YAML, that sets everything: every rule, in
// "rules" and in an override, and every knob of every agent. It also returns the names of the knobs.
func everySetting(t *testing.T) (text string, knobs []string) {
	t.Helper()
	ruleset := object{config.AllRules: "hint"}
	for _, id := range rules.Names().Configurable {
		ruleset[id] = "off"
	}
	perAgent := object{}
	for _, k := range config.GeneralKnobs {
		perAgent[k.Name] = sampleOf(k, "", &knobs)
	}
	for _, agent := range agents.All() {
		set := object{}
		for _, k := range agent.Knobs {
			set[k.Name] = sampleOf(k, agent.ID+".", &knobs)
		}
		perAgent[agent.ID] = set
	}
	return string(mustMarshal(t, object{
		"targets": config.AgentIDs(), "roots": []string{"skills"}, "ignore": []string{"*.tmp"}, "rules": ruleset,
		"overrides": []object{{"files": []string{"vendor/"}, "rules": ruleset}}, "agents": perAgent,
	})), knobs
}

// sampleOf returns a valid value of a knob, and appends the names of the knobs that it sets, after the
// prefix, to names.
func sampleOf(k skills.Knob, prefix string, names *[]string) any {
	if k.Type == skills.KnobGroup {
		group := object{}
		for _, inner := range k.Knobs {
			group[inner.Name] = sampleOf(inner, prefix+k.Name+".", names)
		}
		return group
	}
	*names = append(*names, prefix+k.Name)
	switch k.Type {
	case skills.SwitchKnob:
		return true
	case skills.CountKnob:
		return max(k.Min, 1)
	case skills.PathsKnob:
		return []string{"skills"}
	case skills.ItemsKnob:
		return object{"x": object{"enabled": false}}
	case skills.TextsKnob:
		return []string{"x"}
	case skills.ShareKnob:
		return 0.5
	case skills.ChoicesKnob:
		return object{"x": k.Values[0]}
	case skills.PermissionsKnob:
		return object{"skill": object{"x": k.Values[0]}}
	case skills.ToolsKnob:
		return []object{{"tool": "x", "skill_name": "y"}}
	case skills.EntriesKnob:
		return []object{{"enabled": false, "name": "x"}}
	}
	return object{"x": "y"} // an open knob
}

// TestSchemaKnowsAll checks that the shipped schema and the decoder accept every rule and every knob, and
// that both accept the pattern of a group of rules and reject one that matches no rule.
func TestSchemaKnowsAll(t *testing.T) {
	text, knobs := everySetting(t)
	s, root := analysistest.Workspace(t, "-- skills/x --\n-- .skills-ls.yaml --\n"+text)
	report := workspace.SettingsFor(s, root)
	if len(report.Problems) > 0 {
		t.Errorf("the reader says %+v", report.Problems)
	}
	set := report.Settings
	if len(set.Rules) != len(rules.Names().Configurable)+1 || len(set.Overrides) != 1 || len(set.Overrides[0].Rules) != len(set.Rules) {
		t.Errorf("%d rules are set, and %d overrides", len(set.Rules), len(set.Overrides))
	}
	for _, name := range knobs {
		if _, ok := set.Knobs[name]; !ok {
			t.Errorf("the knob %s is not set", name)
		}
	}
	pattern := strings.Replace(text, `"link/broken"`, `"link/*"`, 1)
	if _, problems := readText(pattern); len(problems) != 0 {
		t.Errorf("of a pattern the reader says %+v", problems)
	}
	unknown := strings.Replace(text, `"link/broken"`, `"links/*"`, 1)
	if _, problems := readText(unknown); len(problems) != 1 {
		t.Errorf("of a pattern that matches nothing the reader says %+v", problems)
	}
	for _, file := range schemaFiles {
		schema, err := jsonschema.NewCompiler().Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(decodeJSON(t, text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if err := schema.Validate(decodeJSON(t, pattern)); err != nil {
			t.Errorf("%s: of a pattern: %v", file, err)
		}
		if schema.Validate(decodeJSON(t, unknown)) == nil {
			t.Errorf("%s accepts a pattern that matches nothing", file)
		}
	}
}

func decodeJSON(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestExtensionShipsSchema checks that the VS Code extension has the schema in its package and applies it to
// configuration files.
func TestExtensionShipsSchema(t *testing.T) {
	data, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			YAMLValidation []struct {
				FileMatch []string
				URL       string
			} `json:"yamlValidation"`
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	const schema = "skills-ls.schema.json"
	if v := manifest.Contributes.YAMLValidation; len(v) != 1 || !slices.Contains(v[0].FileMatch, config.SettingsFile) || v[0].URL != "./"+schema {
		t.Errorf("the extension validates %+v", v)
	}
	packaged, err := os.ReadFile("../../editors/vscode/.vscodeignore")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Split(string(packaged), "\n"), "!"+schema) {
		t.Errorf("%s is not in the package", schema)
	}
}
