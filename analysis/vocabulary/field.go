// Package vocabulary has the words that an author can write at a place in frontmatter, hooks or configuration, and their
// documentation.
package vocabulary

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// keyRank orders keys: the standard's required ones, its others, those that a concerned agent reads, the
// rest.
func keyRank(readers []refs.Reader, at *workspace.Standpoint) int {
	switch first := readers[0]; {
	case first.Agent == agents.Standard && first.Field.Required:
		return 0
	case first.Agent == agents.Standard:
		return 1
	case at.Concerns(first.Agent):
		return 2
	}
	return 3
}

// KeyRelevance orders keys of the same rank by the number of concerned agents that read them, then by the
// number of all agents that do. The standard's keys keep their order.
func KeyRelevance(readers []refs.Reader, at *workspace.Standpoint) string {
	rank := keyRank(readers, at)
	if readers[0].Agent == agents.Standard {
		return fmt.Sprint(rank)
	}
	concerned := 0
	for _, r := range readers {
		if at.Concerns(r.Agent) {
			concerned++
		}
	}
	return fmt.Sprintf("%d%02d%02d", rank, 99-concerned, 99-len(readers))
}

// ReadBy returns a short text that names the readers of a key.
func ReadBy(readers []refs.Reader) string {
	if readers[0].Agent == agents.Standard {
		return agents.Standard.Title
	}
	return vantage.JoinFirst(readerTitles(readers), 2)
}

// maxWords is the maximum number of words, outside of code, that BriefDoc returns.
const maxWords = 120

// BriefDoc documents a key as the standard and the concerned agents read it, or else its first reader, and
// names the other readers. If that is too long, only the first sentence of each entry remains.
func BriefDoc(readers []refs.Reader, at *workspace.Standpoint) string {
	n := 0
	for n < len(readers) && keyRank(readers[n:], at) < 3 {
		n++
	}
	n = max(n, 1)
	doc := briefDoc(readers, n)
	if countWords(doc) <= maxWords {
		return doc
	}
	readers = slices.Clone(readers)
	for i := range readers {
		readers[i].Field.Doc = firstSentence(readers[i].Field.Doc)
	}
	for doc = briefDoc(readers, n); n > 1 && countWords(doc) > maxWords; doc = briefDoc(readers, n) {
		n--
	}
	return doc
}

// briefDoc documents a key as its first n readers read it, and names the others.
func briefDoc(readers []refs.Reader, n int) string {
	doc := FieldDoc(readers[:n])
	if others := readers[n:]; len(others) > 0 {
		doc += "\nAlso read by " + vantage.JoinAnd(readerTitles(others)) + ".\n"
	}
	return doc
}

var code = regexp.MustCompile("`+[^`]+`+")

// countWords counts the words of Markdown text outside of code.
func countWords(doc string) (n int) {
	isCode := false
	for part := range strings.SplitSeq(doc, "`") {
		if !isCode {
			n += len(strings.Fields(part))
		}
		isCode = !isCode
	}
	return n
}

// firstSentence returns the first sentence of a text. A period in code does not end a sentence.
func firstSentence(doc string) string {
	outside := code.ReplaceAllStringFunc(doc, func(span string) string { return strings.Repeat("x", len(span)) })
	if end := strings.Index(outside, ". "); end >= 0 {
		return doc[:end+1]
	}
	return doc
}

// FieldDoc lists how each reader reads a key. Adjacent readers with the same definition share an entry.
func FieldDoc(readers []refs.Reader) string {
	var out strings.Builder
	for len(readers) > 0 {
		first := readers[0].Field
		n := 1
		for n < len(readers) && sameField(first, readers[n].Field) {
			n++
		}
		fmt.Fprintf(&out, "- **%s** (%s", strings.Join(readerTitles(readers[:n]), "**, **"), typeText(first))
		if first.Required {
			out.WriteString(", required")
		}
		if first.Default != "" {
			out.WriteString(", default: " + first.Default)
		}
		fmt.Fprintf(&out, "): %s\n", first.Doc)
		readers = readers[n:]
	}
	return out.String()
}

