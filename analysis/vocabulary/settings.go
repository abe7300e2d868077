package vocabulary

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// SettingsPlace returns what a configuration file can have below a path of keys, from the tables that are
// used to read the file. known are the agents at the file.
func SettingsPlace(path []string, known []*skills.Agent) Place {
	switch {
	case len(path) == 0:
		var place Place
		for _, key := range config.SettingKeys() {
			place.Keys = append(place.Keys, Word{Text: key.Name, Doc: key.Doc, Types: key.Types, Values: textsOf(SettingsPlace([]string{key.Name}, known).Values)})
		}
		return place
	case path[0] == "targets" && len(path) == 1:
		var place Place
		for _, agent := range known {
			place.Values = append(place.Values, Word{Text: agent.ID, Detail: agent.Label(), Doc: AgentDoc(agent)})
		}
		return place
	case path[0] == "rules":
		return severitiesPlace(path[1:])
	case path[0] == "overrides" && len(path) == 1:
		return Place{Keys: []Word{
			{Text: "files", Doc: OverrideDocs["files"], Types: skills.List},
			{Text: "rules", Doc: OverrideDocs["rules"], Types: skills.Mapping},
		}}
	case path[0] == "overrides" && path[1] == "rules":
		return severitiesPlace(path[2:])
	case path[0] == "limits":
		return knobsPlace(config.LimitKnobs, path[1:])
	case path[0] == "agents" && len(path) == 1:
		var place Place
		for _, agent := range known {
			if len(agent.Knobs) > 0 || agent.Project.At != "" {
				place.Keys = append(place.Keys, Word{Text: agent.ID, Detail: agent.Label(), Doc: AgentDoc(agent), Types: skills.Mapping})
			}
		}
		place.Keys = append(place.Keys, knobWords(config.GeneralKnobs)...)
		return place
	case path[0] == "agents":
		if agent, ok := agents.ByID(path[1]); ok {
			return knobsPlace(agent.Knobs, path[2:])
		}
		return definitionPlace(path[2:])
	}
	return Place{}
}

// definitionPlace returns what the definition of an agent can have below a path.
func definitionPlace(path []string) Place {
	var place Place
	switch {
	case len(path) == 0:
		for _, key := range config.DefinitionKeys {
			place.Keys = append(place.Keys, Word{Text: key.Name, Doc: key.Doc, Types: key.Types})
		}
	case path[0] == "description":
		return knobsPlace(config.DescriptionKnobs, path[1:])
	}
	return place
}

// OverrideDocs document the keys of an override.
var OverrideDocs = map[string]string{
	"files": "Files that the override applies to, in the syntax of `.gitignore`.",
	"rules": "Severities of rules for these files.",
}

func textsOf(words []Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return texts
}

// severitiesPlace returns what a mapping from rules to severities can have below a path.
func severitiesPlace(path []string) Place {
	var place Place
	if len(path) == 0 {
		for _, id := range rules.Names().Configurable {
			r, _ := rules.ByID(id)
			place.Keys = append(place.Keys, Word{Text: id, Detail: "default: " + defaultText(r), Doc: RuleDoc(r)})
		}
		for _, pattern := range rules.Names().Patterns() {
			if !strings.HasSuffix(pattern, "*") {
				continue // a group is offered in one spelling
			}
			place.Keys = append(place.Keys, Word{Text: pattern, Detail: "all others", Doc: PatternDoc(pattern)})
		}
		return place
	}
	if len(path) > 1 {
		return place
	}
	r, known := rules.ByID(path[0])
	for severity := diagnostic.Error; ; severity-- {
		w := Word{Text: severity.String()}
		if known && !r.Is(rules.ByAgent) && severity == r.Default {
			w.Detail = "default"
		}
		place.Values = append(place.Values, w)
		if severity == diagnostic.Off {
			break
		}
	}
	place.Text = true
	return place
}

// PatternDoc returns what a pattern for rules stands for.
func PatternDoc(pattern string) string {
	if group := config.Group(pattern); group != config.AllRules {
		return "All rules of the group " + group + " without a severity of their own."
	}
	return "All rules without a severity of their own or of their group."
}

// defaultText returns the severity of the rule without any configuration, for display.
func defaultText(r *rules.Rule) string {
	if r.Is(rules.Preview) {
		return "off, because the rule is a preview"
	}
	if r.Is(rules.ByAgent) {
		return "depends on the targets, at most " + r.Default.String()
	}
	return r.Default.String()
}

