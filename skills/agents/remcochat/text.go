package remcochat

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// maxSkills is the maximum number of skills that are loaded: max_skills.
const maxSkills = 200

// Limits of reading a SKILL.md, in bytes (src/ai/skills-tools.ts, src/server/chat/helpers.ts).
const (
	fileBytes     = 200_000 // max_skill_md_bytes
	overreadBytes = 128_000 // more, to find the end of the frontmatter
	promptBytes   = 1_000   // the minimum for the system prompt
)

// mentions returns the command that begins a message. RemcoChat treats it as a mention only if there is a
// skill of that name.
var mentions = kit.SlashSyntax{First: `^(/([a-z0-9]+(?:-[a-z0-9]+)*))(?:\s|$)`}.Mentions()

// injection returns the function that renders the result of skillsActivate for a SKILL.md that is cut at
// maxBytes: a JSON object as JSON.stringify prints it. Line feeds at the start of the body are left out.
func injection(maxBytes int) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		source := l.Source[:min(len(l.Source), maxBytes)]
		read := parse(source, nil)
		if len(source) < len(l.Source) && !read.isWhole() {
			source = l.Source[:min(len(l.Source), maxBytes+overreadBytes)]
			read = parse(source, nil)
		}
		if fm := skills.Parse(source).Frontmatter; read.message != "" && fm.State != frontmatter.Absent {
			read.parse(source, fm.Content) // RemcoChat would reject the file
		}
		c := composition{source: source}
		c.frontmatter(l.Skill.Name, read)
		c.body(read, len(l.Source)-maxBytes)

		c.note(l, maxBytes)
		return c.Injection()
	}
}

// A composition builds the JSON object.
type composition struct {
	skills.Composition
	source string
}

// frontmatter appends the fields that RemcoChat reads. name and description are present even if they are
// empty.
func (c *composition) frontmatter(name string, read parsed) {
	c.Add(skills.SegmentEnvelope, `{"name":`+kit.QuoteJSON(name)+`,"frontmatter":`)
	var b strings.Builder
	for _, field := range fields {
		text, separator := read.fields[field].Text, ","
		switch {
		case field == "name":
			separator = "{"
		case field == "metadata" && read.metadata == nil, field != "metadata" && field != "description" && text == "":
			continue
		}
		b.WriteString(separator + kit.QuoteJSON(field) + ":")
		if field == "metadata" {
			writeMetadata(&b, read.metadata)
		} else {
			b.WriteString(kit.QuoteJSON(text))
		}
	}
	b.WriteByte('}')
	content := read.content
	if content.IsEmpty() {
		c.Add(skills.SegmentFrontmatter, b.String())
	} else {
		c.CopyAs(skills.SegmentFrontmatter, b.String(), content, "the fields that RemcoChat reads, as JSON")
	}
}

func writeMetadata(b *strings.Builder, metadata *yamldialect.JSObject) {
	separator := "{"
	for _, key := range metadata.Keys() {
		text, _ := metadata.Value(key).(string) // all values are strings
		b.WriteString(separator + kit.QuoteJSON(key) + ":" + kit.QuoteJSON(text))
		separator = ","
	}
	if separator == "{" {
		b.WriteByte('{')
	}
	b.WriteByte('}')
}

// body appends the body and, if the file was cut, a notice with the number of missing bytes.
func (c *composition) body(read parsed, removed int) {
	c.Add(skills.SegmentEnvelope, `,"body":"`)
	body := text.Span{Start: read.body, End: len(c.source)}
	if read.message != "" {
		body = skills.Parse(c.source).Body // the author's view
	}
	note := "escaped as in a JSON string"
	if !utf8.ValidString(body.Of(c.source)) {
		note += ", and invalid UTF-8 in the file appears as U+FFFD"
	}
	c.CopyAs(skills.SegmentBody, kit.EscapeJSON(text.DecodeUTF8(body.Of(c.source))), body, note)
	if removed > 0 {
		c.Add(skills.SegmentNotice, fmt.Sprintf(`\n\n[REMCOCHAT_SKILLS_TRUNCATED: SKILL.md; %d bytes removed]`, removed))
	}
	c.Add(skills.SegmentEnvelope, `"}`)
}

// sections returns the sections that the system prompt has after `/name`: call, and also whole, with the
// whole file, if the model cannot call tools.
func sections(l skills.Load, maxBytes int) (call, whole string) {
	name := l.Skill.Name
	call = "Explicit skill invocation detected: /" + name + "\nCall skillsActivate first with name=\"" + name + "\"."
	maxBytes = max(promptBytes, maxBytes)
	text := text.DecodeUTF8(l.Source[:min(len(l.Source), maxBytes)])
	if removed := len(l.Source) - maxBytes; removed > 0 {
		text += fmt.Sprintf("\n\n[SKILL.md truncated: %d bytes removed]", removed)
	}
	return call, "Explicit skill invocation detected (/" + name + "). Tool calling is unavailable for this model, so the skill's SKILL.md " +
		"is injected below.\n\n" + text
}

// note adds the notes on a skill.
func (c *composition) note(l skills.Load, maxBytes int) {
	c.NoteIf(!accept(skills.File{Path: l.Skill.Path, Source: l.Source}).Accepted,
		"The tool `skillsActivate` fails: Unknown skill: "+l.Skill.Name)
	unknown := unknown(l.Source)
	c.NoteIf(len(unknown) > 0, "RemcoChat ignores `"+strings.Join(unknown, "`, `")+"`. According to its design document, it warns about that.")
	call, whole := sections(l, maxBytes)
	c.Note(
		"After `/"+l.Skill.Name+"` the system prompt has:\n\n"+call,
		"With tools disabled, it continues:\n\n"+whole)
	c.NoteIf(l.Arguments != nil && *l.Arguments != "",
		"RemcoChat has no arguments: the text after `/"+l.Skill.Name+"` is the user's message.")
}

// unknown returns the keys of the frontmatter that RemcoChat does not read.
func unknown(source string) (unknown []string) {
	read := parse(source, nil)
	if !read.isWhole() {
		return nil
	}
	for _, key := range read.object.Keys() {
		if !slices.Contains(fields, key) {
			unknown = append(unknown, strings.ReplaceAll(key, "`", "'"))
		}
	}
	return unknown
}

// catalog renders the section on skills of buildSystemPrompt. Skills beyond the limit are not loaded at all.
var catalog = kit.Catalog{
	Head: catalogHead,
	Entry: func(s skills.Skill) string {
		return "\n    {\n      \"name\": " + kit.QuoteJSON(s.Name) + ",\n      \"description\": " + kit.QuoteJSON(s.Description) + "\n    }"
	},
	Separator: ",",
	Tail:      "\n  ]\n}",
	Without:   catalogHead + "]\n}",
}.Render

const catalogHead = "Available skills metadata (JSON):\n\n{\n  \"available_skills\": ["
