package skills

import "skills-ls/skills/vfs"

// A ResourceLoad asks an agent for a file bundled with a skill.
type ResourceLoad struct {
	Skill Skill
	Path  string // as the model gives it: slash-separated, from the skill's directory, unless it is not what the agent wants
	FS    vfs.FS
	Root  *Root // as in [Load]
}

// A ResourceAnswer is what the model is answered.
type ResourceAnswer struct {
	Tool    string // its name
	Content string // what it is; empty where Refused is all of it
	Refused string // the agent's words for an error
	Removed int64  // bytes that a limit of the agent cut off
	Notes   []string
}
