package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkHooks reports problems in the hooks of a skill or of a subagent. Each agent that reads hooks is
// checked for itself.
func checkHooks(p *Pass) {
	readers := p.At.Concerned
	if p.File.Kind != file.SkillFile {
		readers = workspace.SubagentAgents(p.Snapshot, p.File)
	}
	for _, agent := range readers {
		for _, f := range agent.Fields {
			if f.Hooks == nil {
				continue
			}
			if e, ok := p.Fm.Entry(f.Name); ok && e.Value != nil && e.Value.Kind == frontmatter.MappingValue {
				c := hookCheck{p, agent, f.Hooks}
				c.events(e.Value)
			}
		}
	}
}

// A hookCheck compares hooks with what one agent reads.
type hookCheck struct {
	*Pass
	agent *skills.Agent
	hooks *skills.Hooks
}

func (c hookCheck) say(span text.Span, message, detail string) {
	c.report(diagnostic.Diagnostic{
		Span: span, Affects: ignoring([]*skills.Agent{c.agent}), Message: message, Detail: detail,
	})
}

func (c hookCheck) events(v *frontmatter.Value) {
	for _, pair := range v.Pairs {
		event := pair.Key.Text
		if _, ok := c.hooks.Event(event); !ok {
			detail := ""
			if meant := eventMeant(event, c.eventNames()); meant != "" {
				detail = "did you mean " + InQuotes(meant) + "?"
			}
			c.say(pair.Key.Span, "unknown hook event "+InQuotes(event), detail)
			continue
		}
		if pair.Value.Kind != frontmatter.SequenceValue {
			if !isUnknownValue(pair.Value) {
				c.say(placeOf(pair), InQuotes(event)+" must be a list of groups", `each with a "matcher" and "hooks"`)
			}
			continue
		}
		for _, group := range pair.Value.Items {
			c.group(event, group)
		}
	}
}

func (c hookCheck) eventNames() []string {
	names := make([]string, len(c.hooks.Events))
	for i, e := range c.hooks.Events {
		names[i] = e.Name
	}
	return names
}

// eventMeant returns the event that name is a misspelling of, ignoring case and underscores, or "" if not
// found.
func eventMeant(name string, events []string) string {
	if event := FoldedIn(events, withoutDashes.Replace(name)); event != "" {
		return event
	}
	return match.Nearest(name, events)
}

// isUnknownValue reports whether a value is unknown without resolving YAML's own features: an alias, a tag or
// a merge key.
func isUnknownValue(v *frontmatter.Value) bool {
	_, merged := pairOf(v, "<<")
	return v.Kind == frontmatter.AliasValue || v.Tagged || merged
}

// pairOf returns the pair with a key in a mapping, and false if the mapping lacks the key.
func pairOf(v *frontmatter.Value, key string) (frontmatter.Pair, bool) {
	i := slices.IndexFunc(v.Pairs, func(pair frontmatter.Pair) bool { return pair.Key.Text == key })
	if i < 0 {
		return frontmatter.Pair{}, false
	}
	return v.Pairs[i], true
}

// HandlersKey, MatcherKey, TypeKey and onceKey are the keys of groups and handlers.
const HandlersKey, MatcherKey, TypeKey, onceKey = "hooks", "matcher", "type", "once"

func (c hookCheck) group(event string, v *frontmatter.Value) {
	if isUnknownValue(v) {
		return
	}
	if v.Kind != frontmatter.MappingValue {
		c.say(v.Span, "hook group must be a mapping", "it is "+shapeOf(v))
		return
	}
	if matcher, ok := pairOf(v, MatcherKey); ok && !matcher.Value.IsNull() && matcher.Value.Kind != frontmatter.ScalarValue && !isUnknownValue(matcher.Value) {
		c.say(placeOf(matcher), `"matcher" must be a string`, "it is "+shapeOf(matcher.Value))
	}
	if once, ok := pairOf(v, onceKey); ok {
		c.say(once.Key.Span, `"once" has no effect in a group`, "move it to a handler")
	}
	handlers, ok := pairOf(v, HandlersKey)
	switch {
	case !ok:
		c.say(groupPlace(v), `missing "hooks" in a hook group`, `list the handlers under "hooks"`)
	case isUnknownValue(handlers.Value):
	case handlers.Value.Kind != frontmatter.SequenceValue:
		c.say(placeOf(handlers), `"hooks" of a group must be a list`, "")
	default:
		for _, handler := range handlers.Value.Items {
			c.handler(handler)
		}
	}
}

// groupPlace returns the span for a diagnostic about a key that is missing in a group: its first key.
func groupPlace(v *frontmatter.Value) text.Span {
	if len(v.Pairs) > 0 {
		return v.Pairs[0].Key.Span
	}
	return v.Span
}

func (c hookCheck) handler(v *frontmatter.Value) {
	if isUnknownValue(v) {
		return
	}
	if v.Kind != frontmatter.MappingValue {
		c.say(v.Span, "hook handler must be a mapping", "it is "+shapeOf(v))
		return
	}
	if once, ok := pairOf(v, onceKey); ok && c.File.Kind != file.SkillFile && once.Value.Text == "true" {
		c.say(once.Key.Span, `"once" has no effect in a subagent`, "it works in skills")
	}
	kind, ok := pairOf(v, TypeKey)
	if !ok || kind.Value.IsNull() {
		c.say(groupPlace(v), `missing "type" of a hook handler`, "expected "+c.types())
		return
	}
	if isUnknownValue(kind.Value) {
		return
	}
	known, ok := c.hooks.Handler(kind.Value.Text)
	if !ok {
		c.say(placeOf(kind), "unknown hook handler type "+InQuotes(kind.Value.Text), "expected "+c.types())
		return
	}
	for _, key := range known.Required() {
		if required, ok := pairOf(v, key); !ok || required.Value.IsNull() {
			c.say(kind.Value.Span, InQuotes(kind.Value.Text)+" hook needs "+InQuotes(key), "")
		}
	}
}

// types lists the types of handlers.
func (c hookCheck) types() string {
	names := make([]string, len(c.hooks.Handlers))
	for i, h := range c.hooks.Handlers {
		names[i] = h.Type
	}
	return wordList(names)
}
