package skills

// A Ruling is what an agent's configuration does with a skill, or with all of them.
type Ruling struct {
	Off     bool   // the agent does not have the skill
	Effect  string // what the setting does, as in "switches this skill off"
	Setting string // its name
	From    string // the path of the agent's own file that sets it; empty where it is set for this program
}

// Rule makes of a skill, which the agent has accepted and adopted, what its configuration makes of it. It returns what has a say in
// that, and whether the agent does not have the skill then.
func (r *Agent) Rule(s *Skill) (rulings []Ruling, off bool) {
	for _, rule := range r.Rulings {
		if ruling, ok := rule(s); ok {
			rulings = append(rulings, ruling)
			off = off || ruling.Off
		}
	}
	return rulings, off
}

// AddRuling adds to what the agent's configuration says of skills. The agent must be a copy that [Agent.Configured] makes.
func (r *Agent) AddRuling(rule func(*Skill) (Ruling, bool)) {
	r.Rulings = append(r.Rulings[:len(r.Rulings):len(r.Rulings)], rule)
}

// Disabled returns the agent as it is where a setting switches skills off: it finds the project and no skill.
func (r *Agent) Disabled(setting, from string) *Agent {
	off := *r
	off.Roots = nil
	off.DisabledBy = Ruling{Off: true, Effect: "switches skills off", Setting: setting, From: from}
	return &off
}
