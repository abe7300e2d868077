package diagnostic

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// An Effect is what an agent does because of a problem. The names are those of the JSON of a check.
type Effect string

const (
	Rejects     Effect = "rejects"       // the agent does not load the skill
	Misreads    Effect = "misreads"      // it loads the skill, but reads something other than what is written
	Ignores     Effect = "ignores"       // it loads the skill, but what is written means nothing to it
	DoesNotFind Effect = "does-not-find" // it does not look where the skill is
	Warns       Effect = "warns"         // it loads the skill and reports the problem
)

// An Affect is the effect of a problem on one agent.
type Affect struct {
	Agent  string `json:"agent"` // its ID
	Title  string `json:"-"`
	Effect Effect `json:"effect"`
}

// Affected returns the IDs of the agents on which the problem has an effect.
func (d *Diagnostic) Affected() []string {
	var list []string
	for _, a := range d.Affects {
		list = append(list, a.Agent)
	}
	return list
}

// The maximum lengths of the parts of a diagnostic, in characters.
const (
	MaxMessage = 80
	MaxDetail  = 50
)

// Text returns the message and the detail on one line.
func (d *Diagnostic) Text() string {
	if d.Detail == "" {
		return d.Message
	}
	return d.Message + ": " + d.Detail
}

// Advice returns what to do: the help, or else the title of the preferred fix. It is empty if there is
// neither, or if several places have such a fix.
func (d *Diagnostic) Advice() string {
	if d.Help != "" {
		return d.Help
	}
	preferred := slices.DeleteFunc(slices.Clone(d.Fixes), func(fix Fix) bool { return !fix.Preferred })
	if len(preferred) != 1 {
		return ""
	}
	title := preferred[0].Title
	first, n := utf8.DecodeRuneInString(title)
	return string(unicode.ToLower(first)) + title[n:]
}
