package complete

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A toolSite is an entry of a list of tools that the user is typing.
type toolSite struct {
	replace    text.Span // the entry
	name       string    // the written part of its name
	inPattern  bool      // the cursor is after its opening parenthesis
	hasPattern bool      // a parenthesis follows the name
	closed     bool      // a parenthesis after replace closes the pattern
	lead       string    // what must precede an entry: a space if none follows the colon
}

// written returns the text to insert for an entry.
func (s toolSite) written(entry string) string {
	if s.closed {
		entry = strings.TrimSuffix(entry, ")")
	}
	return s.lead + entry
}

// completeTools offers tools, and patterns for their use, if the entry's key lists tools.
func completeTools(c *refs.Cursor, e *frontmatter.Entry) (found []Completion, isList bool) {
	known, isList := vocabulary.ToolListers(refs.ReadersOf(e.Key, c.Standpoint()))
	if !isList {
		return nil, false
	}
	site, ok := toolSiteOf(c)
	if !ok {
		return nil, true
	}
	offer := func(text, detail, doc string) *Completion {
		found = append(found, Completion{
			Kind: vocabulary.ValueCompletion, Label: text, Detail: detail, Doc: doc, Replace: site.replace,
			Text: site.written(text), Sort: fmt.Sprintf("%03d", len(found)),
		})
		return &found[len(found)-1]
	}
	listed := make(map[string]bool)
	for _, w := range rules.ToolWords(c.Scope(), e.Value) {
		if !w.Span.Contains(c.Offset) {
			listed[w.Text] = true
		}
	}
	for _, text := range neededPatterns(c, site, known) {
		if !listed[text] && e.Key == rules.AllowedTools {
			offer(text, "run by this skill", "Allows a command that the skill runs before the model reads its text.")
		}
	}
	seen := make(map[string]bool)
	for _, r := range known {
		for _, name := range r.Field.Tools.Names {
			pattern, takes := r.Field.Tools.Pattern(name)
			if !seen[name] && !site.inPattern && !listed[name] {
				offer(name, r.Agent.Title, "")
			}
			if !seen[name] && takes && !site.hasPattern && (!site.inPattern || name == site.name) {
				item := offer(name+"("+pattern.Example+")", r.Agent.Title, text.UpperFirst(pattern.Doc)+".")
				item.Text, item.Snippet = site.written(name+"(${1:"+snippetText(pattern.Example)+"})"), true
			}
			seen[name] = true
		}
	}
	return found, true
}

// toolSiteOf returns the entry at the cursor, in a string or in a list, from the text of the cursor's line.
func toolSiteOf(c *refs.Cursor) (toolSite, bool) {
	value, ok := vocabulary.FrontmatterSite(c)
	if !ok {
		return toolSite{}, false
	}
	entry, depth := value.Token.Start, 0
	for i := entry; i < c.Offset; i++ {
		switch b := c.Source[i]; {
		case b == '(':
			depth++
		case b == ')':
			depth = max(0, depth-1)
		case depth == 0 && strings.IndexByte(toolEdges, b) >= 0:
			entry = i + 1
		}
	}
	site := toolSite{inPattern: depth > 0, lead: value.Lead}
	site.name, _, _ = strings.Cut(c.Source[entry:c.Offset], "(")
	end := c.Offset
	if site.inPattern {
		end, site.closed = patternEnd(c, depth)
	} else {
		for end < c.Line.End && strings.IndexByte(toolEdges+"(", c.Source[end]) < 0 {
			end++
		}
		site.hasPattern = end < c.Line.End && c.Source[end] == '('
	}
	site.replace = text.Span{Start: entry, End: end}
	return site, true
}

// patternEnd returns the offset of the parenthesis that closes the pattern around the cursor, given the depth
// of parentheses at the cursor. If the line does not close the pattern, it returns the cursor's offset and
// false.
func patternEnd(c *refs.Cursor, depth int) (end int, closed bool) {
	for i := c.Offset; i < c.Line.End; i++ {
		switch c.Source[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i, true
		}
	}
	return c.Offset, false
}

// toolEdges are the characters before and after an entry of a list of tools.
const toolEdges = rules.ToolSeparators + "[]\"'"

// neededPatterns returns patterns that would allow the commands that the text runs. For each agent, exact
// patterns come first.
func neededPatterns(c *refs.Cursor, site toolSite, known []refs.Reader) []string {
	if site.hasPattern {
		return nil
	}
	var patterns []string
	for _, r := range known {
		if r.Agent.Commands == nil || r.Agent.Permits == nil {
			continue
		}
		for _, p := range r.Field.Tools.Patterns {
			if p.Commands && (!site.inPattern || site.name == p.Tool) {
				patterns = append(patterns, patternsFor(c, r.Agent, p.Tool)...)
			}
		}
	}
	return patterns
}

// plainScript matches a command that a pattern can contain unchanged, and that YAML parses as it is written.
var plainScript = regexp.MustCompile(`^[\w./@+=-]+(?: [\w./@+=-]+)*$`)

// patternsFor returns the patterns of one tool that an agent requires before it runs the commands of the
// text.
func patternsFor(c *refs.Cursor, agent *skills.Agent, tool string) []string {
	var exact, wide []string
	for i, command := range agent.Commands(c.Source, c.File.Doc.Body) {
		if i == rules.MaxCommands {
			break
		}
		script := command.Script.Of(c.Source)
		if agent.Permits(script, nil) {
			continue
		}
		if text := tool + "(" + script + ")"; plainScript.MatchString(script) && agent.Permits(script, []string{text}) {
			exact = append(exact, text)
		}
		if text := tool + "(" + commandOf(script) + " *)"; plainScript.MatchString(commandOf(script)) && agent.Permits(script, []string{text}) {
			wide = append(wide, text)
		}
	}
	var patterns []string
	for _, text := range append(exact, wide...) {
		if !slices.Contains(patterns, text) {
			patterns = append(patterns, text)
		}
	}
	return patterns
}

// commandOf returns a script's program, with its subcommand if it has one.
func commandOf(script string) string {
	words := strings.Fields(script)
	n := min(1, len(words))
	if len(words) > 1 && subcommand.MatchString(words[1]) {
		n = 2
	}
	return strings.Join(words[:n], " ")
}

var subcommand = regexp.MustCompile(`^[a-z][a-z-]*$`)
