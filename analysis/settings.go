package analysis

import (
	"maps"
	"reflect"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// SettingsFile is the name of the file that holds a project's settings.
const SettingsFile = ".skills-ls.yaml"

// Settings are what a person can set, in an editor or in a file. What is nil is not set; the zero value sets nothing. They are
// immutable.
type Settings struct {
	// Targets are the IDs of the agents that skills must work in. Empty, they are derived from the place of a skill.
	Targets []string
	// Roots are further directories with skills, as they are written.
	Roots []string
	// Ignore are patterns of gitignore's syntax: files that nothing is said about.
	Ignore []string
	// Rules replace the severities of rules, by the rule's ID, or by "*" of all that are not named.
	Rules     map[string]Severity
	Overrides []Override // the later one wins
	// Knobs are what the agents' own settings are set to: by the agent's ID, a dot and the knob's name as in
	// [skills.Agent.Configured]; those of no agent by their name alone.
	Knobs map[string]skills.KnobValue
}

// An Override replaces the severities of rules in some files.
type Override struct {
	Files []string // patterns of gitignore's syntax
	Rules map[string]Severity
}

// Equal reports whether the settings set the same.
func (set Settings) Equal(other Settings) bool { return reflect.DeepEqual(set, other) }

// Over returns the settings laid over others: what they do not set, the others do. Rules and knobs are laid over one by one,
// lists as a whole.
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

// A settingKey is one of the keys that settings have at their top.
type settingKey struct {
	name, doc string
	types     skills.FieldType
	decode    func(d *settingsDecoder, v *frontmatter.Value)
}

// settingKeys are the keys in the order of the documentation.
func settingKeys() []settingKey {
	return []settingKey{
		{"targets", "IDs of the agents that the skills must work in. They decide which findings are errors. Without it: the Agent Skills standard, " +
			"the owner of the directory a skill lies in, and the agents whose marker stands in the project.", skills.List, (*settingsDecoder).targets},
		{"roots", "Further directories with skills, beside those where the agents look for them.", skills.List, (*settingsDecoder).roots},
		{"ignore", "Files and directories that nothing is said about, in the syntax of `.gitignore`.", skills.List, (*settingsDecoder).ignore},
		{"rules", "Severities of rules, by their IDs: `off`, `hint`, `information`, `warning` or `error`. `*` stands for all rules that are not named.", skills.Mapping, (*settingsDecoder).rules},
		{"overrides", "Severities of rules in some files. Of several that concern a file the later one wins.", skills.List, (*settingsDecoder).overrides},
		{"agents", "Settings of the agents' own, under the names that the agents give them.", skills.Mapping, (*settingsDecoder).agents},
	}
}

// contextWindow names the size of the model's context, in tokens.
const contextWindow = "context_window"

// generalKnobs stand beside the agents and concern all of them.
var generalKnobs = []skills.Knob{
	{
		Name: contextWindow, Type: skills.CountKnob, Min: 1,
		Doc: "How many tokens the model's context holds. Some agents give their list of skills a share of it.",
	},
}

// allRules is the key that stands for every rule.
const allRules = "*"

// agentIDs returns the IDs of all agents.
func agentIDs() []string { return ids(agents.All()) }

// configurable returns the IDs of the rules whose severity a file may set: all but those about the file itself, which must not
// switch off what is said of it.
func configurable() []string {
	var list []string
	for _, r := range Rules() {
		if !r.aboutSettings() {
			list = append(list, r.ID)
		}
	}
	return list
}
