package refs

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// Mentions returns the mentions in a file's prose. Placeholders for the skill's arguments are not mentions, and neither
// is "name:name" unless the first name is that of a plugin in the workspace.
func Mentions(s *workspace.Snapshot, f *file.File) []skills.Mention {
	known := make(map[string]bool) // plugins
	isPlugin := func(name string) bool {
		isKnown, ok := known[name]
		if !ok {
			isKnown = vantage.HasPlugin(s, f.Dir, name)
			known[name] = isKnown
		}
		return isKnown
	}
	found := slices.DeleteFunc(WrittenMentions(f), func(m skills.Mention) bool {
		plugin, _, _ := strings.Cut(m.Name, ":")
		return m.Kind == skills.PluginMention && !isPlugin(plugin)
	})
	readers := sync.OnceValue(func() []*skills.Agent { // that may read "/plugin skill" as one mention
		return slices.DeleteFunc(SlashReaders(s, f), func(agent *skills.Agent) bool { return agent.Command == nil })
	})
	for i := range found {
		if m := &found[i]; m.Kind == skills.SlashMention {
			end := index.EndOfNext(f.Doc.Source, m.Span)
			if end > m.Span.End && len(readers()) > 0 && isPlugin(m.Name) {
				extend(s, f, m, end, readers())
			}
		}
	}
	return withoutArguments(s, f, found)
}

// extend makes "/plugin" a mention of "plugin:skill" if the next word, which ends at an offset, is the skill, and one of
// the agents reads it so.
func extend(s *workspace.Snapshot, f *file.File, m *skills.Mention, end int, readers []*skills.Agent) {
	exists := func(name string) bool { return vantage.HasPluginSkill(s, f.Dir, name) || isCommand(s, f.Dir, name) }
	for _, agent := range readers {
		name, span := agent.Command(f.Doc.Source[m.Span.Start:end], exists)
		if span = span.Shift(m.Span.Start); span.End > m.Span.End {
			m.Name, m.Span.End, m.NameSpan.End = name, span.End, span.End
			return
		}
	}
}

// isCommand reports whether the workspace of a directory has a command with the name: a skill that is in no plugin, or a
// prompt.
func isCommand(s *workspace.Snapshot, dir, name string) bool {
	folder, _ := vantage.FolderOf(s, dir)
	return s.IsFile(filepath.Join(folder, ".github", "prompts", name+".prompt.md")) ||
		slices.ContainsFunc(s.SkillsNamed(name), func(sum *index.Summary) bool {
			return workspace.PluginOf(s, filepath.Dir(sum.Path)).Name == ""
		})
}

// WrittenMentions returns the text in the file's prose that reads as a mention: "$name" and "[$name](path)"
// in the most permissive of the agents' syntaxes, "/name", and "plugin:name" of any plugin. Code is not prose, but
// "plugin:name" may be in a code span.
func WrittenMentions(f *file.File) []skills.Mention {
	if f.Doc.Body.Len() > markdown.MaxBody {
		return nil // the body is not parsed, so it is unknown what is code
	}
	var found []skills.Mention
	if mayMention(f.Doc) {
		found = mentionsIn(maskCode(f.Doc))
	}
	return append(found, pluginMentions(f.Doc)...)
}

// pluginMentions returns each "plugin:name" in a body that is in prose or in a code span, except in the destinations
// of links.
func pluginMentions(doc *skills.Document) (found []skills.Mention) {
	var destinations []text.Span // sorted; those before the mention are removed
	for m := range index.PluginMentions(doc.Body.Of(doc.Source)) {
		md := doc.Markdown()
		if destinations == nil {
			destinations = append(destinationsIn(md), text.At(len(doc.Source)))
		}
		m.Span, m.NameSpan = m.Span.Shift(doc.Body.Start), m.NameSpan.Shift(doc.Body.Start)
		for destinations[0].End < m.Span.End {
			destinations = destinations[1:]
		}
		isCode := md.InCode(m.Span.Start) && CodeSpanAt(md, m.Span.Start) == nil
		if !isCode && !destinations[0].Encloses(m.Span) {
			found = append(found, m)
		}
	}
	return found
}

// destinationsIn returns the parts of links and definitions that are not shown, and the addresses that are links by
// themselves, sorted.
func destinationsIn(md *markdown.Document) (spans []text.Span) {
	for i := range md.Links {
		l := &md.Links[i]
		if l.Kind == markdown.AutoLink {
			spans = append(spans, l.Span)
		} else {
			spans = append(spans, text.Span{Start: l.Text.End, End: l.Span.End})
		}
	}
	for _, d := range md.Definitions {
		spans = append(spans, d.Span)
	}
	slices.SortFunc(spans, func(a, b text.Span) int { return a.End - b.End })
	return spans
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

// mentionInProse returns the mention in the body that the cursor touches.
func (c *Cursor) mentionInProse() (skills.Mention, bool) {
	for _, m := range Mentions(c.Snapshot, c.File) {
		if m.Span.Contains(c.Offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}
