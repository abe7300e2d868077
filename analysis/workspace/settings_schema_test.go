package workspace_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/defined"
)

// schemaFiles are the copies of the schema of the configuration file: one for everyone, one for users of the
// VS Code extension.
var schemaFiles = []string{"../../docs/skills-ls.schema.json", "../../editors/vscode/skills-ls.schema.json"}

type object = map[string]any

// nullable returns a schema that allows a type or null: a key without a value sets nothing.
func nullable(kind string, more object) object {
	schema := object{"type": []string{kind, "null"}}
	for key, value := range more {
		schema[key] = value
	}
	return schema
}

func listOf(items object) object { return nullable("array", object{"items": items}) }

func oneOf(values ...string) object {
	enum := make([]any, 0, len(values)+1)
	for _, value := range values {
		enum = append(enum, value)
	}
	return object{"enum": append(enum, nil)}
}

// described adds a description to a schema.
func described(schema object, doc string) object {
	schema["description"] = doc
	return schema
}

// settingsSchema generates the schema from the data that the decoder uses.
func settingsSchema() object {
	ruleset := object{}
	for _, pattern := range rules.Names().Patterns() {
		ruleset[pattern] = described(object{"$ref": "#/definitions/severity"}, vocabulary.PatternDoc(pattern))
	}
	for _, id := range rules.Names().Configurable {
		rule, _ := rules.ByID(id)
		ruleset[id] = described(object{"$ref": "#/definitions/severity"}, rule.Summary())
	}
	perAgent := object{}
	for _, agent := range agents.All() {
		perAgent[agent.ID] = described(knobsSchema(agent.Knobs), agent.Title+".")
	}
	for _, k := range config.GeneralKnobs {
		perAgent[k.Name] = knobSchema(k)
	}
	text := nullable("string", object{"minLength": 1})
	byKey := map[string]object{
		"extends": listOf(text),
		"targets": listOf(object{"anyOf": []object{oneOf(config.AgentIDs()...), {"type": "string", "pattern": agentID}}}),
		"roots":   listOf(text),
		"ignore":  listOf(text),
		"rules":   {"anyOf": []object{{"$ref": "#/definitions/rules"}, {"type": "null"}}},
		"overrides": listOf(nullable("object", object{
			"properties": object{
				"files": described(object{"type": "array", "items": text}, vocabulary.OverrideDocs["files"]),
				"rules": described(object{"$ref": "#/definitions/rules"}, vocabulary.OverrideDocs["rules"]),
			},
			"required": []string{"files", "rules"}, "additionalProperties": false,
		})),
		"limits":   knobsSchema(config.LimitKnobs),
		"baseline": nullable("string", object{"pattern": "skills-ls-baseline\\.json$"}),
		"agents": nullable("object", object{
			"properties": perAgent, "additionalProperties": definitionSchema(text),
			"propertyNames": object{"anyOf": []object{{"enum": knobNames(config.GeneralKnobs)}, {"pattern": agentID}}},
		}),
	}
	properties := object{}
	for _, key := range config.SettingKeys() {
		properties[key.Name] = described(byKey[key.Name], key.Doc)
	}
	severities := []string{"off", "hint", "information", "warning", "error", "info"}
	return nullable("object", object{
		"$schema": "http://json-schema.org/draft-07/schema#",
		"title":   "Settings of skills-ls (" + config.SettingsFile + ")",
		"definitions": object{
			"severity": oneOf(severities...),
			"rules":    object{"type": "object", "properties": ruleset, "additionalProperties": false},
		},
		"properties": properties, "additionalProperties": false,
	})
}

// agentID matches the IDs that agents can have.
const agentID = "^[a-z][a-z0-9-]{0,63}$"

func knobNames(knobs []skills.Knob) (names []string) {
	for _, k := range knobs {
		names = append(names, k.Name)
	}
	return names
}

