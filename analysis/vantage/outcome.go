package vantage

import (
	"slices"
	"strings"
)

// Rejects reports whether the agent does not load the file because of what is written in it or around it, rather
// than because of settings or limits.
func (t *Treatment) Rejects() bool {
	return !t.Loads && !slices.ContainsFunc(t.WhyNotLoaded(), Reason.isChosen)
}

// WhyNotLoaded returns the reasons why the agent does not load the skill, without the one why it does not find it.
func (t *Treatment) WhyNotLoaded() []Reason {
	if t.Finds {
		return t.Reasons
	}
	return t.Reasons[1:]
}

// Outcome returns what the agent does with the file as the predicate of a sentence: "loads it as x", "would load it
// as x, but does not look in .claude/skills", or "finds it as p:x once the plugin is installed". code writes a name and
// escape other text in the form of the output. [Treatment.WhyNotLoaded] adds why not.
func (t *Treatment) Outcome(code, escape func(string) string) string {
	place := ""
	switch {
	case t.Finds:
	case t.Installed != "":
		place = "finds it once the plugin is installed"
	default:
		place = escape(t.Reasons[0].Message)
	}
	switch {
	case t.Finds && t.Loads:
		return "loads it as " + code(t.Name)
	case t.Loads && t.Installed != "":
		names := code(t.Installed)
		for _, name := range t.AlsoInstalled {
			names += " or " + code(name)
		}
		return "finds it as " + names + " once the plugin is installed"
	case t.Loads:
		return "would load it as " + code(t.Name) + ", but " + place
	case t.Finds && t.Rejects():
		return "rejects it"
	case t.Finds:
		return "does not load it"
	case t.Rejects():
		return "would reject it, and " + place
	}
	return "would not load it, and " + place
}

// isChosen reports whether settings or a limit leave out the skill, rather than what is written in it.
func (r Reason) isChosen() bool { return r.Code == Off || r.Code == Surplus }

// Text returns the message of a reason why an agent does not load a skill, and whether the agent says nothing about
// it.
func (r Reason) Text() string {
	if r.Silent && !r.isChosen() {
		return "ignored without an error: " + r.Message
	}
	return r.Message
}

// Quoted returns the first line of the agent's own words in quotation marks, or "" if it has none. The rest is an
// excerpt of the file.
func (r Reason) Quoted() string {
	if r.Verbatim == "" {
		return ""
	}
	first, _, _ := strings.Cut(r.Verbatim, "\n")
	return "“" + first + "”"
}
