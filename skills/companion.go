package skills

import (
	"slices"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Companion is a file that an agent reads beside a SKILL.md.
type Companion struct {
	Path   string           // slash-separated, from the skill's directory
	Fields []CompanionField // its keys, each behind the one that it stands in; nil where they are not told
	Doc    string           // what the agent does with the file: one or two sentences of Markdown
	Source string           // where the facts come from, as in [Agent]
	// Read says what the agent makes of the file.
	Read func(CompanionFile) CompanionReading
}

// Field returns the key of a name.
func (c *Companion) Field(name string) (CompanionField, bool) {
	i := slices.IndexFunc(c.Fields, func(f CompanionField) bool { return f.Name == name })
	if i < 0 {
		return CompanionField{}, false
	}
	return c.Fields[i], true
}

// A CompanionField is a key of a companion. Names of keys inside others are joined by periods, and lists add nothing to the path.
type CompanionField struct {
	Field
	Form TextForm
	// Limit is how many characters of a text count at most, in code points, after every run of white space became one space; 0 means
	// that there is no limit.
	Limit int
	// Least and Most are what the vendor's guide for authors asks for beyond that, both included; a Most of 0 means nothing.
	Least, Most int
	// Former says that the agent does not read the key any more; Doc says what it was for.
	Former bool
	// Newer says that versions read the key which are newer than those that [Companion].Read follows: it says nothing of the value.
	Newer bool
}

// A TextForm is what a text stands for.
type TextForm uint8

const (
	AnyText    TextForm = iota
	ColorText           // a colour
	AssetText           // the slash-separated path of a file, from the skill's directory
	PromptText          // a message, in which a mention has a meaning
)

// A CompanionFile is the text of a companion, and where it lies.
type CompanionFile struct {
	Path   string // of the file, absolute
	Dir    string // of the skill, absolute
	Name   string // of the skill, as the agent has it
	Source string
	FS     vfs.FS
}

// A CompanionReading is what an agent makes of a companion.
type CompanionReading struct {
	// Ignored says that the agent takes nothing from the file.
	Ignored bool
	// Remarks are what the agent says of the parts that it ignores, in its words and order. Their spans are bytes of the file.
	Remarks []Remark
	// Advice is what the vendor's guide for authors asks beyond what the agent checks, and what the agent does not read without
	// saying so, in our words.
	Advice []Remark
	// WouldBe are what else would be remarks or advice if the agent did not ignore the file.
	WouldBe []Remark
	// Taken are the texts and switches that the agent takes from the file, in the order of the fields.
	Taken []Taken
	// Needs are what the skill depends on.
	Needs []Dependency
	// Notes are what else an author should know, in sentences.
	Notes []string
}

// A Taken is a scalar that an agent has taken from a companion.
type Taken struct {
	Field string    // as in [CompanionField]
	Text  string    // after quotes, escapes and folding
	Span  text.Span // of the value as written
}

// Lookup returns what was taken of a field, the first of several.
func (r *CompanionReading) Lookup(field string) (Taken, bool) {
	i := slices.IndexFunc(r.Taken, func(t Taken) bool { return t.Field == field })
	if i < 0 {
		return Taken{}, false
	}
	return r.Taken[i], true
}

// A Dependency is something that a skill needs of its surroundings.
type Dependency struct {
	Type, Value string // such as "mcp" and the server's name, or "env_var" and the variable's
	Description string
	Transport   string
	Command     string
	URL         string
	Span        text.Span // in the companion
}
