package refs

import (
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// Mentions returns the mentions in a file's prose. Placeholders for the skill's arguments are not mentions.
func Mentions(s *workspace.Snapshot, f *file.File) []skills.Mention {
	return withoutArguments(s, f, WrittenMentions(f))
}

// WrittenMentions returns the text in the file's prose that reads as a mention: "$name" and "[$name](path)"
// in the most permissive of the agents' syntaxes, and "/name". Code is not prose.
func WrittenMentions(f *file.File) []skills.Mention {
	if f.Doc.Body.Len() > markdown.MaxBody || !mayMention(f.Doc) {
		return nil // the body is not parsed, so it is unknown what is code
	}
	return mentionsIn(maskCode(f.Doc))
}

// mayMention returns false only if a document's prose has neither a "$" nor a "/name". Most have none, which
// saves a copy of them.
func mayMention(doc *skills.Document) bool {
	code := doc.Markdown().Code
	isProse := func(offset int) bool {
		for len(code) > 0 && code[0].End <= offset {
			code = code[1:]
		}
		return len(code) == 0 || offset < code[0].Start
	}
	body := doc.Body.Of(doc.Source)
	for at := 0; ; at++ {
		i := strings.IndexByte(body[at:], '$')
		if i < 0 {
			break
		}
		if at += i; isProse(doc.Body.Start + at) {
			return true
		}
	}
	code = doc.Markdown().Code
	for m := range index.SlashMentions(body) {
		if isProse(doc.Body.Start + m.Span.Start) {
			return true
		}
	}
	return false
}

// mentionsIn returns the mentions in text that is all prose.
func mentionsIn(prose string) []skills.Mention {
	var found []skills.Mention
	for _, m := range agents.Codex.Mentions(prose) {
		if m.Kind == skills.PlainMention {
			m.Name = strings.TrimRight(m.Name, "-:_")
			if m.Name == "" || strings.HasSuffix(prose[:m.Span.Start], `\`) {
				continue
			}
			m.NameSpan.End = m.NameSpan.Start + len(m.Name)
			m.Span.End = m.NameSpan.End
		}
		found = append(found, m)
	}
	return slices.AppendSeq(found, index.SlashMentions(prose))
}

// masked replaces a byte of code. It is neither part of a name nor a boundary at which a name can begin or
// end.
const masked = 1

// maskCode returns the source with the frontmatter and all code masked except for line endings, so that
// offsets stay the same.
func maskCode(doc *skills.Document) string {
	var prose strings.Builder
	prose.Grow(len(doc.Source))
	blank := func(s text.Span) {
		for i := max(s.Start, prose.Len()); i < s.End; i++ {
			if b := doc.Source[i]; b == '\n' || b == '\r' {
				prose.WriteByte(b)
			} else {
				prose.WriteByte(masked)
			}
		}
	}
	blank(text.Span{Start: 0, End: doc.Body.Start})
	for _, code := range doc.Markdown().Code {
		if code.Start > prose.Len() {
			prose.WriteString(doc.Source[prose.Len():code.Start])
		}
		blank(code)
	}
	prose.WriteString(doc.Source[prose.Len():])
	return prose.String()
}

// mentionInProse returns the mention in the body that the cursor touches. There are no mentions in code.
func (c *Cursor) mentionInProse() (skills.Mention, bool) {
	for _, m := range Mentions(c.Snapshot, c.File) {
		if m.Span.Contains(c.Offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}
