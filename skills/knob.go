package skills

import "slices"

// A Knob is a setting of an agent, under the name that the agent's own configuration gives it.
type Knob struct {
	Name string
	Type KnobType
	// Min and Max are the bounds of a [CountKnob], inclusive. A Max of 0 means that there is no upper bound.
	Min, Max int
	Values   []string // the words that a [ChoicesKnob] or a [PermissionsKnob] accepts
	Knobs    []Knob   // of a [KnobGroup]
	Doc      string   // what it does, and what applies without it: one or two sentences of Markdown
	// Native is the path of the setting in the files of [Agent].Native: names joined by periods. Empty means
	// that it has none.
	Native string
	// Apply applies a value to a copy of the agent. It is nil if nothing that is modeled depends on the knob.
	Apply func(*Agent, KnobValue)
}

// A KnobType is the type of a knob's values.
type KnobType uint8

const (
	SwitchKnob      KnobType = iota // true or false
	CountKnob                       // a whole number
	PathsKnob                       // a list of paths
	KnobGroup                       // further knobs
	ItemsKnob                       // a mapping from names to mappings with the boolean "enabled"
	OpenKnob                        // a mapping whose contents only the agent itself knows
	TextsKnob                       // a list of strings; the lists of several files are joined
	ShareKnob                       // a number above 0 and at most 1
	ChoicesKnob                     // a mapping from names to words
	PermissionsKnob                 // a mapping from subjects to a word for all patterns, or to mappings from patterns to words
	ToolsKnob                       // a list of mappings with a "tool" and an optional "skill_name"
	EntriesKnob                     // a list of mappings with the boolean "enabled" and one of "name" and "path"
)

// A KnobValue is the value of a knob, in the field for its type. An [OpenKnob] has none.
type KnobValue struct {
	On      bool
	Count   int
	Share   float64
	Paths   []string
	Off     []string // names in an [ItemsKnob] that are switched off
	Choices []KnobChoice
	Entries []KnobEntry
	From    string // the path of the agent's own file that sets it, the last of several; empty if it is set for this program
}

// A KnobChoice is one of several values of a knob, in the order in which they are written: a string of a
// [TextsKnob], a name in a [ChoicesKnob], a subject of a [PermissionsKnob] with a pattern, which is empty if
// the subject has only a word, or a tool of a [ToolsKnob] with the name of a skill as its pattern, which may
// be empty too.
type KnobChoice struct {
	Name, Pattern, Word string
	From                string // as in [KnobValue]
}

// A KnobEntry switches skills on or off: those with a name, or the one at a path. The other field is empty.
type KnobEntry struct {
	Name, Path string
	On         bool
	From       string // as in [KnobValue]
	Idle       string // why it has no effect, empty if it has one
}

// Texts returns the value of a [TextsKnob].
func (v KnobValue) Texts() []string {
	texts := make([]string, len(v.Choices))
	for i, c := range v.Choices {
		texts[i] = c.Name
	}
	return texts
}

// Over returns v merged over base, a value of the same knob. Values with parts are merged part by part.
// Otherwise v replaces base.
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

// choicesOver merges choices over base. A choice that is set again keeps its position, and a new one comes
// last, or after the other patterns of its subject. A word for a whole subject replaces the words for its
// patterns, and vice versa.
func choicesOver(choices, base []KnobChoice) []KnobChoice {
	merged := slices.Clone(base)
	for _, c := range choices {
		isReplaced := func(b KnobChoice) bool {
			return b.Name == c.Name && (b.Pattern == c.Pattern || b.Pattern == "" || c.Pattern == "")
		}
		if at := slices.IndexFunc(merged, isReplaced); at >= 0 {
			merged[at] = c
			merged = append(merged[:at+1], slices.DeleteFunc(merged[at+1:], isReplaced)...)
			continue
		}
		at := len(merged)
		for i, b := range merged {
			if b.Name == c.Name {
				at = i + 1 // after the other patterns of the subject
			}
		}
		merged = slices.Insert(merged, at, c)
	}
	return merged
}

// EachKnob calls do with every knob that is not a group and its name. Knobs in groups are named "group.name".
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

// Configured returns the agent with values for its knobs, by the names that [Agent.EachKnob] uses. It returns
// r itself if there are no values.
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
