package qwencode

import (
	"fmt"
	"regexp"

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
	c.requires("name")
	c.requires("description")
	name, ok := c.text("name")
	c.refuseIf(ok && !namePattern.MatchString(name), skills.CodeCharacters, "name",
		`"name" must match /^[\p{L}\p{N}_:.-]+$/u (letters, digits, _, :, ., -); got "`+name+`"`)
	description, ok := c.text("description")
	c.list("allowedTools", "")
	_, isText := c.fields.Value("model").(string)
	c.refuseIf(c.fields.Value("model") != nil && !isText, skills.CodeType, "model", `"model" must be a string`)
	gated := c.paths()
	c.refuseIf(ok && text.TrimJS(description) == "", skills.CodeEmpty, "description",
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

// requires adds a refusal if a field has no value.
func (c *check) requires(field string) {
	v := c.fields.Value(field)
	c.refuseIf(v == nil || v == "", c.Absence(field), field, `Missing "`+field+`" in frontmatter`)
}

// noText is the message of the JavaScript engine for a value that it cannot convert.
const noText = "Cannot convert object to primitive value"

// text returns the text of a field. If the value of the field has none, it adds a refusal and returns false.
func (c *check) text(field string) (string, bool) {
	v := c.fields.Value(field)
	if v == nil || v == "" { // it was refused
		return "", false
	}
	text, ok := textOf(v)
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