// definitionSchema returns the schema of an agent that a project defines. text is that of a string.
func definitionSchema(text object) object {
	byKey := map[string]object{
		"title": nullable("string", object{"minLength": 1, "maxLength": defined.MaxTitle}),
		"roots": {"type": "array", "items": text, "maxItems": config.MaxAgentRoots},
		"name":  nullable("string", object{"minLength": 1, "maxLength": defined.MaxPattern, "format": "regex"}), "description": knobsSchema(config.DescriptionKnobs),
	}
	properties := object{}
	for _, key := range config.DefinitionKeys {
		properties[key.Name] = described(byKey[key.Name], key.Doc)
	}
	return described(nullable("object", object{
		"properties": properties, "required": []string{"roots"}, "additionalProperties": false,
	}), "An agent that the project defines itself.")
}

func knobsSchema(knobs []skills.Knob) object {
	properties := object{}
	for _, k := range knobs {
		properties[k.Name] = knobSchema(k)
	}
	return nullable("object", object{"properties": properties, "additionalProperties": false})
}

func knobSchema(k skills.Knob) object {
	var schema object
	switch k.Type {
	case skills.SwitchKnob:
		schema = nullable("boolean", nil)
	case skills.CountKnob:
		most := k.Max
		if most == 0 {
			most = math.MaxInt32
		}
		schema = nullable("integer", object{"minimum": k.Min, "maximum": most})
	case skills.PathsKnob:
		schema = listOf(nullable("string", object{"minLength": 1}))
	case skills.ItemsKnob:
		item := nullable("object", object{"properties": object{"enabled": nullable("boolean", nil)}, "additionalProperties": false})
		schema = nullable("object", object{"additionalProperties": item})
	case skills.TextsKnob:
		schema = listOf(nullable("string", nil))
	case skills.ShareKnob:
		schema = nullable("number", object{"exclusiveMinimum": 0, "maximum": 1})
	case skills.ChoicesKnob:
		schema = nullable("object", object{"additionalProperties": oneOf(k.Values...)})
	case skills.PermissionsKnob:
		word := oneOf(k.Values...)
		patterns := nullable("object", object{"additionalProperties": word})
		subjects := nullable("object", object{"additionalProperties": object{"anyOf": []object{word, patterns}}})
		schema = object{"anyOf": []object{word, subjects}}
	case skills.ToolsKnob:
		schema = listOf(nullable("object", object{
			"properties": object{"tool": object{"type": "string"}, "skill_name": object{"type": "string"}}, "required": []string{"tool"},
		}))
	case skills.EntriesKnob:
		text := nullable("string", object{"minLength": 1})
		schema = listOf(nullable("object", object{
			"properties":           object{"enabled": object{"type": "boolean"}, "name": text, "path": text},
			"additionalProperties": false, "required": []string{"enabled"},
			"oneOf": []object{{"required": []string{"name"}}, {"required": []string{"path"}}},
		}))
	case skills.KnobGroup:
		schema = knobsSchema(k.Knobs)
	default:
		schema = nullable("object", nil)
	}
	return described(schema, k.Doc)
}

// TestSchemaFiles checks that the shipped schema files are what settingsSchema generates.
func TestSchemaFiles(t *testing.T) {
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(settingsSchema()); err != nil {
		t.Fatal(err)
	}
	for _, file := range schemaFiles {
		if *analysistest.Update {
			if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), string(got)); diff != "" {
			t.Errorf("%s is not what -update writes (-want +got)\n%s", file, diff)
		}
	}
}

// beyondSchema are parts of the messages of problems that no schema finds: a schema sees what a parser made
// of a text, and does not know the syntax of patterns, and which agents the project defines.
var beyondSchema = []string{"invalid YAML", "duplicate setting", "must not be an alias", "invalid pattern", "is not UTF-8", "the limit is", "has a key that is not a string", `"<<"`, "without a tag", `unknown agent "`, "letters, digits, spaces", "relative to the project", "inside of the project", "duplicate root"}

