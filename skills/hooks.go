package skills

// Hooks describes the hooks that an agent reads from a field: a mapping from events to lists of groups. Each
// group is a mapping with a list of handlers below "hooks", and a string "matcher" unless it applies to
// everything. The files of the agent's subagents have the same field. There, "once" of a handler has no
// effect.
type Hooks struct {
	Events []HookEvent
	// Common are the keys that every handler can have besides its "type".
	Common   []Field
	Handlers []HookHandler
}

// Event returns the event with a name.
func (h *Hooks) Event(name string) (HookEvent, bool) {
	return find(h.Events, func(e *HookEvent) bool { return e.Name == name })
}

// Handler returns the kind of handler with a type.
func (h *Hooks) Handler(kind string) (HookHandler, bool) {
	return find(h.Handlers, func(handler *HookHandler) bool { return handler.Type == kind })
}

// A HookEvent is an event at which hooks run.
type HookEvent struct {
	Name string
	Doc  string // when it happens, in one sentence of Markdown
	// Matches is what the matcher of a group is compared with, and Values are its known values.
	Matches HookMatch
	Values  []string
}

// A HookMatch is what the matcher of a group is compared with.
type HookMatch uint8

const (
	MatchesText     HookMatch = iota // a word that depends on the event
	MatchesTool                      // the name of a tool
	MatchesSubagent                  // the name of a subagent
	MatchesNothing                   // the matcher has no effect
)

// A HookHandler is a kind of handler: its "type" and its other keys.
type HookHandler struct {
	Type   string
	Doc    string // what it does, in one sentence of Markdown
	Fields []Field
}

// Required returns the keys that the handler must have besides its type.
func (h HookHandler) Required() []string {
	var keys []string
	for _, f := range h.Fields {
		if f.Required {
			keys = append(keys, f.Name)
		}
	}
	return keys
}
