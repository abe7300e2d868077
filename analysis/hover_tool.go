package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverTools returns the hover for the entry under the cursor in a list of tools. If YAML folds or escapes
// the text, so that the entries have no spans of their own, the hover explains all of them.
func (c *cursor) hoverTools(e *frontmatter.Entry) (Hover, bool) {
	readers := readersOf(e.Key, c.standpoint())
	if _, isList := toolListers(readers); !isList {
		return Hover{}, false
	}
	var span text.Span
	var out strings.Builder
	said := make(map[string]bool)
	for _, w := range c.scope().toolWords(e.Value) {
		if !w.span.Contains(c.offset) || said[w.text] || len(said) == maxToolsShown {
			continue
		}
		if said[w.text] = true; out.Len() > 0 {
			out.WriteString("\n")
		}
		span = w.span
		out.WriteString(toolDoc(w, readers))
	}
	return Hover{span, out.String()}, out.Len() > 0
}

// maxToolsShown is the maximum number of entries that one hover explains.
const maxToolsShown = 8

// toolDoc says how each reader of a list of tools interprets an entry.
func toolDoc(w toolWord, readers []reader) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\n", codeSpan(shorten(w.text, 200)))
	var silent []*skills.Agent
	for _, r := range readers {
		if r.field.Tools == nil {
			silent = append(silent, r.agent)
			continue
		}
		fmt.Fprintf(&out, "- **%s**: %s\n", r.agent.Title, entryDoc(w, r.field.Tools))
	}
	if len(silent) > 0 {
		fmt.Fprintf(&out, "\n%s read%s the list too; which tools they have is not known here.\n", upperFirst(titles(silent)), singular(silent))
	}
	return out.String()
}

// entryDoc says how an agent with known tools interprets an entry.
func entryDoc(w toolWord, tools *skills.Tools) string {
	name := w.name()
	switch {
	case slices.Contains(tools.Names, name):
	case slices.Contains(tools.Former, name):
		return "a name of earlier versions, or another one for a tool of its own."
	case tools.Outer(name):
		return "a tool from elsewhere, such as an MCP server, or a pattern of names."
	default:
		doc := "no tool of its own, and the entry " + tools.Lost + "."
		if meant := toolMeant(name, tools.Names); meant != "" {
			doc += " Did you mean " + codeSpan(meant) + "?"
		}
		return doc
	}
	pattern, ok := tools.Pattern(name)
	inside, has := strings.CutPrefix(w.text, name+"(")
	switch {
	case has && ok:
		return fmt.Sprintf("a built-in tool, for %s: %s.", codeSpan(strings.TrimSuffix(inside, ")")), pattern.Doc)
	case has:
		return "a built-in tool. What the parentheses mean for it is not established."
	case ok:
		return fmt.Sprintf("a built-in tool, for everything. %s narrows it: %s.", codeSpan(name+"("+pattern.Example+")"), pattern.Doc)
	}
	return "a built-in tool."
}
