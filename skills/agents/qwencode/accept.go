package qwencode

import (
	"fmt"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// failed begins all messages (skills/skill-manager.ts and skills/types.ts).
const failed = "Failed to parse skill file: "

var (
	namePattern = regexp.MustCompile(`^[\p{L}\p{N}_:.-]+$`)
	absolute    = regexp.MustCompile(`^(?:[A-Za-z]:|[/\\])`)
	outside     = regexp.MustCompile(`(?:^|[/\\])\.\.(?:[/\\]|$)`)
)

// whole matches a file with its line feeds as its only line endings (parseSkillContent in skill-manager.ts). The
// first and the last line of the header are exactly "---", with at least one line in between.
var whole = regexp.MustCompile(`^---\n((?s:.*?))\n---(?:\n|$)`)

// parts returns the spans of the header and of the body in the result of [kit.LineFeeds], and whether there is a
// header.
func parts(decoded string) (header, body text.Span, ok bool) { return kit.MatchMatter(whole, decoded) }

// readHeader returns the fields of a header (utils/yaml-parser.ts). A header that is not YAML, or not a
// mapping, is read line by line, and so is one with a mapping that contains itself.
func readHeader(header string, r *skills.Readings) *yamldialect.JSObject {
	doc := kit.LoadEemeli(r, header)
	if fields, ok := doc.Value.(*yamldialect.JSObject); ok && doc.Err == nil && !doc.Circular {
		return fields
	}
	return yamldialect.LoadQwenLines(header)
}

// accept returns the verdict of parseSkillContent (skills/skill-manager.ts). Qwen Code stops at the first
// problem. The verdict continues, in the order of its checks.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f)}
	decoded := kit.LineFeeds(f.Source)
	header, _, ok := parts(decoded)
	if !ok {
		c.NoFrontmatter(kit.IsOpened(decoded), failed+"Invalid format: missing YAML frontmatter")
		return c.Verdict(text.DecodeUTF8(c.Frontmatter.Name()), text.DecodeUTF8(c.Frontmatter.Description()))
	}
	c.fields = readHeader(header.Of(decoded), f.Readings)
	hasName, hasDescription := c.requires("name"), c.requires("description")
	name, ok := c.text("name")
	c.refuseIf(hasName && ok && !namePattern.MatchString(name), skills.CodeCharacters, "name",
		`"name" must match /^[\p{L}\p{N}_:.-]+$/u (letters, digits, _, :, ., -); got "`+name+`"`)
	description, ok := c.text("description")
	c.list("allowedTools", "")
	_, isText := c.fields.Value("model").(string)
	c.refuseIf(c.fields.Value("model") != nil && !isText, skills.CodeType, "model", `"model" must be a string`)
	gated := c.paths()
	c.refuseIf(hasDescription && ok && text.TrimJS(description) == "", skills.CodeEmpty, "description",
		`Validation failed: "description" cannot be empty`)
	v := c.Verdict(name, description)
	v.Gated = gated
	v.HideIf(fmt.Sprint(c.fields.Value("disable-model-invocation")) == "true", kit.DisablesInvocation)
	v.ModelOnly = fmt.Sprint(c.fields.Value("user-invocable")) == "false"
	v.Uses, _ = c.fields.Value("when_to_use").(string)
	return v
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	fields *yamldialect.JSObject
}

// refuseIf adds a refusal at the value of a field, or at its key, or at the opening delimiter, if something
// is wrong.
func (c *check) refuseIf(wrong bool, code skills.Code, field, message string) {
	c.RefuseIf(wrong, code, field, c.Place(field), failed+message)
}

// requires reports whether a field has a value, and adds a refusal if not.
func (c *check) requires(field string) bool {
	v := c.fields.Value(field)
	missing := v == nil || v == ""
	c.refuseIf(missing, c.Absence(field), field, `Missing "`+field+`" in frontmatter`)
	return !missing
}

// noText is the message of the JavaScript engine for a value that it cannot convert.
const noText = "Cannot convert object to primitive value"

// text returns the text of a field. If its value has none, it adds a refusal and returns false.
func (c *check) text(field string) (string, bool) {
	text, ok := textOf(c.fields.Value(field))
	c.refuseIf(!ok, skills.CodeType, field, noText)
	return text, ok
}

// list returns the texts in a list, or nil if the field is absent. If it is not a list of texts, it adds a
// refusal.
func (c *check) list(field, of string) []string {
	v := c.fields.Value(field)
	list, isList := v.(*yamldialect.JSArray)
	if !isList {
		c.refuseIf(v != nil, skills.CodeType, field, `"`+field+`" must be an array`+of)
		return nil
	}
	texts, ok := textsOf(list)
	c.refuseIf(!ok, skills.CodeType, field, noText)
	return texts
}

// paths reports whether the field paths has a pattern. It adds a refusal for the first pattern outside of the
// project.
func (c *check) paths() (found bool) {
	for _, pattern := range c.list("paths", " of glob patterns") {
		pattern = text.TrimJS(pattern)
		found = found || pattern != ""
		why := ""
		switch {
		case absolute.MatchString(pattern):
			why = " looks absolute; patterns are project-root-relative — drop the leading slash / drive letter"
		case outside.MatchString(pattern):
			why = ` contains a ".." segment that escapes the project root; patterns must stay within the project`
		default:
			continue
		}
		c.refuseIf(true, skills.CodePath, "paths", `"paths" entry "`+pattern+`"`+why)
		break
	}
	return found
}

// textOf returns String(v) for a value of a header, in which mappings have no prototype. It returns false for
// mappings, and for lists that contain one, because they have no text.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case *yamldialect.JSArray:
		texts, ok := textsOf(v)
		return strings.Join(texts, ","), ok
	case *yamldialect.JSObject:
		return "", false
	}
	text, _ := yamldialect.JSText(v) // only mappings have none
	return text, true
}

// textsOf returns the texts of the items of a list, without null. It returns false if one has none.
func textsOf(list *yamldialect.JSArray) (texts []string, ok bool) {
	for _, item := range list.Items {
		text, ok := textOf(item)
		if !ok {
			return nil, false
		}
		if item != nil {
			texts = append(texts, text)
		}
	}
	return texts, true
}
