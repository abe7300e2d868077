package skills

import "slices"

// Hooks are what an agent reads below a field as hooks: a mapping from events to lists of groups, each of them a mapping with a list of
// handlers below "hooks", and with a text as its "matcher" if not for everything. The files of its agents have the same field, in which a
// handler's "once" counts for nothing.
type Hooks struct {
	Events []HookEvent
	// Common are keys that every handler can have beside its "type".
	Common   []Field
	Handlers []HookHandler
}

// Event returns the event of a name.
func (h *Hooks) Event(name string) (HookEvent, bool) {
	i := slices.IndexFunc(h.Events, func(e HookEvent) bool { return e.Name == name })
	if i < 0 {
		return HookEvent{}, false
	}
	return h.Events[i], true
}

// Handler returns the kind of handler of a type.
func (h *Hooks) Handler(kind string) (HookHandler, bool) {
	i := slices.IndexFunc(h.Handlers, func(handler HookHandler) bool { return handler.Type == kind })
	if i < 0 {
		return HookHandler{}, false
	}
	return h.Handlers[i], true
}

// A HookEvent is something that hooks are run at.
type HookEvent struct {
	Name string
	Doc  string // when it happens, in one sentence of Markdown
	// Matches is what the matcher of a group is compared with, and Values those that are known of it.
	Matches HookMatch
	Values  []string
}

// A HookMatch is what the matcher of a group is compared with.
type HookMatch uint8

const (
	MatchesText     HookMatch = iota // a word that depends on the event
	MatchesTool                      // the name of a tool
	MatchesSubagent                  // the name of a subagent
	MatchesNothing                   // a matcher counts for nothing
)

// A HookHandler is a kind of handler: its "type", and the other keys that it has.
type HookHandler struct {
	Type   string
	Doc    string // what it does, in one sentence of Markdown
	Fields []Field
}

// Required returns the keys that the handler must have beside its type.
func (h HookHandler) Required() []string {
	var keys []string
	for _, f := range h.Fields {
		if f.Required {
			keys = append(keys, f.Name)
		}
	}
	return keys
}
