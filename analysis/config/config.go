// Package config decodes the configuration: files, editor settings, and the values of the agents' own settings. It does not know
// the rules: the caller passes their IDs.
package config

import (
	"cmp"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/defined"
	"skills-ls/skills/frontmatter"
)

// SettingsFile is the name of a project's configuration file.
const SettingsFile = ".skills-ls.yaml"

// IsSettingsName reports whether a file with that name is a configuration file: [SettingsFile], which applies
// where it is, or one that others extend, such as "skills-ls.yaml" and "strict.skills-ls.yaml".
func IsSettingsName(name string) bool {
	return name == SettingsFile[1:] || strings.HasSuffix(name, SettingsFile)
}

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
	Rules     map[string]diagnostic.Severity
	Overrides []Override // later ones win
	// Knobs are the values of the agents' own settings. The key is the agent's ID, a dot and the knob's name
	// as in [skills.Agent.Configured]. Knobs that belong to no agent have their name alone as the key.
	Knobs  map[string]skills.KnobValue
	Limits Limits
	// Baseline is the path of the file of problems that are not reported, as written.
	Baseline string
	// Agents are the agents that the project defines itself, in order, each ID once.
	Agents []defined.Definition
}

// Limits are a project's own limits for the body of a skill, in place of those that the standard recommends.
// 0 means that a limit is not set.
type Limits struct{ Tokens, Lines int }

// An Override replaces the severities of rules in some files.
type Override struct {
	Files []string // patterns in .gitignore syntax
	Rules map[string]diagnostic.Severity
}

// Equal reports whether both set the same values.
func (set Settings) Equal(other Settings) bool { return reflect.DeepEqual(set, other) }

// Over returns the settings merged over base: what set leaves unset comes from base. Rules, knobs, limits and
// agents are merged entry by entry, lists are replaced as a whole.
func (set Settings) Over(base Settings) Settings {
	set.Targets = listOver(set.Targets, base.Targets)
	set.Roots = listOver(set.Roots, base.Roots)
	set.Ignore = listOver(set.Ignore, base.Ignore)
	set.Overrides = listOver(set.Overrides, base.Overrides)
	set.Rules = mapOver(set.Rules, base.Rules)
	set.Knobs = mapOver(set.Knobs, base.Knobs)
	set.Baseline = cmp.Or(set.Baseline, base.Baseline)
	set.Agents = agentsOver(set.Agents, base.Agents)
	set.Limits = Limits{cmp.Or(set.Limits.Tokens, base.Limits.Tokens), cmp.Or(set.Limits.Lines, base.Limits.Lines)}
	return set
}

func listOver[T any](list, base []T) []T {
	if list == nil {
		return base
	}
	return list
}

// agentsOver returns the definitions in base and then those in list. If both define an agent, that in list
// counts.
func agentsOver(list, base []defined.Definition) []defined.Definition {
	if len(list) == 0 {
		return base
	}
	over := slices.DeleteFunc(slices.Clone(base), func(d defined.Definition) bool { return DefinitionOf(list, d.ID) != nil })
	return append(over, list...)
}

// DefinitionOf returns the definition with an ID, or nil if there is none.
func DefinitionOf(list []defined.Definition, id string) *defined.Definition {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
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
	Name, Doc string
	Types     skills.FieldType
	decode    func(d *Decoder, v *frontmatter.Value)
}

// SettingKeys returns the keys in the order of the documentation.
func SettingKeys() []settingKey {
	return []settingKey{
		{"extends", "Configuration files of the workspace that apply below this one, relative to it. Later files win over earlier ones.", skills.List, (*Decoder).extends},
		{"targets", "IDs of the agents that the skills must work in. They decide which problems are errors. Default: the Agent Skills standard, " +
			"the agent that owns the skill's directory, and the agents whose marker files are in the project.", skills.List, (*Decoder).targets},
		{"roots", "Additional directories with skills, next to those where the agents look.", skills.List, (*Decoder).roots},
		{"ignore", "Files and directories to exclude from checks, in the syntax of `.gitignore`.", skills.List, (*Decoder).ignore},
		{"rules", "Severities of rules by ID: `off`, `hint`, `information`, `warning` or `error`. `*` stands for all other rules.", skills.Mapping, (*Decoder).ruleSeverities},
		{"overrides", "Severities of rules for some files. If several overrides apply to a file, the last one wins.", skills.List, (*Decoder).overrides},
		{"limits", "The project's own limits for the body of a skill, in place of those that the Agent Skills standard recommends.", skills.Mapping, (*Decoder).limits},
		{"baseline", "File of existing problems, which are not reported, relative to this file. Its name ends in `skills-ls-baseline.json`.", skills.String, (*Decoder).baseline},
		{"agents", "The agents' own settings, with the agents' names for them, and agents that the project defines itself.", skills.Mapping, (*Decoder).agents},
	}
}

// ContextWindow is the name of the knob for the size of the model's context, in tokens.
const ContextWindow = "context_window"

// GeneralKnobs are set next to the agents' knobs and apply to all agents.
var GeneralKnobs = []skills.Knob{
	{
		Name: ContextWindow, Type: skills.CountKnob, Min: 1,
		Doc: "Size of the model's context window in tokens. Some agents limit their catalog to a share of it.",
	},
}

// LimitKnobs are the limits that a project can set.
var LimitKnobs = []skills.Knob{
	{Name: "tokens", Type: skills.CountKnob, Min: 1, Doc: "Maximum number of tokens of a body, estimated as bytes divided by four. Default: 5000."},
	{Name: "lines", Type: skills.CountKnob, Min: 1, Doc: "Maximum number of lines of a body. Default: 500."},
}

// AllRules is the key that stands for every rule.
const AllRules = "*"

// AgentIDs returns the IDs of the built-in agents.
func AgentIDs() []string {
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

// Patterns returns the keys that stand for several rules: for every rule, and for those of each group, which is also
// written without its asterisk.
func (n RuleNames) Patterns() []string {
	list := []string{AllRules}
	for _, id := range n.Configurable {
		list = append(list, GroupPattern(id), Group(id))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Group returns the group of a rule: body for body/size.
func Group(rule string) string {
	group, _, _ := strings.Cut(rule, "/")
	return group
}

// GroupPattern returns the key that stands for the rules in the group of a rule: body/* for body/size.
func GroupPattern(rule string) string { return Group(rule) + "/*" }

func (n RuleNames) all() []string { return slices.Concat(n.Configurable, n.AboutConfig) }

func (n RuleNames) Has(id string) bool {
	return slices.Contains(n.Configurable, id) || slices.Contains(n.AboutConfig, id)
}

// MaxSettings is the maximum size of a configuration file in bytes. No person writes that much.
const MaxSettings = 64 << 10

func IsYAMLName(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".yaml" || ext == ".yml"
}