func sameField(a, b skills.Field) bool {
	return a.Types == b.Types && a.Required == b.Required && a.Default == b.Default && a.Doc == b.Doc && slices.Equal(a.Values, b.Values)
}

func readerTitles(readers []refs.Reader) []string {
	titles := make([]string, len(readers))
	for i, r := range readers {
		titles[i] = r.Agent.Title
	}
	return titles
}

// typeText returns the types that the value of a field can have, or its closed set of values.
func typeText(field skills.Field) string {
	if field.Values != nil && !field.Open && field.Types&skills.Boolean == 0 {
		return "`" + strings.Join(field.Values, "` | `") + "`"
	}
	var names []string
	for i, name := range []string{"string", "boolean", "number", "list", "mapping"} {
		if field.Types&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " | ")
}

var (
	SnippetEscapes = strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`)
	choiceEscapes  = strings.NewReplacer(`\`, `\\`, ",", `\,`, "|", `\|`)
)

// SnippetChoice escapes a text for use as a choice in a snippet.
func SnippetChoice(text string) string { return choiceEscapes.Replace(text) }

// ToolListers returns the readers of a key that list tools in it, and reports whether there are any.
func ToolListers(readers []refs.Reader) (known []refs.Reader, isList bool) {
	for _, r := range readers {
		if r.Field.Tools != nil {
			known = append(known, r)
		}
	}
	return known, len(known) > 0
}

// A fieldValue is one of a field's closed set of values.
type fieldValue struct {
	Text    string
	Readers []string // titles of the agents that know it
	IsDef   bool     // it is the default of the first reader that has a default
}

// ValuesOf returns the values that a field can have, if they are a closed set: those of every reader, in the
// readers' order. The only spellings of a boolean in it are true and false. The default comes last, since
// writing it changes nothing.
func ValuesOf(readers []refs.Reader) []fieldValue {
	var values []fieldValue
	def := ""
	for _, r := range readers {
		def = cmp.Or(def, r.Field.Default)
		list := r.Field.Values
		switch {
		case r.Field.Types&skills.Boolean != 0 && (list == nil || slices.Contains(list, "true")):
			if r.Field.Types&skills.String != 0 && list == nil {
				continue // a string that may look like a boolean
			}
			list = []string{"true", "false"}
		case list == nil:
			continue
		}
		for _, text := range list {
			i := slices.IndexFunc(values, func(v fieldValue) bool { return v.Text == text })
			if i < 0 {
				i = len(values)
				values = append(values, fieldValue{Text: text})
			}
			values[i].Readers = append(values[i].Readers, r.Agent.Title)
			values[i].IsDef = values[i].IsDef || r.Field.Default == text && def == text
		}
	}
	slices.SortStableFunc(values, func(a, b fieldValue) int {
		switch {
		case a.IsDef == b.IsDef:
			return 0
		case a.IsDef:
			return 1
		}
		return -1
	})
	return values
}

// CompanionDoc lists how each reader uses a key of a companion.
func CompanionDoc(readers []refs.FieldReader) string {
	var plain []refs.Reader
	for _, r := range readers {
		plain = append(plain, refs.Reader{Agent: r.Agent, Field: r.Field.Field})
	}
	return FieldDoc(plain)
}

// SubagentDoc returns a description of a subagent in Markdown.
func SubagentDoc(c *refs.Cursor, a refs.Subagent) string {
	doc := "**" + render.CodeSpan(a.Name) + "**"
	if a.Path == "" {
		return doc + " (built in)\n"
	}
	if a.Description != "" {
		doc += "\n\n" + render.Escape(a.Description)
	}
	return doc + "\n\n" + render.FileLink(vantage.ShownPath(c.Snapshot, a.Path), a.Path) + "\n"
}