// RuleDoc documents a rule in a few lines.
func RuleDoc(r *rules.Rule) string {
	doc := r.Summary() + "\n\nDefault: " + defaultText(r) + ".\n"
	if fix := r.Fix(); fix != "" {
		doc += "\nFix: " + fix + "\n"
	}
	if url := rules.URL(r.ID); url != "" {
		return doc + "\n[Documentation](" + url + ")\n"
	}
	return doc + "\nFor details, run `skills-ls rules " + r.ID + "`.\n"
}

// AgentDoc documents an agent in a few lines.
func AgentDoc(agent *skills.Agent) string {
	doc := "**" + agent.Title + "**"
	if agent.Mark != "" {
		doc += " (" + agent.Mark + ")"
	}
	doc += "\n"
	var dirs []string
	for _, root := range agent.Roots {
		if file.InProject(root) && !slices.Contains(dirs, "`"+root.Dir+"`") {
			dirs = append(dirs, "`"+root.Dir+"`")
		}
	}
	if len(dirs) > 0 {
		doc += "\nIn a project, it looks for skills in " + vantage.JoinAnd(dirs) + ".\n"
	}
	if agent.MentionSyntax != "" {
		doc += "\nMentions: " + agent.MentionSyntax + ".\n"
	}
	return doc + "\nFor details, run `skills-ls agents " + agent.ID + "`.\n"
}

// knobWords returns knobs as keys.
func knobWords(knobs []skills.Knob) []Word {
	var words []Word
	for _, k := range knobs {
		words = append(words, Word{Text: k.Name, Detail: knobDetail(k), Doc: k.Doc, Types: knobTypes[k.Type], Values: textsOf(knobsPlace([]skills.Knob{k}, []string{k.Name}).Values)})
	}
	return words
}

// knobTypes are the types of the values of knobs.
var knobTypes = map[skills.KnobType]skills.FieldType{
	skills.SwitchKnob: skills.Boolean, skills.CountKnob: skills.Number, skills.PathsKnob: skills.List, skills.KnobGroup: skills.Mapping, skills.ItemsKnob: skills.Mapping,
	skills.OpenKnob: skills.Mapping, skills.TextsKnob: skills.List, skills.ShareKnob: skills.Number, skills.ChoicesKnob: skills.Mapping, skills.PermissionsKnob: skills.Mapping,
	skills.ToolsKnob: skills.List, skills.EntriesKnob: skills.List,
}

// knobDetail returns a short text on the values that a knob can have.
func knobDetail(k skills.Knob) string {
	switch {
	case k.Type == skills.CountKnob && k.Max > 0:
		return fmt.Sprintf("%d to %d", k.Min, k.Max)
	case k.Type == skills.CountKnob:
		return fmt.Sprintf("at least %d", k.Min)
	case k.Type == skills.ShareKnob:
		return "above 0, at most 1"
	}
	return ""
}

// knobsPlace returns what a configuration file can have below a path in knobs.
func knobsPlace(knobs []skills.Knob, path []string) Place {
	if len(path) == 0 {
		return Place{Keys: knobWords(knobs)}
	}
	i := slices.IndexFunc(knobs, func(k skills.Knob) bool { return k.Name == path[0] })
	if i < 0 {
		return Place{}
	}
	k, path := knobs[i], path[1:]
	var words []Word
	for _, word := range k.Values {
		words = append(words, Word{Text: word})
	}
	switch last := strings.Join(path, "."); k.Type {
	case skills.KnobGroup:
		return knobsPlace(k.Knobs, path)
	case skills.SwitchKnob:
		if len(path) == 0 {
			return Place{Values: switchWords}
		}
	case skills.ChoicesKnob:
		if len(path) == 1 {
			return Place{Values: words, Text: true}
		}
	case skills.PermissionsKnob:
		if len(path) <= 2 {
			return Place{Values: words, Text: true}
		}
	case skills.ItemsKnob:
		switch {
		case len(path) == 1:
			return Place{Keys: []Word{{Text: "enabled", Types: skills.Boolean, Values: textsOf(switchWords)}}}
		case len(path) == 2 && path[1] == "enabled":
			return Place{Values: switchWords}
		}
	case skills.ToolsKnob:
		if last == "" {
			return Place{Keys: []Word{{Text: "tool", Types: skills.String}, {Text: "skill_name", Types: skills.String}}}
		}
	case skills.EntriesKnob:
		switch last {
		case "":
			return Place{Keys: []Word{{Text: "name", Types: skills.String}, {Text: "path", Types: skills.String}, {Text: "enabled", Types: skills.Boolean, Values: textsOf(switchWords)}}}
		case "enabled":
			return Place{Values: switchWords}
		}
	}
	return Place{}
}

var switchWords = []Word{{Text: "true"}, {Text: "false"}}
