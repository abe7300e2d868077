package skills

// A Ruling is what a runtime's configuration does with a skill, or with all of them.
type Ruling struct {
	Off     bool   // the runtime does not have the skill
	Effect  string // what the setting does, as in "switches this skill off"
	Setting string // its name
	From    string // the path of the runtime's own file that sets it; empty where it is set for this program
}

// Rule makes of a skill, which the runtime has accepted and adopted, what its configuration makes of it. It returns what has a say in
// that, and whether the runtime does not have the skill then.
func (r *Runtime) Rule(s *Skill) (rulings []Ruling, off bool) {
	for _, rule := range r.Rulings {
		if ruling, ok := rule(s); ok {
			rulings = append(rulings, ruling)
			off = off || ruling.Off
		}
	}
	return rulings, off
}

// AddRuling adds to what the runtime's configuration says of skills. The runtime must be a copy that [Runtime.Configured] makes.
func (r *Runtime) AddRuling(rule func(*Skill) (Ruling, bool)) {
	r.Rulings = append(r.Rulings[:len(r.Rulings):len(r.Rulings)], rule)
}

// Disabled returns the runtime as it is where a setting switches skills off: it finds the project and no skill.
func (r *Runtime) Disabled(setting, from string) *Runtime {
	off := *r
	off.Roots = nil
	off.DisabledBy = Ruling{Off: true, Effect: "switches skills off", Setting: setting, From: from}
	return &off
}
