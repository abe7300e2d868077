package complete

import (
	"fmt"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills/frontmatter"
)

// A section is a part of a skill's body for the author to fill in.
type section struct {
	label, detail string
	lines         []string // of a snippet
}

var sections = []section{
	{"skill-steps", "steps to follow", []string{
		"## Steps", "",
		"1. ${1:What to do first, and with which files and commands}.",
		"2. ${2:What comes next}.",
		"3. ${3:How to tell that it is done}.",
	}},
	{"skill-examples", "an example and its result", []string{
		"## Examples", "", "${1:What the user asks}:", "", "```${2:text}", "${3:What the agent produces}", "```",
	}},
	{"skill-references", "files and when to read them", []string{
		"## References", "", "- [${1:Title}](references/${2:file}.md): ${3:read it when ...}",
	}},
}

// completeSection offers sections on a line below the frontmatter that has nothing but the beginning of a label.
func completeSection(c *refs.Cursor) []Completion {
	typed := c.Line.Of(c.Source)
	if c.File.Doc.Frontmatter.State == frontmatter.Absent || c.Offset != c.Line.End || c.InCode(c.Offset) {
		return nil
	}
	var found []Completion
	for i, s := range sections {
		if !strings.HasPrefix(s.label, typed) {
			continue
		}
		snippet := strings.Join(s.lines, c.Scope().Newline())
		found = append(found, Completion{
			Kind: vocabulary.SnippetCompletion, Label: s.label, Detail: s.detail,
			Replace: c.Line, Text: snippet, Sort: fmt.Sprintf("9%d", i), Snippet: true,
		})
	}
	return found
}
