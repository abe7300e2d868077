package skills

// A Ruling is the effect of an agent's configuration on one skill, or on all skills.
type Ruling struct {
	Off     bool   // the setting switches the skill off
	Effect  string // what the setting does, as in "switches this skill off"
	Setting string // its name
	From    string // the path of the agent's own file that sets it; empty if it is set for this program
	// Own is what in the skill itself decides, as the subject of Effect; empty if the configuration decides.
	Own string
}

// Rule applies the agent's configuration to a skill that the agent has accepted and adopted. It returns the
// rulings that apply, and whether one of them switches the skill off.
func (r *Agent) Rule(s *Skill) (rulings []Ruling, off bool) {
	for _, rule := range r.Rulings {
		if ruling, ok := rule(s); ok {
			rulings = append(rulings, ruling)
			off = off || ruling.Off
		}
	}
	return rulings, off
}

// AddRuling adds a ruling to the agent, which must be a copy that [Agent.Configured] makes.
func (r *Agent) AddRuling(rule func(*Skill) (Ruling, bool)) {
	r.Rulings = append(r.Rulings[:len(r.Rulings):len(r.Rulings)], rule)
}

// Disabled returns a copy of the agent in which a setting switches skills off: it finds the project and no
// skill.
func (r *Agent) Disabled(setting, from string) *Agent {
	off := *r
	off.Roots = nil
	off.DisabledBy = Ruling{Off: true, Effect: "switches all skills off", Setting: setting, From: from}
	return &off
}
