package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

func checkUnknownKeys(p *Pass) {
	reported := make(map[string]bool)
	refusing := make(map[string][]*skills.Agent) // by key
	for _, r := range p.refusals("", skills.CodeUnknownField) {
		refusing[r.Field] = r.agents
	}
	for e := range p.Fm.All() {
		readers := agents.Readers(e.Key)
		if slices.Contains(readers, agents.Standard) || reported[e.Key] {
			continue
		}
		reported[e.Key] = true
		d := diagnostic.Diagnostic{Span: e.KeySpan}
		if list := refusing[e.Key]; list != nil {
			d.Affects = rejecting(list)
		}
		near := ""
		others := agents.Knowing(e.Key)
		if len(readers)+len(others) == 0 {
			if near = match.Nearest(e.Key, KnownKeys()); !fits(e.Value, near) {
				near = ""
			}
		}
		switch {
		case len(readers) == 0 && len(others) > 0:
			d.Message = "field " + InQuotes(e.Key) + " is not in the standard"
		case near != "":
			if _, taken := p.Fm.Entry(near); taken {
				d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), InQuotes(near)+" is there too"
				break
			}
			d.Severity = diagnostic.Warning
			d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), "did you mean "+InQuotes(near)+"?"
			sure := match.OnlyNear(e.Key, near, KnownKeys()) && (near != "arguments" || usesNames(p, e.Value))
			d.Fixes = p.changeTo(near, sure, e.KeySpan)
		case len(readers) == 0:
			d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), `move custom fields under "metadata"`
		default:
			d.Message = "field " + InQuotes(e.Key) + " is not in the standard"
			if len(p.Concerns(func(agent *skills.Agent) bool { return workspace.Includes(readers, agent) })) > 0 {
				d.Severity = diagnostic.Hint // it works in the agents that the file concerns
			}
		}
		if len(d.Affects) == 0 && len(readers)+len(others) > 0 {
			continue // no target agent rejects it
		}
		p.report(d)
	}
}

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

// usesNames reports whether the body uses each word of a value as the name of an argument. If not, the value
// is probably a description.
func usesNames(p *Pass, v *frontmatter.Value) bool {
	body := p.Doc.Body.Of(p.Doc.Source)
	return !slices.ContainsFunc(file.ScalarsOf(v), func(v *frontmatter.Value) bool {
		return slices.ContainsFunc(strings.Fields(v.Text), func(name string) bool { return !strings.Contains(body, "$"+name) })
	})
}
