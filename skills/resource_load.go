package skills

import "skills-ls/skills/vfs"

// A ResourceLoad is a request for a file bundled with a skill.
type ResourceLoad struct {
	Skill Skill
	Path  string // as the model gives it: slash-separated and relative to the skill directory, if it is valid
	FS    vfs.FS
}

// A ResourceAnswer is what an agent's tool for files returns to the model.
type ResourceAnswer struct {
	Tool    string // name of the tool
	Content string // the text of the answer, if it is known; empty if that is only Refused
	Refused string // the agent's error message
	Removed int64  // bytes that the agent cut off because of a limit
}
