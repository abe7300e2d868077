package agents

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// injectOtto renders what the tool skill answers to a name alone (tool.ts), a JSON object as JSON.stringify prints it. Nothing in the
// body is substituted.
func injectOtto(l skills.Load) skills.Injection {
	check := readOtto(skills.File{Path: l.Skill.Path, Source: l.Source})
	verdict := check.verdict()
	field := func(name, otherwise string) string {
		if text := check.fields[name].text; text != "" {
			return quoteOtto(text)
		}
		return quoteOtto(text.DecodeUTF8(otherwise))
	}
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, `{"ok":true,"name":`+field("name", l.Skill.Name)+`,"description":`+field("description", l.Skill.Description)+`,"content":"`)
	body := ottoBody(l.Source)
	copyOtto(&c, l.Source, body)
	c.Add(skills.SegmentEnvelope, `","path":`+quoteOtto(text.DecodeUTF8(filepath.ToSlash(l.Skill.Path)))+`,"scope":`+quoteOtto(ottoScope(l)))
	if tools, ok := check.fields["allowedTools"]; ok && tools.kind != ottoMapping {
		c.Add(skills.SegmentEnvelope, `,"allowedTools":`+ottoTools(tools))
	}
	files := listOtto(l)
	if len(files.list) > 0 {
		c.Add(skills.SegmentFiles, `,"availableFiles":[`+files.json()+"]")
	}
	notices := ottoNotices(text.DecodeUTF8(body.Of(l.Source)))
	if len(notices) > 0 {
		texts := make([]string, len(notices))
		for i, n := range notices {
			texts[i] = n.String()
		}
		c.Add(skills.SegmentNotice, `,"securityNotices":[`+strings.Join(texts, ",")+"]")
	}
	c.Add(skills.SegmentEnvelope, "}")

	injection := c.Injection()
	injection.Files, injection.FilesTruncated = files.paths(l.Skill.Dir), files.truncated
	if !verdict.Accepted {
		injection.Notes = append(injection.Notes, fmt.Sprintf("The tool `skill` would answer `{\"ok\":false,\"error\":\"Skill '%s' not found\"}`.", l.Skill.Name))
	}
	if l.Arguments != nil && *l.Arguments != "" {
		injection.Notes = append(injection.Notes, "otto has no arguments: the tool `skill` takes a name and a file.")
	}
	injection.Notes = append(injection.Notes, files.notes()...)
	if len(notices) > 0 {
		injection.Notes = append(injection.Notes, "The security notices count lines from the first line of the body that is not blank.")
	}
	return injection
}

// ottoBody returns the body without white space around it, as otto sees it, and where it sees none, as the author does.
func ottoBody(source string) text.Span {
	if _, body, ok := splitOtto(source); ok {
		return body.TrimJS(source)
	}
	return skills.Parse(source).Body.TrimJS(source)
}

// copyOtto appends a part of the source, escaped.
func copyOtto(c *skills.Composition, source string, span text.Span) {
	src := span.Of(source)
	escaped, note := escapeOtto(text.DecodeUTF8(src)), "escaped as a text in JSON"
	switch {
	case escaped == src:
		note = ""
	case !utf8.ValidString(src):
		note += "; what is not UTF-8 in the file appears as U+FFFD"
	}
	c.CopyAs(skills.SegmentBody, escaped, span, note)
}

// ottoScope is otto's word for where the skill was found.
func ottoScope(l skills.Load) string {
	switch {
	case l.Root != nil && l.Root.Word != "":
		return l.Root.Word
	case l.Skill.Scope == skills.ScopeUser:
		return "user"
	}
	return "cwd"
}

// ottoTools prints the tools: an array as it is, and a text split at white space.
func ottoTools(f ottoField) string {
	if f.json != nil {
		return stringifyOtto(f.json)
	}
	names := fieldsJS(f.text)
	for i, name := range names {
		names[i] = quoteOtto(name)
	}
	return "[" + strings.Join(names, ",") + "]"
}

// What the description of the tool skill begins with (buildSkillDescription in tool.ts @47028d8a).
const (
	ottoCatalogIntro = "Load a skill by name to get detailed, task-specific instructions. "
	ottoCatalogSome  = ottoCatalogIntro + "Use only when the user's request clearly matches a listed skill. Available skills:\n"
	ottoCatalogNone  = ottoCatalogIntro + "No skills are currently available."
)

// catalogOtto renders the description of the tool skill, which has no budget.
func catalogOtto(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	if len(list) == 0 {
		return skills.CatalogText{Content: ottoCatalogNone}
	}
	lines := make([]string, len(list))
	for i, s := range list {
		lines[i] = "- " + s.Name + ": " + summaryOtto(s.Description)
	}
	return skills.CatalogText{Content: ottoCatalogSome + strings.Join(lines, "\n"), Entries: len(list), Total: len(list)}
}

// ottoSkipped match a second sentence, in small letters, that is left out (SKIP_PREFIXES).
var ottoSkipped = regexp.MustCompile(`^(?:also use when\b|for [^.]*see\b|see |use this\b|use proactively\b|distinct from\b|different from\b|not for\b)`)

// summaryOtto returns the first sentence of a description and, unless it begins with certain words, the second. A sentence ends
// with a period or mark that a space follows (summarizeDescription).
func summaryOtto(description string) string {
	first, rest := ottoSentence(strings.Join(fieldsJS(description), " "))
	second, _ := ottoSentence(rest)
	if second == "" || ottoSkipped.MatchString(lowerASCII(second)) {
		return first
	}
	return first + " " + second
}

func ottoSentence(text string) (sentence, rest string) {
	for i := range len(text) - 1 {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1], text[i+2:]
		}
	}
	return text, ""
}
