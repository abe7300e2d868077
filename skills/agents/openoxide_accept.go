package agents

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// openoxideFrontmatter is what the design reads of a SKILL.md, with serde_yaml. Only the first two keep a skill out.
var openoxideFrontmatter = yamldialect.Struct(
	"SkillFrontmatter",
	yamldialect.Field{Name: "name", Shape: codexOptional},
	yamldialect.Field{Name: "description", Shape: codexOptional},
	yamldialect.Field{Name: "disable_model_invocation", Shape: yamldialect.Any(), Default: true},
	yamldialect.Field{Name: "user_invocable", Shape: yamldialect.Any(), Default: true},
	yamldialect.Field{Name: "context", Shape: yamldialect.Any(), Default: true},
)

// acceptOpenOxide checks what the design asks of a SKILL.md (SKILL.md Contract): YAML frontmatter with a name and a description. It
// is silent on how the frontmatter is found and values are made one line, where Codex is followed, and on lengths and characters. The
// words of its errors are not given.
func acceptOpenOxide(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := openoxideCheck{source: f.Source, fm: fm, missing: fm.Open}
	c.read()
	v := skills.Verdict{Name: c.required("name"), Description: c.required("description")}
	v.Hidden = isSerdeBool(c.root.Get("disable_model_invocation"), "true")
	v.ModelOnly = isSerdeBool(c.root.Get("user_invocable"), "false")
	v.Accepted, v.Refusals = len(c.refusals) == 0, c.refusals
	return v
}

// isSerdeBool reports whether a value is that boolean.
func isSerdeBool(v *yamldialect.SerdeValue, text string) bool {
	return v != nil && v.Kind == yamldialect.SerdeBoolean && strings.EqualFold(v.Text, text)
}

// readOpenOxide reads the frontmatter; nil where there is none that can be read.
func readOpenOxide(source string) (root *yamldialect.SerdeValue, front codexFront, err *yamldialect.Error) {
	front = readCodexFront(source)
	if front.closed {
		root, err = yamldialect.DecodeSerde(front.text, openoxideFrontmatter)
	}
	return root, front, err
}

// An openoxideCheck collects the refusals of one file.
type openoxideCheck struct {
	source   string
	fm       *frontmatter.Frontmatter
	missing  text.Span // where a missing field is reported
	root     *yamldialect.SerdeValue
	gaveUp   bool // the parser did: what follows would be
	refusals []skills.Refusal
}

func (c *openoxideCheck) refuse(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, WouldBe: c.gaveUp})
}

func (c *openoxideCheck) read() {
	if !utf8.ValidString(c.source) {
		c.refuse(skills.CodeUnreadable, "", invalidUTF8(c.source))
		c.gaveUp = true
		return
	}
	root, front, err := readOpenOxide(c.source)
	switch {
	case !front.opened:
		c.refuse(skills.CodeNoFrontmatter, "", c.fm.Open)
	case !front.closed:
		c.refuse(skills.CodeUnclosed, "", c.fm.Open)
	case err != nil:
		code, field := codexCause(front.text, err)
		at := c.fm.Open
		if len(front.lines) > 0 {
			at = front.span(err.Start, err.End)
		}
		c.refuse(code, field, at)
	default:
		c.root = root
		return
	}
	c.gaveUp = true
}

// required returns the text of a field on one line, after refusing one without. Where the parser gave up, it is the author's.
func (c *openoxideCheck) required(field string) string {
	e, there := c.fm.Entry(field)
	at := c.missing
	if there {
		at = valueOrKey(e)
	}
	text := ""
	switch v := c.root.Get(field); {
	case v != nil:
		there, text = true, collapseRust(codexText(v))
	case c.gaveUp && (there && (e.Value == nil || e.Value.Kind != frontmatter.ScalarValue)):
		return "" // nobody knows
	case c.gaveUp && there && !e.Value.IsNull():
		text = collapseRust(e.Value.Text)
	case !c.gaveUp:
		there = false
	}
	switch {
	case text != "":
	case there:
		c.refuse(skills.CodeEmpty, field, at)
	default:
		c.refuse(skills.CodeMissing, field, c.missing)
	}
	return text
}

// compareOpenOxide orders by scope, name and path (Discovery and Scope Order).
func compareOpenOxide(a, b skills.Skill) int {
	return cmp.Or(a.Scope.Rank()-b.Scope.Rank(), compareCodex(a, b))
}
