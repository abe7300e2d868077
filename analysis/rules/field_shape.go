package rules

import (
	"regexp"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// fits reports whether a value has the shape that every agent that reads a key expects. A null value fits
// every key, and a template placeholder fits none.
func fits(v *frontmatter.Value, key string) bool {
	return v.IsNull() || !slices.ContainsFunc(agents.Readers(key), func(agent *skills.Agent) bool {
		f, _ := agent.Reads(key)
		return f.Types != 0 && f.Types&shapes(v) == 0 || slices.ContainsFunc(file.ScalarsOf(v), func(v *frontmatter.Value) bool { return !fitsText(f, v.Text) })
	})
}

// fitsText is like [fits], for a string and one agent's field.
func fitsText(f skills.Field, text string) bool {
	switch {
	case isFillIn(text):
		return false
	case f.Name == "arguments":
		return argumentNames.MatchString(text)
	case f.Subagent:
		return agentName.MatchString(text)
	case f.Open:
		return slices.Contains(f.Values, text) || modelName.MatchString(text)
	}
	return f.Takes(text)
}

var (
	argumentNames = regexp.MustCompile(`^[A-Za-z_][\w-]*(?:\s+[A-Za-z_][\w-]*)*$`)
	agentName     = regexp.MustCompile(`^[\w:-]+$`)
	// modelName matches the usual forms of model names: a provider and a slash, or a family and a version.
	modelName = regexp.MustCompile(`^[\w.-]+/[\w./:-]+$|^[A-Za-z][\w.:-]*\d[\w.:-]*$`)
)

// isFillIn reports whether a text is a placeholder that the author still has to replace.
func isFillIn(text string) bool { return fillIn.MatchString(text) }

var fillIn = regexp.MustCompile(`(?is)^\s*(?:\{\{.*\}\}|<[^<>]*>|(?:TODO|TBD|FIXME)\b.*)\s*$`)
