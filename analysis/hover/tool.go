package hover

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverTools returns the hover for the entry under the cursor in a list of tools. If YAML folds or escapes
// the text, so that the entries have no spans of their own, the hover explains all of them.
func hoverTools(c *refs.Cursor, e *frontmatter.Entry) (Hover, bool) {
	readers := refs.ReadersOf(e.Key, c.Standpoint())
	if _, isList := vocabulary.ToolListers(readers); !isList {
		return Hover{}, false
	}
	var span text.Span
	var out strings.Builder
	said := make(map[string]bool)
	for _, w := range rules.ToolWords(c.Scope(), e.Value) {
		if !w.Span.Contains(c.Offset) || said[w.Text] || len(said) == maxToolsShown {
			continue
		}
		if said[w.Text] = true; out.Len() > 0 {
			out.WriteString("\n")
		}
		span = w.Span
		out.WriteString(toolDoc(w, readers))
	}
	return Hover{span, out.String()}, out.Len() > 0
}

// maxToolsShown is the maximum number of entries that one hover explains.
const maxToolsShown = 8

// toolDoc says how each reader of a list of tools interprets an entry.
func toolDoc(w rules.ToolWord, readers []refs.Reader) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\n", render.CodeSpan(vantage.Shorten(w.Text, 200)))
	var silent []*skills.Agent
	for _, r := range readers {
		if r.Field.Tools == nil {
			silent = append(silent, r.Agent)
			continue
		}
		fmt.Fprintf(&out, "- **%s**: %s\n", r.Agent.Title, entryDoc(w, r.Field.Tools))
	}
	if len(silent) > 0 {
		fmt.Fprintf(&out, "\nAlso read by %s, whose tools skills-ls does not know.\n", rules.Titles(silent))
	}
	return out.String()
}

// entryDoc says how an agent with known tools interprets an entry.
func entryDoc(w rules.ToolWord, tools *skills.Tools) string {
	name := w.Name()
	switch {
	case slices.Contains(tools.Names, name):
	case slices.Contains(tools.Former, name):
		return "a former or alternative name of a built-in tool."
	case tools.Outer(name):
		return "an external tool, such as one of an MCP server, or a pattern of tool names."
	default:
		doc := "not a built-in tool. The entry " + tools.Lost + "."
		if meant := rules.ToolMeant(name, tools.Names); meant != "" {
			doc += " Did you mean " + render.CodeSpan(meant) + "?"
		}
		return doc
	}
	pattern, ok := tools.Pattern(name)
	inside, has := strings.CutPrefix(w.Text, name+"(")
	switch {
	case has && ok:
		return fmt.Sprintf("a built-in tool, limited to %s: %s.", render.CodeSpan(strings.TrimSuffix(inside, ")")), pattern.Doc)
	case has:
		return "a built-in tool. The effect of the parentheses is not established."
	case ok:
		return fmt.Sprintf("a built-in tool without limits. A pattern such as %s limits it: %s.", render.CodeSpan(name+"("+pattern.Example+")"), pattern.Doc)
	}
	return "a built-in tool."
}
