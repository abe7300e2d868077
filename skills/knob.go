package skills

// A Knob is a setting of a runtime's own, under the name that the runtime's own configuration gives it.
type Knob struct {
	Name string
	Type KnobType
	// Min and Max bound a [CountKnob], both included; a Max of 0 means that there is no upper bound.
	Min, Max int
	Knobs    []Knob // of a [KnobGroup]
	Doc      string // what it does, and what holds without it: one or two sentences of Markdown
	// Apply makes of a copy of the runtime what it is under the value; nil where nothing that is modelled depends on it.
	Apply func(*Runtime, KnobValue)
}

// A KnobType says which values a knob takes.
type KnobType uint8

const (
	SwitchKnob KnobType = iota // true or false
	CountKnob                  // a whole number
	PathsKnob                  // a list of paths
	KnobGroup                  // further knobs
	ItemsKnob                  // a mapping from names to mappings with the switch "enabled"
	OpenKnob                   // a mapping of which only the runtime itself knows what belongs into it
)

// A KnobValue is what a knob is set to: the field of its type, and nothing for an [OpenKnob].
type KnobValue struct {
	On    bool
	Count int
	Paths []string
	Off   []string // the names of an [ItemsKnob] that are switched off
}

// Configured returns the runtime as it is under values for its knobs, which go by their names, those in groups by
// "group.name".
func (r *Runtime) Configured(values map[string]KnobValue) *Runtime {
	if len(values) == 0 {
		return r
	}
	configured := *r
	configured.apply(r.Knobs, "", values)
	return &configured
}

func (r *Runtime) apply(knobs []Knob, prefix string, values map[string]KnobValue) {
	for _, k := range knobs {
		if k.Type == KnobGroup {
			r.apply(k.Knobs, prefix+k.Name+".", values)
		} else if value, ok := values[prefix+k.Name]; ok && k.Apply != nil {
			k.Apply(r, value)
		}
	}
}
