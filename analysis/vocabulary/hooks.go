package vocabulary

import (
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
)

// A hookReader is an agent with the hooks that it reads.
type hookReader struct {
	agent *skills.Agent
	hooks *skills.Hooks
}

// hookReaders returns the agents that read hooks below a key of the file's frontmatter. In a skill, those
// that it concerns come before the others.
func hookReaders(c *refs.Cursor, key string) []hookReader {
	var list []*skills.Agent
	switch c.File.Kind {
	case file.SkillFile:
		for _, r := range refs.ReadersOf(key, c.Standpoint()) {
			list = append(list, r.Agent)
		}
	case file.Instructions:
		list = workspace.SubagentAgents(c.Snapshot, c.File)
	}
	var readers []hookReader
	for _, agent := range list {
		if f, ok := agent.Reads(key); ok && f.Hooks != nil {
			readers = append(readers, hookReader{agent, f.Hooks})
		}
	}
	return readers
}

// says returns documentation with the agent's name before it.
func (r hookReader) says(doc string) string { return "**" + r.agent.Title + "**: " + doc + "\n" }

// hooksPlace returns what can be inserted below the key of hooks: events, then the keys of groups, then those
// of handlers.
func hooksPlace(c *refs.Cursor, r hookReader, site yamlsite.Site) Place {
	path := site.Path[1:]
	if len(path) == 0 {
		var place Place
		for _, e := range r.hooks.Events {
			place.Keys = append(place.Keys, Word{Text: e.Name, Detail: r.agent.Title, Doc: r.says(e.Doc), Types: skills.List})
		}
		return place
	}
	event, known := r.hooks.Event(path[0])
	switch {
	case !known:
		return Place{}
	case len(path) == 1:
		return groupPlaceOf(r, event)
	case path[1] == rules.MatcherKey && len(path) == 2:
		return matcherPlace(c, r, event)
	case path[1] != rules.HandlersKey || len(path) > 3:
		return Place{}
	case len(path) == 2:
		return r.handlerPlace(handlerType(site))
	}
	return r.handlerValues(path[2])
}

func groupPlaceOf(r hookReader, event skills.HookEvent) Place {
	var place Place
	if event.Matches != skills.MatchesNothing {
		place.Keys = append(place.Keys, Word{
			Text: rules.MatcherKey, Detail: r.agent.Title, Doc: r.says("What the group applies to, such as `Edit|Write`. Default: everything."), Types: skills.String,
		})
	}
	place.Keys = append(place.Keys, Word{Text: rules.HandlersKey, Detail: r.agent.Title, Doc: r.says("The handlers of the group."), Types: skills.List})
	return place
}

// matcherPlace returns the values that the matcher of a group can have, except patterns.
func matcherPlace(c *refs.Cursor, r hookReader, event skills.HookEvent) Place {
	place := Place{Text: true}
	switch event.Matches {
	case skills.MatchesTool:
		for _, f := range r.agent.Fields {
			if f.Tools != nil && f.Name == rules.AllowedTools {
				place.Values = wordsOf(f.Tools.Names)
			}
		}
	case skills.MatchesSubagent:
		for _, a := range c.Subagents(r.agent) {
			place.Values = append(place.Values, Word{Text: a.Name, Detail: c.SubagentDetail(a), Doc: render.Escape(a.Description)})
		}
	default:
		place.Values = wordsOf(event.Values)
	}
	return place
}

func wordsOf(texts []string) []Word {
	words := make([]Word, len(texts))
	for i, text := range texts {
		words[i] = Word{Text: text}
	}
	return words
}

// handlerType returns the type of the handler at a place, as written there, or "" if it is not known.
func handlerType(site yamlsite.Site) string {
	for i, key := range site.Taken {
		if key == rules.TypeKey && i < len(site.Beside) {
			return strings.Trim(site.Beside[i], `"'`)
		}
	}
	return ""
}

// handlerPlace returns the keys that a handler can have. If its type is missing or unknown, these are the
// keys of all types.
func (r hookReader) handlerPlace(kind string) Place {
	place := Place{Keys: []Word{{
		Text: rules.TypeKey, Detail: r.agent.Title, Doc: r.says("What the handler does."), Types: skills.String, Values: textsOf(r.handlerValues(rules.TypeKey).Values),
	}}}
	seen := make(map[string]bool)
	add := func(detail string, fields []skills.Field) {
		for _, f := range fields {
			if !seen[f.Name] {
				seen[f.Name] = true
				reader := []refs.Reader{{Agent: r.agent, Field: f}}
				place.Keys = append(place.Keys, keyWord(f.Name, detail, FieldDoc(reader), reader))
			}
		}
	}
	if handler, ok := r.hooks.Handler(kind); ok {
		add(r.agent.Title, handler.Fields)
	} else {
		for _, handler := range r.hooks.Handlers {
			add(rules.TypeKey+": "+handler.Type, handler.Fields)
		}
	}
	add(r.agent.Title, r.hooks.Common)
	return place
}

// handlerValues returns the values that a key of a handler can have.
func (r hookReader) handlerValues(key string) Place {
	var place Place
	if key == rules.TypeKey {
		for _, handler := range r.hooks.Handlers {
			place.Values = append(place.Values, Word{Text: handler.Type, Doc: r.says(handler.Doc)})
		}
		place.Text = true
		return place
	}
	fields := r.hooks.Common
	for _, handler := range r.hooks.Handlers {
		fields = append(fields[:len(fields):len(fields)], handler.Fields...)
	}
	for _, f := range fields {
		if f.Name == key {
			place.addValues([]refs.Reader{{Agent: r.agent, Field: f}})
		}
	}
	return place
}
