package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// settingsPlace returns what a configuration file can have below a path of keys, from the tables that are
// used to read the file.
func settingsPlace(path []string) yamlPlace {
	switch {
	case len(path) == 0:
		var place yamlPlace
		for _, key := range settingKeys() {
			place.keys = append(place.keys, yamlWord{text: key.name, doc: key.doc, types: key.types, values: textsOf(settingsPlace([]string{key.name}).values)})
		}
		return place
	case path[0] == "targets" && len(path) == 1:
		var place yamlPlace
		for _, agent := range agents.All() {
			place.values = append(place.values, yamlWord{text: agent.ID, detail: agent.Label(), doc: agentDoc(agent)})
		}
		return place
	case path[0] == "rules":
		return severitiesPlace(path[1:])
	case path[0] == "overrides" && len(path) == 1:
		return yamlPlace{keys: []yamlWord{
			{text: "files", doc: overrideDocs["files"], types: skills.List},
			{text: "rules", doc: overrideDocs["rules"], types: skills.Mapping},
		}}
	case path[0] == "overrides" && path[1] == "rules":
		return severitiesPlace(path[2:])
	case path[0] == "agents" && len(path) == 1:
		var place yamlPlace
		for _, agent := range agents.All() {
			if len(agent.Knobs) > 0 {
				place.keys = append(place.keys, yamlWord{text: agent.ID, detail: agent.Label(), doc: agentDoc(agent), types: skills.Mapping})
			}
		}
		place.keys = append(place.keys, knobWords(generalKnobs)...)
		return place
	case path[0] == "agents":
		if agent, ok := agents.ByID(path[1]); ok {
			return knobsPlace(agent.Knobs, path[2:])
		}
	}
	return yamlPlace{}
}

// overrideDocs document the keys of an override.
var overrideDocs = map[string]string{
	"files": "The files concerned, in the syntax of `.gitignore`.",
	"rules": "Severities of rules in these files.",
}

func textsOf(words []yamlWord) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return texts
}

// severitiesPlace returns what a mapping from rules to severities can have below a path.
func severitiesPlace(path []string) yamlPlace {
	var place yamlPlace
	if len(path) == 0 {
		for _, id := range ruleNames().Configurable {
			r, _ := RuleByID(id)
			place.keys = append(place.keys, yamlWord{text: id, detail: "default: " + r.defaultText(), doc: ruleDoc(r)})
		}
		place.keys = append(place.keys, yamlWord{text: allRules, detail: "all others", doc: allRulesDoc})
		return place
	}
	if len(path) > 1 {
		return place
	}
	r, known := RuleByID(path[0])
	for severity := Error; ; severity-- {
		w := yamlWord{text: severity.String()}
		if known && !r.ByAgent && severity == r.Default {
			w.detail = "default"
		}
		place.values = append(place.values, w)
		if severity == Off {
			break
		}
	}
	place.text = true
	return place
}

const allRulesDoc = "All rules that are not named."

// defaultText returns the severity of the rule without any configuration, for display.
func (r *Rule) defaultText() string {
	if r.ByAgent {
		return "by target, at most " + r.Default.String()
	}
	return r.Default.String()
}

// ruleDoc documents a rule in a few lines.
func ruleDoc(r *Rule) string {
	doc := upperFirst(r.Summary) + ".\n\n"
	if r.ByAgent {
		doc += "The targets decide what a finding weighs; the worst is: " + r.Default.String() + ".\n"
	} else {
		doc += "Default: " + r.Default.String() + ".\n"
	}
	if r.Fix != "" {
		doc += "\nThe fix: " + r.Fix + ".\n"
	}
	return doc + "\n`skills-ls rules " + r.ID + "` tells more.\n"
}

// agentDoc documents an agent in a few lines.
func agentDoc(agent *skills.Agent) string {
	doc := "**" + agent.Title + "**"
	if agent.Mark != "" {
		doc += " (" + agent.Mark + ")"
	}
	doc += "\n"
	var dirs []string
	for _, root := range agent.Roots {
		if inProject(root) && !slices.Contains(dirs, "`"+root.Dir+"`") {
			dirs = append(dirs, "`"+root.Dir+"`")
		}
	}
	if len(dirs) > 0 {
		doc += "\nIn a project it looks for skills in " + joinAnd(dirs) + ".\n"
	}
	if agent.MentionSyntax != "" {
		doc += "\nMentions: " + agent.MentionSyntax + ".\n"
	}
	return doc + "\n`skills-ls agents " + agent.ID + "` tells more.\n"
}

// knobWords returns knobs as keys.
func knobWords(knobs []skills.Knob) []yamlWord {
	var words []yamlWord
	for _, k := range knobs {
		words = append(words, yamlWord{text: k.Name, detail: knobDetail(k), doc: k.Doc, types: knobTypes[k.Type], values: textsOf(knobsPlace([]skills.Knob{k}, []string{k.Name}).values)})
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
func knobsPlace(knobs []skills.Knob, path []string) yamlPlace {
	if len(path) == 0 {
		return yamlPlace{keys: knobWords(knobs)}
	}
	i := slices.IndexFunc(knobs, func(k skills.Knob) bool { return k.Name == path[0] })
	if i < 0 {
		return yamlPlace{}
	}
	k, path := knobs[i], path[1:]
	var words []yamlWord
	for _, word := range k.Values {
		words = append(words, yamlWord{text: word})
	}
	switch last := strings.Join(path, "."); k.Type {
	case skills.KnobGroup:
		return knobsPlace(k.Knobs, path)
	case skills.SwitchKnob:
		if len(path) == 0 {
			return yamlPlace{values: switchWords}
		}
	case skills.ChoicesKnob:
		if len(path) == 1 {
			return yamlPlace{values: words, text: true}
		}
	case skills.PermissionsKnob:
		if len(path) <= 2 {
			return yamlPlace{values: words, text: true}
		}
	case skills.ItemsKnob:
		switch {
		case len(path) == 1:
			return yamlPlace{keys: []yamlWord{{text: "enabled", types: skills.Boolean, values: textsOf(switchWords)}}}
		case len(path) == 2 && path[1] == "enabled":
			return yamlPlace{values: switchWords}
		}
	case skills.ToolsKnob:
		if last == "" {
			return yamlPlace{keys: []yamlWord{{text: "tool", types: skills.String}, {text: "skill_name", types: skills.String}}}
		}
	case skills.EntriesKnob:
		switch last {
		case "":
			return yamlPlace{keys: []yamlWord{{text: "name", types: skills.String}, {text: "path", types: skills.String}, {text: "enabled", types: skills.Boolean, values: textsOf(switchWords)}}}
		case "enabled":
			return yamlPlace{values: switchWords}
		}
	}
	return yamlPlace{}
}

var switchWords = []yamlWord{{text: "true"}, {text: "false"}}
