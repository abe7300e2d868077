package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/runtimes"
)

// hoverFrontmatter explains a key, and the values of name and description.
func (c *cursor) hoverFrontmatter() (Hover, bool) {
	if c.file.Kind != SkillFile {
		return Hover{}, false
	}
	entries := c.file.Doc.Frontmatter.Entries
	for i := range entries {
		e := &entries[i]
		if e.KeySpan.Contains(c.offset) {
			return Hover{e.KeySpan, c.keyDoc(e.Key)}, true
		}
		if e.ValueSpan.Contains(c.offset) {
			return c.hoverValue(e)
		}
	}
	return Hover{}, false
}

func (c *cursor) hoverValue(e *skills.Entry) (Hover, bool) {
	switch e.Key {
	case "name":
		if text := c.verdictDoc(); text != "" {
			return Hover{e.ValueSpan, text}, true
		}
	case "description":
		return Hover{e.ValueSpan, c.lengthDoc(e)}, true
	}
	if h, ok := c.hoverTools(e); ok {
		return h, true
	}
	if e.Value == nil {
		return Hover{}, false
	}
	for _, pair := range e.Value.Pairs {
		if key := e.Key + "." + pair.Key.Text; pair.Key.Span.Contains(c.offset) && len(runtimes.Readers(key)) > 0 {
			return Hover{pair.Key.Span, c.keyDoc(key)}, true
		}
	}
	return Hover{}, false
}

// keyDoc says which runtimes read a key, what each makes of it, and which do not read it.
func (c *cursor) keyDoc(key string) string {
	readers := readersOf(key, c.standpoint())
	if len(readers) == 0 {
		text := "No known runtime reads " + codeSpan(key) + "."
		if near := nearest(key, knownKeys()); near != "" {
			text += " Did you mean " + codeSpan(near) + "?"
		}
		return text + " The standard's place for keys of your own is `metadata`."
	}
	text := codeSpan(key) + "\n\n" + fieldDoc(readers)
	others := slices.DeleteFunc(runtimes.All(), func(rt *skills.Runtime) bool {
		return slices.ContainsFunc(readers, func(r reader) bool { return r.runtime == rt })
	})
	if len(others) > 0 {
		text += "\nNot read by " + titles(others) + ".\n"
	}
	return text
}

// verdictDoc is a table of what each runtime makes of the skill, the targets first and in bold. It is empty where none gives a
// verdict.
func (c *cursor) verdictDoc() string {
	var out strings.Builder
	for _, v := range c.snapshot.verdicts(c.file) {
		if out.Len() == 0 {
			out.WriteString("| Runtime | Verdict |\n|---|---|\n")
		}
		title := v.Runtime.Label()
		if v.Target {
			title = "**" + title + "**"
		}
		said := "accepts it as " + strings.ReplaceAll(codeSpan(v.Name), "|", `\|`)
		if !v.Accepted {
			said = "refuses it"
			for i, reason := range v.Reasons {
				said += [...]string{": ", "; "}[min(i, 1)] + reasonDoc(reason)
			}
		}
		fmt.Fprintf(&out, "| %s | %s |\n", title, said)
	}
	return out.String()
}

// reasonDoc gives the first line of a reason.
func reasonDoc(reason string) string {
	text, _, _ := strings.Cut(reason, "\n")
	return escapeMarkdown(shorten(text, 200))
}

// lengthDoc gives the description's length and the standard's limit, in UTF-16 units too where that makes a difference, since
// runtimes in JavaScript count those.
func (c *cursor) lengthDoc(e *skills.Entry) string {
	text := e.ValueSpan.Of(c.source)
	if e.Value != nil && e.Value.Kind == skills.ScalarValue {
		text = e.Value.Text
	}
	characters, units := skills.Runes.Len(text), skills.UTF16.Len(text)
	limit := runtimes.Standard.Limits.Description
	doc := fmt.Sprintf("%d of at most %d characters", characters, limit)
	if units != characters {
		doc += fmt.Sprintf(" (%d UTF-16 units)", units)
	}
	if over := max(characters, units) - limit; over > 0 {
		doc += fmt.Sprintf(": %d too many", over)
	}
	return doc
}
