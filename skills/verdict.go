package skills

import (
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A File is what an agent judges: one SKILL.md and the name of its directory.
type File struct {
	Path   string // canonical absolute path; its parent's base name is the directory name that some agents compare
	Source string
	// Frontmatter is the author's view of the same source, for spans; an agent reads the bytes in its own way and uses
	// this only to say where a refusal belongs.
	Frontmatter *frontmatter.Frontmatter
}

// A Verdict is what an agent makes of a file.
type Verdict struct {
	Accepted bool
	// Name and Description are what the agent ends up with; meaningful where Accepted, and best effort otherwise.
	Name, Description string
	// Refusals are the reasons for not accepting, in the agent's order. Those marked WouldBe are checks that the
	// agent never reached because its parser gave up, run on the fields that could be recovered.
	Refusals []Refusal
	// Remarks are what the agent says of the file in its own editor and takes it nevertheless, in its order.
	Remarks []Remark
	// EndsScan says that the agent does not survive the file: it then offers no skill at all.
	EndsScan bool
	Exposure
}

// clone returns a copy that holds on to no source, of which the texts of a verdict may be parts, and how many bytes it takes, roughly.
// It is false where that is more than the given number.
func (v Verdict) clone(most int) (Verdict, int, bool) {
	c := cloner{bytes: 256 + 96*(len(v.Refusals)+len(v.Remarks))}
	v.Name, v.Description, v.Uses, v.Label = c.text(v.Name), c.text(v.Description), c.text(v.Uses), c.text(v.Label)
	v.Modes = c.text(v.Modes)
	v.Refusals, v.Remarks = slices.Clone(v.Refusals), slices.Clone(v.Remarks)
	for i := 0; i < len(v.Refusals) && c.bytes <= most; i++ {
		r := &v.Refusals[i]
		r.Field, r.Message = c.text(r.Field), c.message(r.Message)
	}
	for i := 0; i < len(v.Remarks) && c.bytes <= most; i++ {
		r := &v.Remarks[i]
		r.Field, r.Message = c.text(r.Field), c.message(r.Message)
	}
	return v, c.bytes, c.bytes <= most
}

// A cloner copies texts and counts their bytes.
type cloner struct {
	bytes      int
	from, last string // the message that was copied last, and its copy: an agent may name all of its reasons with each of them
}

func (c *cloner) text(text string) string {
	c.bytes += len(text)
	return strings.Clone(text)
}

func (c *cloner) message(text string) string {
	if text != c.from {
		c.from, c.last = text, c.text(text)
	}
	return c.last
}

// Exposure says who may start a skill, and what else the model is told of it. The zero value is the usual: anybody may, and the
// model is told the description.
type Exposure struct {
	Gated     bool   // the model is not told of it before a tool has touched a file that the skill is about
	Hidden    bool   // the model is not told of it, though a person can mention it
	ModelOnly bool   // a person cannot mention it
	NameOnly  bool   // the model is told the name and no description
	Uses      string // what the model is told, beside the description, of when to use it
	// Label is what the model is told that the skill is called, where an agent has that beside the name by which it knows the skill;
	// meaningless elsewhere.
	Label string
	// Modes are the modes of the agent in which it has the skill, separated by line feeds. "" means all modes.
	Modes string
}

// A Code classifies a refusal, so that rules can map it without repeating an agent's conditions.
type Code string

const (
	CodeNoFrontmatter Code = "no-frontmatter" // the agent finds no frontmatter
	CodeUnclosed      Code = "unclosed"       // it finds no end of it
	CodeYAML          Code = "yaml"           // its YAML parser fails
	CodeFlow          Code = "flow"           // flow style, anchors, tags: YAML that the agent forbids
	CodeLine          Code = "line"           // a line that YAML allows, and that the agent's own way of reading does not
	CodeNotMapping    Code = "not-mapping"
	CodeDuplicateKey  Code = "duplicate-key"
	CodeUnknownField  Code = "unknown-field"
	CodeMissing       Code = "missing" // a required field is absent
	CodeEmpty         Code = "empty"
	CodeType          Code = "type"
	CodeTooLong       Code = "too-long"
	CodeTooShort      Code = "too-short"
	CodeValue         Code = "value"      // a text that is none of those that the field takes, or not of its form
	CodePath          Code = "path"       // a path that leads where none may
	CodeMention       Code = "mention"    // a text that does not mention the skill
	CodeComment       Code = "comment"    // the value is written so that it is a comment
	CodeCharacters    Code = "characters" // a character, or letter case, that the field must not have
	CodeHyphens       Code = "hyphens"    // a hyphen at an edge, or two in a row
	CodeDirectory     Code = "directory"  // the name differs from the directory's
	CodeUnreadable    Code = "unreadable" // the file cannot be decoded or read
	CodeReserved      Code = "reserved"   // a name that the agent keeps for itself
	CodeProgram       Code = "program"    // the frontmatter is a program that the agent executes, so nothing here tells what comes of it
)

// A Refusal is one reason why an agent does not accept a file.
type Refusal struct {
	Code    Code
	Field   string    // the frontmatter key concerned, empty for the frontmatter as a whole
	Span    text.Span // where; for a missing field the opening delimiter
	Message string    // the agent's exact words, empty where it refuses silently
	WouldBe bool      // the agent's parser had already given up; see [Verdict]
}

// A Remark is what an agent says of a file that it does not refuse for that.
type Remark struct {
	Code     Code   // empty where no rule goes by it
	Severity string // the agent's own: "error", "warning", "information" or "hint"
	Field    string // as in [Refusal]
	Span     text.Span
	Message  string // the agent's exact words
	Detail   string // of these what its parser says where it has given up, without the position; else empty
}

// Reason returns the agent's words, and where it has none, ours.
func (r Refusal) Reason() string {
	switch {
	case r.Message != "":
		return r.Message
	case r.Code == CodeProgram:
		return "unknown: the frontmatter is a program, which the agent executes when it finds the skill, and which is not executed here"
	}
	what := "the frontmatter"
	if r.Field != "" {
		what = "`" + r.Field + "`"
	}
	return "silently: " + what + " " + silentReasons[r.Code]
}

// silentReasons say what is wrong with a field or the frontmatter.
var silentReasons = map[Code]string{
	CodeNoFrontmatter: "is missing",
	CodeUnclosed:      "is not closed",
	CodeYAML:          "is not YAML",
	CodeFlow:          "has YAML that the agent does not allow",
	CodeLine:          "has a line that the agent cannot read",
	CodeNotMapping:    "holds no keys and values",
	CodeDuplicateKey:  "is there twice",
	CodeUnknownField:  "is not a known field",
	CodeMissing:       "is missing",
	CodeEmpty:         "is empty",
	CodeType:          "is of another type than the agent takes",
	CodeTooLong:       "is too long",
	CodeCharacters:    "has characters that it must not have",
	CodeHyphens:       "has a hyphen where none may be",
	CodeDirectory:     "differs from the directory's name",
	CodeUnreadable:    "cannot be read: the file is not UTF-8",
	CodeReserved:      "is reserved",
}
