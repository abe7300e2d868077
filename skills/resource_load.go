package skills

// A ResourceLoad asks a runtime for a file bundled with a skill.
type ResourceLoad struct {
	Skill Skill
	Path  string // as the model gives it: slash-separated, from the skill's directory, unless it is not what the runtime wants
	FS    FS
	Root  *Root // as in [Load]
}

// A ResourceAnswer is what the model is answered.
type ResourceAnswer struct {
	Tool    string // its name
	Content string // what it is; empty where Refused is all of it
	Refused string // the runtime's words for an error
	Removed int64  // bytes that a limit of the runtime cut off
	Notes   []string
}
