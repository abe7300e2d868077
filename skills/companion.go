package skills

import (
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Companion is a file that an agent reads beside a SKILL.md.
type Companion struct {
	Path   string           // slash-separated, relative to the skill directory
	Fields []CompanionField // its keys, each after the one that contains it; nil if they are not known
	// Read returns what the agent reads from the file.
	Read func(CompanionFile) CompanionReading
}

// Field returns the key with a name.
func (c *Companion) Field(name string) (CompanionField, bool) {
	return find(c.Fields, func(f *CompanionField) bool { return f.Name == name })
}

// A CompanionField is a key of a companion. The names of nested keys are joined by periods, and lists add
// nothing to the path.
type CompanionField struct {
	Field
	Form TextForm
	// Limit is the maximum length of a text in code points, after every run of white space became one space.
	// 0 means that there is no limit.
	Limit int
	// Least and Most are the lengths, inclusive, that the vendor's guide for authors recommends in addition.
	// A Most of 0 means none.
	Least, Most int
	// Former says that the agent no longer reads the key. Doc says what it was for.
	Former bool
	// Newer says that only versions newer than those that [Companion].Read follows read the key. Read does
	// not check its value.
	Newer bool
}

// A TextForm is the meaning of a text.
type TextForm uint8

const (
	AnyText    TextForm = iota
	ColorText           // a color
	AssetText           // the slash-separated path of a file, relative to the skill directory
	PromptText          // a message, in which mentions of skills count
)

// A CompanionFile is the text of a companion and its location.
type CompanionFile struct {
	Path   string // of the file, absolute
	Dir    string // of the skill, absolute
	Name   string // of the skill, as the agent names it
	Source string
	FS     vfs.FS
}

// A CompanionReading is what an agent reads from a companion.
type CompanionReading struct {
	// Ignored says that the agent ignores the whole file.
	Ignored bool
	// Remarks are the agent's messages about the parts that it ignores, in its order. Their spans are bytes
	// of the file.
	Remarks []Remark
	// Advice is what the vendor's guide for authors asks for beyond what the agent checks, and what the agent
	// ignores silently, in words of this program.
	Advice []Remark
	// WouldBe are the other remarks and advice if the agent did not ignore the file.
	WouldBe []Remark
	// Taken are the strings and booleans that the agent takes from the file, in the order of the fields.
	Taken []Taken
	// Needs are the dependencies of the skill.
	Needs []Dependency
	// Notes are other facts that an author should know, in sentences.
	Notes []string
}

// A Taken is a scalar that an agent takes from a companion.
type Taken struct {
	Field string    // as in [CompanionField]
	Text  string    // after quotes, escapes and folding
	Span  text.Span // of the value as written
}

// Lookup returns the first value that the agent takes for a field.
func (r *CompanionReading) Lookup(field string) (Taken, bool) {
	return find(r.Taken, func(t *Taken) bool { return t.Field == field })
}

// A Dependency is something outside the skill that it needs.
type Dependency struct {
	Type, Value string // such as "mcp" and the server's name, or "env_var" and the variable's
	Description string
	Transport   string
	Command     string
	URL         string
	Span        text.Span // in the companion
}