// TestSchemaAgrees checks that the schema accepts a text if the decoder reports no problems, and rejects it
// otherwise.
func TestSchemaAgrees(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("settings.json", asJSON(t, settingsSchema())); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, tt := range settingsTable {
		_, problems := readText(tt.text)
		if slices.ContainsFunc(problems, func(p config.SettingProblem) bool {
			return slices.ContainsFunc(beyondSchema, func(part string) bool { return strings.Contains(p.Text(), part) })
		}) {
			continue
		}
		var value any
		if err := yaml.Unmarshal([]byte(strings.TrimPrefix(tt.text, "\ufeff")), &value); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		seen++
		err := schema.Validate(asJSON(t, value))
		if (err == nil) != (len(problems) == 0) {
			t.Errorf("%s: the reader says %q, the schema %v", tt.name, tellProblems(problems, tt.text), err)
		}
	}
	if seen < 30 {
		t.Errorf("only %d texts", seen)
	}
}

// asJSON returns a value after a round trip through JSON, in which all keys are strings.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	if odd, ok := value.(map[any]any); ok {
		texts := object{}
		for key, v := range odd {
			texts[strings.TrimSpace(string(mustMarshal(t, key)))] = v
		}
		value = texts
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(mustMarshal(t, value)))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func mustMarshal(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fillEnums replaces the lists "enum" that follow a pattern in JSON.
func fillEnums(data []byte, before string, list []string) []byte {
	enum := regexp.MustCompile(`(?s)(` + before + `"enum": \[).*?(\n +)\]`)
	return enum.ReplaceAllFunc(data, func(found []byte) []byte {
		parts := enum.FindSubmatch(found)
		indent := string(parts[2]) + "  "
		return []byte(string(parts[1]) + indent + `"` + strings.Join(list, `",`+indent+`"`) + `"` + string(parts[2]) + "]")
	})
}

// TestEditorsKnowSettings checks that the VS Code extension offers the settings and sends them. With -update
// it writes the lists of agents and rules to the manifest.
func TestEditorsKnowSettings(t *testing.T) {
	const page = "../../editors/vscode/package.json"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	ruleNames := append(rules.Names().Patterns(), rules.Names().Configurable...)
	if *analysistest.Update {
		data = fillEnums(data, `"skills-ls\.targets": \{.*?`, config.AgentIDs())
		data = fillEnums(data, `"propertyNames": \{\s*`, ruleNames)
		if err := os.WriteFile(page, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]struct {
					Type          string
					PropertyNames struct{ Enum []string }
					Items         struct {
						AnyOf []struct {
							Enum    []string
							Pattern string
						}
						Properties struct {
							Rules struct {
								PropertyNames struct{ Enum []string }
							}
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../editors/vscode/src/settings.ts")
	if err != nil {
		t.Fatal(err)
	}
	offered := manifest.Contributes.Configuration.Properties
	for _, key := range config.SettingKeys() {
		if key.Name == "extends" || key.Name == "baseline" {
			continue // only in files
		}
		want := "array"
		if key.Types == skills.Mapping {
			want = "object"
		}
		if got := offered["skills-ls."+key.Name].Type; got != want {
			t.Errorf("the setting %s is of type %q, want %q", key.Name, got, want)
		}
		if !strings.Contains(string(source), "'"+key.Name+"'") {
			t.Errorf("the extension does not send %s", key.Name)
		}
	}
	// The agents that a project defines are targets too.
	targets := offered["skills-ls.targets"].Items.AnyOf
	if len(targets) != 2 || !cmp.Equal(targets[0].Enum, config.AgentIDs()) || targets[1].Pattern != agentID {
		t.Errorf("targets: %+v", targets)
	}
	for setting, got := range map[string][]string{
		"rules":     offered["skills-ls.rules"].PropertyNames.Enum,
		"overrides": offered["skills-ls.overrides"].Items.Properties.Rules.PropertyNames.Enum,
	} {
		if diff := cmp.Diff(ruleNames, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", setting, diff)
		}
	}
}
