package openoxide

import (
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/yamldialect"
)

// frontmatterShape has the fields that the design reads in a SKILL.md, with serde_yaml. Only the first two
// can make it reject a skill.
var frontmatterShape = yamldialect.Struct(
	"SkillFrontmatter",
	yamldialect.Field{Name: "name", Shape: kit.OptionalString},
	yamldialect.Field{Name: "description", Shape: kit.OptionalString},
	yamldialect.Field{Name: "disable_model_invocation", Shape: yamldialect.Any(), Default: true},
	yamldialect.Field{Name: "user_invocable", Shape: yamldialect.Any(), Default: true},
	yamldialect.Field{Name: "context", Shape: yamldialect.Any(), Default: true},
)

// accept checks the requirements of the design for a SKILL.md (SKILL.md Contract): YAML frontmatter with a
// name and a description. The design does not say how the frontmatter is found and how values are folded into
// one line, for which accept follows Codex. It has no rules for lengths and characters, and no error
// messages.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f)}
	c.read()
	name, description := c.required("name"), c.required("description")
	v := c.Verdict(name, description)
	v.HideIf(kit.IsSerdeBool(c.root.Get("disable_model_invocation"), "true"), "`disable_model_invocation` is true")
	v.ModelOnly = kit.IsSerdeBool(c.root.Get("user_invocable"), "false")
	return v
}

// read reads the frontmatter. root is nil if the file has none that can be read.
func read(source string) (root *yamldialect.Node, front kit.Delimited, err *yamldialect.Error) {
	front = kit.ReadDelimited(source)
	if front.Closed {
		root, err = yamldialect.DecodeSerde(front.Text, frontmatterShape)
	}
	return root, front, err
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	root *yamldialect.Node
}

func (c *check) read() {
	if !utf8.ValidString(c.Source) {
		c.GiveUp(skills.CodeUnreadable, "", kit.InvalidUTF8(c.Source), "")
		return
	}
	root, front, err := read(c.Source)
	switch {
	case !front.Opened:
		c.GiveUp(skills.CodeNoFrontmatter, "", c.Missing, "")
	case !front.Closed:
		c.GiveUp(skills.CodeUnclosed, "", c.Missing, "")
	case err != nil:
		code, field := kit.SerdeCause(front.Text, err)
		at := c.Missing
		if len(front.Lines) > 0 {
			at = front.Span(err.Start, err.End)
		}
		c.GiveUp(code, field, at, "")
	default:
		c.root = root
	}
}

// required returns the text of a field on one line, and refuses a field without text. If the parser gave up,
// the text is the author's.
func (c *check) required(field string) string {
	e, there := c.Frontmatter.Entry(field)
	text := ""
	switch v := c.root.Get(field); {
	case v != nil:
		there, text = true, kit.CollapseSpace(kit.SerdeText(v))
	case c.GaveUp && (there && (e.Value == nil || e.Value.Kind != frontmatter.ScalarValue)):
		return "" // unknown
	case c.GaveUp && there && !e.Value.IsNull():
		text = kit.CollapseSpace(e.Value.Text)
	case !c.GaveUp:
		there = false
	}
	switch {
	case text != "":
	case there:
		c.Refuse(skills.CodeEmpty, field, c.Place(field), "")
	default:
		c.Refuse(skills.CodeMissing, field, c.Missing, "")
	}
	return text
}
