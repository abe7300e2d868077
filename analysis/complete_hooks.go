package analysis

import (
	"strings"

	"skills-ls/skills"
)

// A hookReader is an agent with the hooks that it reads.
type hookReader struct {
	agent *skills.Agent
	hooks *skills.Hooks
}

// hookReaders returns the agents that read hooks below a key of the file's frontmatter. In a skill, those
// that it concerns come before the others.
func (c *cursor) hookReaders(key string) []hookReader {
	var list []*skills.Agent
	switch c.file.Kind {
	case SkillFile:
		for _, r := range readersOf(key, c.standpoint()) {
			list = append(list, r.agent)
		}
	case Instructions:
		list = c.snapshot.subagentAgents(c.file)
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
func (c *cursor) hooksPlace(r hookReader, site yamlSite) yamlPlace {
	path := site.path[1:]
	if len(path) == 0 {
		var place yamlPlace
		for _, e := range r.hooks.Events {
			place.keys = append(place.keys, yamlWord{text: e.Name, detail: r.agent.Title, doc: r.says(e.Doc), types: skills.List})
		}
		return place
	}
	event, known := r.hooks.Event(path[0])
	switch {
	case !known:
		return yamlPlace{}
	case len(path) == 1:
		return groupPlaceOf(r, event)
	case path[1] == matcherKey && len(path) == 2:
		return c.matcherPlace(r, event)
	case path[1] != handlersKey || len(path) > 3:
		return yamlPlace{}
	case len(path) == 2:
		return r.handlerPlace(handlerType(site))
	}
	return r.handlerValues(path[2])
}

func groupPlaceOf(r hookReader, event skills.HookEvent) yamlPlace {
	var place yamlPlace
	if event.Matches != skills.MatchesNothing {
		place.keys = append(place.keys, yamlWord{
			text: matcherKey, detail: r.agent.Title, doc: r.says("What the group is for, such as `Edit|Write`; without it everything."), types: skills.String,
		})
	}
	place.keys = append(place.keys, yamlWord{text: handlersKey, detail: r.agent.Title, doc: r.says("The handlers of the group."), types: skills.List})
	return place
}

// matcherPlace returns the values that the matcher of a group can have, except patterns.
func (c *cursor) matcherPlace(r hookReader, event skills.HookEvent) yamlPlace {
	place := yamlPlace{text: true}
	switch event.Matches {
	case skills.MatchesTool:
		for _, f := range r.agent.Fields {
			if f.Tools != nil && f.Name == allowedTools {
				place.values = wordsOf(f.Tools.Names)
			}
		}
	case skills.MatchesSubagent:
		for _, a := range c.subagents(r.agent) {
			place.values = append(place.values, yamlWord{text: a.name, detail: c.subagentDetail(a), doc: escapeMarkdown(a.description)})
		}
	default:
		place.values = wordsOf(event.Values)
	}
	return place
}

func wordsOf(texts []string) []yamlWord {
	words := make([]yamlWord, len(texts))
	for i, text := range texts {
		words[i] = yamlWord{text: text}
	}
	return words
}

// handlerType returns the type of the handler at a place, as written there, or "" if it is not known.
func handlerType(site yamlSite) string {
	for i, key := range site.taken {
		if key == typeKey && i < len(site.beside) {
			return strings.Trim(site.beside[i], `"'`)
		}
	}
	return ""
}

// handlerPlace returns the keys that a handler can have. If its type is missing or unknown, these are the
// keys of all types.
func (r hookReader) handlerPlace(kind string) yamlPlace {
	place := yamlPlace{keys: []yamlWord{{
		text: typeKey, detail: r.agent.Title, doc: r.says("What the handler does."), types: skills.String, values: textsOf(r.handlerValues(typeKey).values),
	}}}
	seen := make(map[string]bool)
	add := func(detail string, fields []skills.Field) {
		for _, f := range fields {
			if !seen[f.Name] {
				seen[f.Name] = true
				place.keys = append(place.keys, keyWord(f.Name, detail, fieldDoc([]reader{{r.agent, f}}), f))
			}
		}
	}
	if handler, ok := r.hooks.Handler(kind); ok {
		add(r.agent.Title, handler.Fields)
	} else {
		for _, handler := range r.hooks.Handlers {
			add(typeKey+": "+handler.Type, handler.Fields)
		}
	}
	add(r.agent.Title, r.hooks.Common)
	return place
}

// handlerValues returns the values that a key of a handler can have.
func (r hookReader) handlerValues(key string) yamlPlace {
	var place yamlPlace
	if key == typeKey {
		for _, handler := range r.hooks.Handlers {
			place.values = append(place.values, yamlWord{text: handler.Type, doc: r.says(handler.Doc)})
		}
		place.text = true
		return place
	}
	fields := r.hooks.Common
	for _, handler := range r.hooks.Handlers {
		fields = append(fields[:len(fields):len(fields)], handler.Fields...)
	}
	for _, f := range fields {
		if f.Name == key {
			place.addValues([]skills.Field{f})
		}
	}
	return place
}
