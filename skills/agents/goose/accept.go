package goose

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// frontmatterShape is the struct that Goose reads (SkillFrontmatter in crates/goose/src/skills/mod.rs).
var frontmatterShape = yamldialect.Struct(
	"SkillFrontmatter",
	yamldialect.Field{Name: "name", Shape: yamldialect.Option(yamldialect.String()), Default: true},
	yamldialect.Field{Name: "description", Shape: yamldialect.String(), Default: true},
	yamldialect.Field{Name: "metadata", Shape: yamldialect.Map(yamldialect.Any()), Default: true},
)

// fence splits a file wherever it occurs (parse_frontmatter in crates/goose/src/sources.rs).
const fence = "---"

// A split is a file as Goose splits it: the text between the first two fences, and the text after them, both
// without white space around them.
type split struct {
	fences int // up to two
	first  text.Span
	yaml   text.Span
	body   text.Span
}

func splitFile(source string) split {
	var s split
	open := strings.Index(source, fence)
	if open < 0 {
		return s
	}
	s.fences, s.first = 1, text.Span{Start: open, End: open + len(fence)}
	length := strings.Index(source[s.first.End:], fence)
	if length < 0 {
		return s
	}
	end := s.first.End + length
	s.fences = 2
	s.yaml = trimRust(source, text.Span{Start: s.first.End, End: end})
	s.body = trimRust(source, text.Span{Start: end + len(fence), End: len(source)})
	return s
}

// trimRust returns the part of the span that str::trim leaves.
func trimRust(source string, span text.Span) text.Span { return span.TrimFunc(source, unicode.IsSpace) }

// accept reads a file as scan_skills_from_dir and parse_skill_content do (mod.rs), with the messages of
// Goose's log. If Goose gives up, the verdict continues with the author's view of the frontmatter.
func accept(f skills.File) skills.Verdict {
	c := check{kit.NewReport(f)}
	split := splitFile(f.Source)
	switch {
	case !utf8.ValidString(f.Source):
		message := "Failed to read skill file " + f.Path + ": stream did not contain valid UTF-8"
		c.Refuse(skills.CodeUnreadable, "", kit.InvalidUTF8(f.Source), message)
	case split.fences == 0:
		c.Refuse(skills.CodeNoFrontmatter, "", c.Missing, "")
	case split.fences == 1:
		c.Refuse(skills.CodeUnclosed, "", split.first, "")
	default:
		c.Missing = split.first
		c.decode(split.yaml)
	}
	if c.GaveUp = len(c.Refusals) > 0; c.GaveUp {
		c.recover()
	}
	c.name()
	return c.Verdict(c.Fields["name"].Text, c.Fields["description"].Text)
}

// A check collects the refusals of one file.
type check struct{ kit.Report }

// decode reads the YAML.
func (c *check) decode(yaml text.Span) {
	root, err := yamldialect.DecodeSerde(yaml.Of(c.Source), frontmatterShape)
	if err != nil {
		at := err.Span().Shift(yaml.Start)
		code, field := kit.SerdeCause(yaml.Of(c.Source), err)
		if code == skills.CodeDuplicateKey {
			field = strings.Trim(at.Of(c.Source), `"'`)
		} else if end := strings.IndexAny(field, ".["); end >= 0 {
			field = field[:end]
		}
		c.Refuse(code, field, at, "Failed to parse skill frontmatter: "+err.Message)
		return
	}
	c.Fields = make(map[string]kit.Field)
	for _, p := range root.Pairs {
		f := kit.Field{Place: text.Span{Start: p.Value.Start, End: p.Value.End}}
		if p.Value.Kind == yamldialect.Scalar {
			f.Text = p.Value.Text
		}
		if f.Place.IsEmpty() {
			f.Place = p.Key.Span()
		}
		f.Place = f.Place.Shift(yaml.Start)
		c.Fields[p.Key.Text] = f
	}
}

// recover takes the fields from the author's view of the frontmatter, except one that was already refused.
func (c *check) recover() {
	c.Recover()
	refused := c.Refusals[0].Field
	delete(c.Fields, refused)
	for i := range c.Frontmatter.Entries {
		e := &c.Frontmatter.Entries[i]
		known := e.Value != nil && e.Key != refused && (e.Key == "name" || e.Key == "description")
		if known && e.Value.Kind != frontmatter.ScalarValue {
			c.Refuse(skills.CodeType, e.Key, kit.ValueOrKey(e), "")
		}
	}
}

// name refuses a skill without a name, and one whose name has a slash. If Goose gave up, it does not report a
// name that could not be recovered.
func (c *check) name() {
	missing := "Skill at '" + filepath.Dir(c.Path) + "' is missing a required 'name' in frontmatter, skipping"
	f, _ := c.Required("name", missing)
	wrong := strings.Contains(f.Text, "/")
	c.RefuseIf(wrong, skills.CodeCharacters, "name", f.Place, "Skill name '"+f.Text+"' contains '/', skipping")
}

// validate returns why Goose would not create such a skill itself, as validate_skill_name of mod.rs does: it
// counts bytes, stops at the first problem, and allows two hyphens in a row. Goose loads the skills that it
// finds nevertheless.
func validate(f skills.File) []skills.Refusal {
	v, c := accept(f), kit.NewReport(f)
	if _, ok := c.Frontmatter.Entry("name"); !v.Accepted || !ok {
		return nil
	}
	refuse := func(code skills.Code, why string) []skills.Refusal {
		c.Refuse(code, "name", c.Place("name"), `Invalid skill name "`+v.Name+`". Names `+why)
		return c.Refusals
	}
	switch {
	case len(v.Name) > 64:
		return refuse(skills.CodeTooLong, "must be at most 64 characters.")
	case !kit.IsKebabAlphabet(v.Name):
		return refuse(skills.CodeCharacters, "may only contain lowercase letters, digits, and hyphens.")
	case strings.HasPrefix(v.Name, "-") || strings.HasSuffix(v.Name, "-"):
		return refuse(skills.CodeHyphens, "must not start or end with a hyphen.")
	}
	return nil
}
