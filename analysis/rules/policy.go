package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/vantage"
	"skills-ls/skills"
)

// modelSwitch is the key with which most agents keep the model from choosing a skill. Some agents spell it
// with underscores.
const modelSwitch = "disable-model-invocation"

func kebabKey(key string) string { return strings.ReplaceAll(key, "_", "-") }

// hides reports whether an agent that loads the skill hides it from the model, for any reason.
func hides(p *Pass, agent *skills.Agent) bool {
	i := slices.IndexFunc(p.Verdicts, func(v Verdict) bool { return v.Agent == agent })
	if i < 0 || !p.Verdicts[i].Accepted {
		return false
	}
	_, shown := shown(p, p.Verdicts[i])
	return !shown
}

// shown returns the skill as a target that loads it presents it to the model. ok is false if the target hides
// the skill.
func shown(p *Pass, v Verdict) (skill skills.Skill, ok bool) {
	skill, _, why := vantage.Loaded(p.Snapshot, v.Agent, p.File, v.Verdict)
	return skill, len(why) == 0 && !skill.Hidden
}
