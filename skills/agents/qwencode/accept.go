package qwencode

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Messages with which Qwen Code rejects a file (skills/skill-manager.ts and skills/types.ts).
const (
	failed       = "Failed to parse skill file: "
	noHeader     = "Invalid format: missing YAML frontmatter"
	wrongName    = `"name" must match /^[\p{L}\p{N}_:.-]+$/u (letters, digits, _, :, ., -); got `
	noText       = "Cannot convert object to primitive value" // of the JavaScript engine
	blank        = `Validation failed: "description" cannot be empty`
	absolutePath = " looks absolute; patterns are project-root-relative — " +
		"drop the leading slash / drive letter"
	outsidePath = ` contains a ".." segment that escapes the project root; ` +
		"patterns must stay within the project"
)

var (
	namePattern = regexp.MustCompile(`^[\p{L}\p{N}_:.-]+$`)
	drive       = regexp.MustCompile(`^[A-Za-z]:`)
)

// accept returns the verdict of parseSkillContent (skills/skill-manager.ts). Qwen Code stops at the first
// problem. The verdict continues, in the order of its checks.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f)}
	decoded := kit.LineFeeds(f.Source)
	header, _, ok := parts(decoded)
	if !ok {
		c.NoFrontmatter(kit.IsOpened(decoded), failed+noHeader)
		return c.Verdict(text.DecodeUTF8(c.Frontmatter.Name()), text.DecodeUTF8(c.Frontmatter.Description()))
	}
	c.fields = readHeader(header.Of(decoded), f.Readings)
	hasName, hasDescription := c.requires("name"), c.requires("description")
	var v skills.Verdict
	if hasName {
		v.Name, ok = c.text("name")
		if ok && !namePattern.MatchString(v.Name) {
			c.refuse(skills.CodeCharacters, "name", wrongName+`"`+v.Name+`"`)
		}
	}
	if hasDescription {
		v.Description, ok = c.text("description")
	}
	c.list("allowedTools", "")
	if _, isText := c.get("model").(string); c.get("model") != nil && !isText {
		c.refuse(skills.CodeType, "model", `"model" must be a string`)
	}
	v.Gated = c.paths()
	if hasDescription && ok && text.TrimJS(v.Description) == "" {
		c.refuse(skills.CodeEmpty, "description", blank)
	}
	v.Hidden = c.is("disable-model-invocation", true)
	v.ModelOnly = c.is("user-invocable", false)
	v.Uses, _ = c.get("when_to_use").(string)
	v.Accepted, v.Refusals = len(c.Refusals) == 0, c.Refusals
	return v
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	fields *yamldialect.JSObject
}

// refuse adds a refusal at the value of a field, or at its key, or at the opening delimiter.
func (c *check) refuse(code skills.Code, field, message string) {
	c.Refuse(code, field, c.Place(field), failed+message)
}

// get returns the value of a field, or nil if it is absent or null.
func (c *check) get(field string) any {
	v, _ := c.fields.Get(field)
	return v
}

// is reports whether a field is the boolean want, or the same word as a string.
func (c *check) is(field string, want bool) bool {
	v := c.get(field)
	return v == want || want && v == "true" || !want && v == "false"
}

// requires reports whether a field has a value. If it has none, it adds a refusal.
func (c *check) requires(field string) bool {
	if v := c.get(field); v != nil && v != "" {
		return true
	}
	code := skills.CodeMissing
	if _, ok := c.Frontmatter.Entry(field); ok {
		code = skills.CodeEmpty
	}
	c.refuse(code, field, `Missing "`+field+`" in frontmatter`)
	return false
}

// text returns the text of a field. If it has none, it adds a refusal and returns false.
func (c *check) text(field string) (string, bool) {
	text, ok := textOf(c.get(field))
	if !ok {
		c.refuse(skills.CodeType, field, noText)
	}
	return text, ok
}

// list returns the texts in a list, or nil if the field is absent. If it is not a list of texts, it adds a
// refusal.
func (c *check) list(field, of string) []string {
	v := c.get(field)
	if v == nil {
		return nil
	}
	list, ok := v.(*yamldialect.JSArray)
	if !ok {
		c.refuse(skills.CodeType, field, `"`+field+`" must be an array`+of)
		return nil
	}
	texts, ok := textsOf(list)
	if !ok {
		c.refuse(skills.CodeType, field, noText)
	}
	return texts
}

// paths reports whether the field paths has a pattern. It adds a refusal for the first pattern outside of the
// project.
func (c *check) paths() (found bool) {
	for _, pattern := range c.list("paths", " of glob patterns") {
		pattern = text.TrimJS(pattern)
		if pattern == "" {
			continue
		}
		found = true
		path, message := strings.ReplaceAll(pattern, `\`, "/"), `"paths" entry "`+pattern+`"`
		switch {
		case strings.HasPrefix(path, "/") || drive.MatchString(path):
			c.refuse(skills.CodePath, "paths", message+absolutePath)
			return found
		case slices.Contains(strings.Split(path, "/"), ".."):
			c.refuse(skills.CodePath, "paths", message+outsidePath)
			return found
		}
	}
	return found
}
