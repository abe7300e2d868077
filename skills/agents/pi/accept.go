package pi

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// whole matches a file with its line feeds as its only line endings, up to the first line that begins with "---".
var whole = regexp.MustCompile(`^---((?s:.*?))\n---`)

// parts returns the spans of the frontmatter and of the body in the result of [kit.LineFeeds], and whether there
// is frontmatter (parseFrontmatter in utils/frontmatter.ts). Pi leaves out the character after the first "---",
// whatever it is.
func parts(decoded string) (yaml, body text.Span, ok bool) {
	yaml, body, ok = kit.MatchMatter(whole, decoded)
	_, dropped := utf8.DecodeRuneInString(yaml.Of(decoded))
	yaml.Start += dropped
	return yaml, body, ok
}

// accept reads a file as loadSkillFromFile does (core/skills.ts). It rejects invalid YAML, and a description
// that is missing, blank or not a string, and warns about other problems. It rejects Markdown files with
// names other than SKILL.md without a message.
func accept(f skills.File) skills.Verdict {
	c := kit.NewReport(f)
	decoded := kit.LineFeeds(f.Source)
	yaml, _, found := parts(decoded)
	doc := kit.LoadEemeli(f.Readings, yaml.Of(decoded))
	fields, isMapping := doc.Value.(*yamldialect.JSObject)
	switch {
	case !found:
		c.NoFrontmatter(strings.HasPrefix(decoded, "---"), required)
	case doc.Err != nil:
		at := kit.SourceSpan(f.Source, decoded, doc.Err.Span().Shift(yaml.Start))
		c.GiveUp(kit.CodeOf(doc.Err), "", at, doc.Err.Message)
	}
	if c.GaveUp {
		fields = c.AuthorJS()
	}
	name, _ := fields.Value("name").(string)
	name = cmp.Or(name, kit.DirectoryName(f.Path))
	value, there := fields.Get("description")
	description, _ := value.(string)
	_, written := c.Frontmatter.Entry("description")
	switch at := c.Place("description"); {
	case text.TrimJS(description) != "", c.GaveUp && (written || !found):
	case !isMapping && doc.Value != nil:
		c.Refuse(skills.CodeNotMapping, "", c.Frontmatter.Content.TrimJS(f.Source), required)
	case !there:
		c.Refuse(skills.CodeMissing, "description", at, required)
	case value == nil, value == description:
		c.Refuse(skills.CodeEmpty, "description", at, required)
	default:
		c.Refuse(skills.CodeType, "description", at, required)
	}
	remark(&c, name, description)
	v := c.Verdict(name, description)
	v.HideIf(fields.Value("disable-model-invocation") == true, kit.DisablesInvocation)
	if strings.Contains(name, " ") {
		v.Uncallable = "No user can start it: the name in `/skill:name` ends at its first space."
	}
	if base := filepath.Base(c.Path); c.Path != "" && base != "SKILL.md" {
		for i := range v.Refusals {
			v.Refusals[i].Message = ""
		}
	}
	return v
}

// required is Pi's message for every file in which it finds no description.
const required = "description is required"

// remark warns as validateDescription and validateName do (core/skills.ts).
func remark(c *kit.Report, name, description string) {
	warn := func(field string, wrong bool, message string) {
		c.RemarkIf(wrong, "warning", field, c.Place(field), message)
	}
	tooLong := func(field, value string, limit int) {
		n := text.UTF16.Len(value)
		warn(field, n > limit, fmt.Sprintf("%s exceeds %d characters (%d)", field, limit, n))
	}
	tooLong("description", description, 1024)
	tooLong("name", name, 64)
	warn("name", name != "" && !kit.IsKebabAlphabet(name),
		"name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)")
	warn("name", strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"),
		"name must not start or end with a hyphen")
	warn("name", strings.Contains(name, "--"), "name must not contain consecutive hyphens")
}
