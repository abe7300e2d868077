package analysis

import (
	"maps"
	"path/filepath"
	"reflect"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// SettingsFile is the name of a project's configuration file.
const SettingsFile = ".skills-ls.yaml"

// Settings are what a user can set, in an editor or in a configuration file. A nil field is not set, so the
// zero value sets nothing. Settings are immutable.
type Settings struct {
	// Targets are the IDs of the agents that skills must work in. If empty, the location of a skill decides.
	Targets []string
	// Roots are additional directories with skills, as written.
	Roots []string
	// Ignore are patterns in .gitignore syntax for files to exclude from checks.
	Ignore []string
	// Rules override the severities of rules, by ID. The key "*" sets the severity of all rules not named.
	Rules     map[string]Severity
	Overrides []Override // later ones win
	// Knobs are the values of the agents' own settings. The key is the agent's ID, a dot and the knob's name
	// as in [skills.Agent.Configured]. Knobs that belong to no agent have their name alone as the key.
	Knobs map[string]skills.KnobValue
}

// An Override replaces the severities of rules in some files.
type Override struct {
	Files []string // patterns in .gitignore syntax
	Rules map[string]Severity
}

// Equal reports whether both set the same values.
func (set Settings) Equal(other Settings) bool { return reflect.DeepEqual(set, other) }

// Over returns the settings merged over base: what set leaves unset comes from base. Rules and knobs are
// merged entry by entry, lists are replaced as a whole.
func (set Settings) Over(base Settings) Settings {
	set.Targets = listOver(set.Targets, base.Targets)
	set.Roots = listOver(set.Roots, base.Roots)
	set.Ignore = listOver(set.Ignore, base.Ignore)
	set.Overrides = listOver(set.Overrides, base.Overrides)
	set.Rules = mapOver(set.Rules, base.Rules)
	set.Knobs = mapOver(set.Knobs, base.Knobs)
	return set
}

func listOver[T any](list, base []T) []T {
	if list == nil {
		return base
	}
	return list
}

func mapOver[V any](values, base map[string]V) map[string]V {
	if len(values) == 0 || len(base) == 0 {
		if values == nil {
			return base
		}
		return values
	}
	over := maps.Clone(base)
	maps.Copy(over, values)
	return over
}

// A settingKey is a top-level key of the settings.
type settingKey struct {
	name, doc string
	types     skills.FieldType
	decode    func(d *settingsDecoder, v *frontmatter.Value)
}

// settingKeys returns the keys in the order of the documentation.
func settingKeys() []settingKey {
	return []settingKey{
		{"targets", "IDs of the agents that the skills must work in. They decide which findings are errors. Without it: the Agent Skills standard, " +
			"the owner of the directory a skill lies in, and the agents whose marker stands in the project.", skills.List, (*settingsDecoder).targets},
		{"roots", "Further directories with skills, beside those where the agents look for them.", skills.List, (*settingsDecoder).roots},
		{"ignore", "Files and directories that nothing is said about, in the syntax of `.gitignore`.", skills.List, (*settingsDecoder).ignore},
		{"rules", "Severities of rules, by their IDs: `off`, `hint`, `information`, `warning` or `error`. `*` stands for all rules that are not named.", skills.Mapping, (*settingsDecoder).ruleSeverities},
		{"overrides", "Severities of rules in some files. Of several that concern a file the later one wins.", skills.List, (*settingsDecoder).overrides},
		{"agents", "Settings of the agents' own, under the names that the agents give them.", skills.Mapping, (*settingsDecoder).agents},
	}
}

// contextWindow is the name of the knob for the size of the model's context, in tokens.
const contextWindow = "context_window"

// generalKnobs are set next to the agents' knobs and apply to all agents.
var generalKnobs = []skills.Knob{
	{
		Name: contextWindow, Type: skills.CountKnob, Min: 1,
		Doc: "How many tokens the model's context holds. Some agents give their list of skills a share of it.",
	},
}

// allRules is the key that stands for every rule.
const allRules = "*"

// agentIDs returns the IDs of all agents.
func agentIDs() []string {
	var list []string
	for _, agent := range agents.All() {
		list = append(list, agent.ID)
	}
	return list
}

// RuleNames are the IDs of the rules, in the order of the documentation.
type RuleNames struct {
	// Configurable are those whose severity a configuration file may set.
	Configurable []string
	// AboutConfig are those about the configuration file itself. A file cannot switch off what is reported about it.
	AboutConfig []string
}

func (n RuleNames) all() []string { return slices.Concat(n.Configurable, n.AboutConfig) }

func (n RuleNames) has(id string) bool {
	return slices.Contains(n.Configurable, id) || slices.Contains(n.AboutConfig, id)
}

// maxSettings is the maximum size of a configuration file in bytes. No person writes that much.
const maxSettings = 64 << 10

func isYAMLName(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".yaml" || ext == ".yml"
}
