package skills

import "skills-ls/skills/vfs"

// A ResourceLoad is a request for a file bundled with a skill.
type ResourceLoad struct {
	Skill Skill
	Path  string // as the model gives it: slash-separated and relative to the skill directory, if it is valid
	FS    vfs.FS
	Root  *Root // as in [Load]
}

// A ResourceAnswer is what an agent's tool for files returns to the model.
type ResourceAnswer struct {
	Tool    string // name of the tool
	Content string // the text of the answer; empty if that is only Refused
	Refused string // the agent's error message
	Removed int64  // bytes that the agent cut off because of a limit
	Notes   []string
}
