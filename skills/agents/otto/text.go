package otto

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// inject renders the answer of the tool skill for a name without a file (tool.ts): a JSON object as
// JSON.stringify prints it. Nothing in the body is substituted.
func inject(l skills.Load) skills.Injection {
	check := read(skills.File{Path: l.Skill.Path, Source: l.Source})
	verdict := check.verdict()
	field := func(name, otherwise string) string {
		if text := check.Fields[name].Text; text != "" {
			return kit.QuoteJSON(text)
		}
		return kit.QuoteJSON(text.DecodeUTF8(otherwise))
	}
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, `{"ok":true,"name":`+field("name", l.Skill.Name)+`,"description":`+field("description", l.Skill.Description)+`,"content":"`)
	body := body(l.Source)
	copyBody(&c, l.Source, body)
	c.Add(skills.SegmentEnvelope, `","path":`+kit.QuoteJSON(text.DecodeUTF8(filepath.ToSlash(l.Skill.Path)))+`,"scope":`+kit.QuoteJSON(scope(l)))
	if tools, ok := check.Fields["allowedTools"]; ok && !check.isMapping("allowedTools") {
		c.Add(skills.SegmentEnvelope, `,"allowedTools":`+toolsOf(tools.Text, check.json["allowedTools"]))
	}
	files := list(l)
	if len(files.list) > 0 {
		c.Add(skills.SegmentFiles, `,"availableFiles":[`+files.json()+"]")
	}
	notices := notices(text.DecodeUTF8(body.Of(l.Source)))
	c.Add(skills.SegmentNotice, printNotices(notices))
	c.Add(skills.SegmentEnvelope, "}")

	c.NoteIf(!verdict.Accepted, "The tool `skill` answers `{\"ok\":false,\"error\":\"Skill '"+l.Skill.Name+"' not found\"}`.")
	c.NoteIf(l.Arguments != nil && *l.Arguments != "", "otto has no arguments: the tool `skill` has only a name and a file.")
	c.Note(files.notes()...)
	c.NoteIf(len(notices) > 0, "Line numbers in the security notices start at the first nonblank line of the body.")
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = files.paths(l.Skill.Dir), files.truncated
	return injection
}

// body returns the body without white space around it, as otto finds it, or the author's view of it if otto
// finds none.
func body(source string) text.Span {
	if _, body, ok := split(source); ok {
		return body.TrimJS(source)
	}
	return skills.Parse(source).Body.TrimJS(source)
}

// copyBody appends a part of the source, escaped for JSON.
func copyBody(c *skills.Composition, source string, span text.Span) {
	src := span.Of(source)
	escaped, note := kit.EscapeJSON(text.DecodeUTF8(src)), "escaped as in a JSON string"
	switch {
	case escaped == src:
		note = ""
	case !utf8.ValidString(src):
		note += "; invalid UTF-8 in the file appears as U+FFFD"
	}
	c.CopyAs(skills.SegmentBody, escaped, span, note)
}

// scope returns otto's word for the root in which the skill was found.
func scope(l skills.Load) string { return kit.ScopeWord(l, "user", "cwd") }

// toolsOf prints the tools: an array as it is, or a string split at white space.
func toolsOf(source string, array *frontmatter.Value) string {
	if array != nil {
		return stringify(array)
	}
	names := kit.FieldsJS(source)
	for i, name := range names {
		names[i] = kit.QuoteJSON(name)
	}
	return "[" + strings.Join(names, ",") + "]"
}

const catalogIntro = "Load a skill by name to get detailed, task-specific instructions. "

// catalog renders the description of the tool skill (buildSkillDescription in tool.ts @47028d8a).
var catalog = kit.Catalog{
	Head:      catalogIntro + "Use only when the user's request clearly matches a listed skill. Available skills:\n",
	Entry:     func(s skills.Skill) string { return "- " + s.Name + ": " + summary(s.Description) },
	Separator: "\n",
	Without:   catalogIntro + "No skills are currently available.",
}.Render

// skipped matches a second sentence, in lowercase, that is left out (SKIP_PREFIXES).
var skipped = regexp.MustCompile(`^(?:also use when\b|for [^.]*see\b|see |use this\b|use proactively\b|distinct from\b|different from\b|not for\b)`)

// summary returns the first sentence of a description and, unless it begins with certain words, the second. A
// sentence ends with a period or mark that a space follows (summarizeDescription).
func summary(description string) string {
	first, rest := sentence(strings.Join(kit.FieldsJS(description), " "))
	second, _ := sentence(rest)
	if second == "" || skipped.MatchString(kit.LowerASCII(second)) {
		return first
	}
	return first + " " + second
}

func sentence(text string) (sentence, rest string) {
	for i := range len(text) - 1 {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1], text[i+2:]
		}
	}
	return text, ""
}
