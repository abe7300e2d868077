package skills

import (
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A File is the input of an agent's verdict: a SKILL.md and the name of its directory.
type File struct {
	Path   string // absolute path as the agent names it; its parent's base name is the directory name that some agents compare
	Source string
	// Frontmatter is the frontmatter of Source as this program parses it, for spans. An agent parses the
	// bytes in its own way, and uses Frontmatter only for the position of a refusal.
	Frontmatter *frontmatter.Frontmatter
	// Readings are those of Source, for a file that many agents judge one after the other. They may be nil.
	Readings *Readings
}

// A Verdict is the decision of an agent on a file.
type Verdict struct {
	Accepted bool
	// Name and Description are those that the agent uses. If the file is not accepted, they are best effort.
	Name, Description string
	// Refusals are the reasons for rejecting the file, in the agent's order. Those marked WouldBe are checks
	// that the agent did not reach because its parser failed, run on the fields that could be recovered.
	Refusals []Refusal
	// Remarks are what the agent reports in its own editor about the file without rejecting it, in its order.
	Remarks []Remark
	// EndsScan says that the file makes the agent's scan fail: the agent then offers no skill at all.
	EndsScan bool
	// Uncallable is a sentence that says why no user can start the skill by its name, or "".
	Uncallable string
	Exposure
}

// clone returns a copy, whose strings do not keep the source in memory, and its approximate size in bytes. ok
// is false if the size exceeds most.
func (v Verdict) clone(most int) (Verdict, int, bool) {
	c := cloner{bytes: 512 + 96*(len(v.Refusals)+len(v.Remarks))}
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

// A cloner copies strings and counts their bytes.
type cloner struct {
	bytes      int
	from, last string // the last message and its copy: an agent may repeat all of its reasons in each of them
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

// Exposure says who may start a skill, and what else the prompt says about it. In the zero value, the usual
// case, the user and the model may start it, and the model sees the description.
type Exposure struct {
	Gated     bool   // the model does not see it before a tool has accessed a file that matches its paths
	Hidden    bool   // the model does not see it, although a user can mention it
	HiddenFor string // why the agent hides it, as the end of a sentence; "" if a setting says so, or if it is not hidden
	Unlisted  string // likewise, if the author did not hide it
	ModelOnly bool   // a user cannot mention it
	NameOnly  bool   // the model sees the name and no description
	Uses      string // what the model sees, besides the description, on when to use it
	// Label is the name of the skill in the prompt, if the agent has one besides the name by which it knows
	// the skill. It has no meaning for other agents.
	Label string
	// Modes are the modes of the agent in which it has the skill, separated by line feeds. "" means all
	// modes. ModesFrom says what chooses them, such as "its `mode`".
	Modes, ModesFrom string
}

// HideIf hides the skill from the model for a reason, which is the end of a sentence.
func (e *Exposure) HideIf(hidden bool, reason string) {
	if hidden && !e.Hidden {
		e.Hidden, e.HiddenFor = true, reason
	}
}

// A Code classifies a refusal, so that rules can use it without repeating an agent's conditions.
type Code string

const (
	CodeNoFrontmatter Code = "no-frontmatter" // the agent finds no frontmatter
	CodeUnclosed      Code = "unclosed"       // it does not find the end of the frontmatter
	CodeYAML          Code = "yaml"           // its YAML parser fails
	CodeFlow          Code = "flow"           // flow style, anchors, tags: YAML that the agent forbids
	CodeLine          Code = "line"           // a line that YAML allows and the agent's own parser does not
	CodeNotMapping    Code = "not-mapping"
	CodeDuplicateKey  Code = "duplicate-key"
	CodeUnknownField  Code = "unknown-field"
	CodeMissing       Code = "missing" // a required field is absent
	CodeEmpty         Code = "empty"
	CodeType          Code = "type"
	CodeTooLong       Code = "too-long"
	CodeTooShort      Code = "too-short"
	CodeValue         Code = "value"      // a value that the field does not accept, or of the wrong form
	CodePath          Code = "path"       // a path to a location that is not allowed
	CodeMention       Code = "mention"    // a text that does not mention the skill
	CodeComment       Code = "comment"    // the value is written so that it is a comment
	CodeCharacters    Code = "characters" // a character, or case, that the field does not allow
	CodeHyphens       Code = "hyphens"    // a hyphen at the start or end, or two in a row
	CodePattern       Code = "pattern"    // a name that does not match the agent's pattern
	CodeDirectory     Code = "directory"  // the name differs from that of the directory
	CodeUnreadable    Code = "unreadable" // the file cannot be decoded or read
	CodeReserved      Code = "reserved"   // a name that the agent reserves
	CodeProgram       Code = "program"    // the frontmatter is a program that the agent executes, so its result is not known here
)

// A Refusal is one reason why an agent rejects a file.
type Refusal struct {
	Code    Code
	Field   string    // the frontmatter key, empty for the frontmatter as a whole
	Span    text.Span // for a missing field, the opening delimiter
	Message string    // the agent's exact words, empty if it rejects the file silently
	WouldBe bool      // the agent's parser had already failed; see [Verdict]
}

// A Remark is what an agent reports about a file without rejecting it for that.
type Remark struct {
	Code     Code   // empty if no rule uses it
	Severity string // the agent's own: "error", "warning", "information" or "hint"
	Field    string // as in [Refusal]
	Span     text.Span
	Message  string // the agent's exact words
	Detail   string // the part of Message from its parser, if that failed, without the position; else empty
}

// Silent reports whether the agent ignores the file without a message.
func (r Refusal) Silent() bool { return r.Message == "" && r.Code != CodeProgram }
