package skills

import "slices"

// A Knob is a setting of an agent's own, under the name that the agent's own configuration gives it.
type Knob struct {
	Name string
	Type KnobType
	// Min and Max bound a [CountKnob], both included; a Max of 0 means that there is no upper bound.
	Min, Max int
	Values   []string // of a [ChoicesKnob] and a [PermissionsKnob], the words that they take
	Knobs    []Knob   // of a [KnobGroup]
	Doc      string   // what it does, and what holds without it: one or two sentences of Markdown
	// Native is where the setting stands in the files of [Agent].Native: names with dots between them. Empty means nowhere.
	Native string
	// Apply makes of a copy of the agent what it is under the value; nil where nothing that is modelled depends on it.
	Apply func(*Agent, KnobValue)
}

// A KnobType says which values a knob takes.
type KnobType uint8

const (
	SwitchKnob      KnobType = iota // true or false
	CountKnob                       // a whole number
	PathsKnob                       // a list of paths
	KnobGroup                       // further knobs
	ItemsKnob                       // a mapping from names to mappings with the switch "enabled"
	OpenKnob                        // a mapping of which only the agent itself knows what belongs into it
	TextsKnob                       // a list of texts; what several files have is joined
	ShareKnob                       // a number above 0 and at most 1
	ChoicesKnob                     // a mapping from names to words
	PermissionsKnob                 // a mapping from subjects to words or to mappings from patterns to words; a word is for all
	ToolsKnob                       // a list of mappings, each with a "tool", which may be narrowed to a "skill_name"
	EntriesKnob                     // a list of mappings with the switch "enabled" and one of "name" and "path"
)

// A KnobValue is what a knob is set to: the field of its type, and nothing for an [OpenKnob].
type KnobValue struct {
	On      bool
	Count   int
	Share   float64
	Paths   []string
	Off     []string // the names of an [ItemsKnob] that are switched off
	Choices []KnobChoice
	Entries []KnobEntry
	From    string // the path of the agent's own file that sets it, the last of several; empty where it is set for this program
}

// A KnobChoice is one of several settings of the same kind, in the order in which they are written: a text of a [TextsKnob], a name
// of a [ChoicesKnob], a subject of a [PermissionsKnob] with a pattern, which is empty where the subject has a word alone, or a tool of a
// [ToolsKnob] with a skill's name as its pattern, likewise.
type KnobChoice struct {
	Name, Pattern, Word string
	From                string // as in [KnobValue]
}

// A KnobEntry switches skills on or off: those of a name, or the one at a path, the other being empty.
type KnobEntry struct {
	Name, Path string
	On         bool
	From       string // as in [KnobValue]
	Idle       string // why it counts for nothing, empty where it counts
}

// Texts returns what a [TextsKnob] is set to.
func (v KnobValue) Texts() []string {
	texts := make([]string, len(v.Choices))
	for i, c := range v.Choices {
		texts[i] = c.Name
	}
	return texts
}

// Over returns a value laid over another one of the same knob. What has parts is laid over part by part; else the value counts.
func (v KnobValue) Over(base KnobValue, t KnobType) KnobValue {
	switch t {
	case TextsKnob, ToolsKnob:
		v.Choices = append(slices.Clone(base.Choices), v.Choices...)
	case ChoicesKnob, PermissionsKnob:
		v.Choices = choicesOver(v.Choices, base.Choices)
	case EntriesKnob:
		v.Entries = append(slices.Clone(base.Entries), v.Entries...)
	}
	return v
}

// choicesOver lays choices over others: what is set again keeps its place, and what is new comes last. A word for a whole subject and
// words for patterns in it take the place of each other.
func choicesOver(choices, base []KnobChoice) []KnobChoice {
	merged := slices.Clone(base)
	for _, c := range choices {
		at := slices.IndexFunc(merged, func(b KnobChoice) bool { return b.Name == c.Name && (b.Pattern == "") != (c.Pattern == "") })
		if at >= 0 {
			merged[at] = c
			merged = slices.Concat(merged[:at+1], slices.DeleteFunc(merged[at+1:], func(b KnobChoice) bool {
				return b.Name == c.Name && (b.Pattern == "") != (c.Pattern == "")
			}))
			continue
		}
		if at = slices.IndexFunc(merged, func(b KnobChoice) bool { return b.Name == c.Name && b.Pattern == c.Pattern }); at >= 0 {
			merged[at] = c
			continue
		}
		at = len(merged)
		for i, b := range merged {
			if b.Name == c.Name {
				at = i + 1 // behind the subject's other patterns
			}
		}
		merged = slices.Insert(merged, at, c)
	}
	return merged
}

// EachKnob calls the function with every knob that is no group, and its name: those in groups go by "group.name".
func (r *Agent) EachKnob(do func(name string, k *Knob)) { eachKnob(r.Knobs, "", do) }

func eachKnob(knobs []Knob, prefix string, do func(string, *Knob)) {
	for i := range knobs {
		if knobs[i].Type == KnobGroup {
			eachKnob(knobs[i].Knobs, prefix+knobs[i].Name+".", do)
		} else {
			do(prefix+knobs[i].Name, &knobs[i])
		}
	}
}

// Configured returns the agent as it is under values for its knobs, which go by their names, those in groups by
// "group.name".
func (r *Agent) Configured(values map[string]KnobValue) *Agent {
	if len(values) == 0 {
		return r
	}
	configured := *r
	r.EachKnob(func(name string, k *Knob) {
		if value, ok := values[name]; ok && k.Apply != nil {
			k.Apply(&configured, value)
		}
	})
	return &configured
}
