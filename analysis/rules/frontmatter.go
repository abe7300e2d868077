package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// rejects reports whether the agent does not load the file.
func (v Verdict) rejects() bool { return !v.Accepted }

// blankLine matches a blank line between two others, in a quote or outside of one.
var blankLine = regexp.MustCompile(`\n[ \t>\r]*\n|\r[ \t>]*\r`)

// isNoMapping reports whether the frontmatter is YAML but is a list or a scalar.
func isNoMapping(p *Pass) bool {
	return p.Fm.Root != nil && p.Fm.Root.Kind != frontmatter.MappingValue
}

// KnownKeys returns every frontmatter key that some agent reads. The list is shared.
var KnownKeys = sync.OnceValue(func() []string {
	var keys []string
	for _, agent := range agents.All() {
		for _, f := range agent.Fields {
			if !slices.Contains(keys, f.Name) {
				keys = append(keys, f.Name)
			}
		}
	}
	return keys
})

// frontmatterBelow returns the offset of a frontmatter that begins further down, or -1 if not found. Two
// lines of `---` are usually breaks between sections, even with something like a key between them. A
// frontmatter must have a name or a description, and only little text before it.
func frontmatterBelow(p *Pass) int {
	source, start := p.Doc.Source, p.Fm.Open.Start
	at := firstDashes(source, start)
	if at < 0 {
		return -1
	}
	if _, slipped := standsBefore(source[start:at]); !slipped {
		return -1
	}
	if !isNamed(skills.Parse(source[at:]).Frontmatter) {
		return -1
	}
	return at
}

// isNamed reports whether a frontmatter is closed and has a name or a description.
func isNamed(fm frontmatter.Frontmatter) bool {
	_, named := fm.Entry("name")
	_, described := fm.Entry("description")
	return fm.State == frontmatter.Closed && (named || described)
}

// firstDashes returns the offset of the first line of `---` from an offset on, or -1 if not found nearby.
func firstDashes(source string, start int) int {
	const nearby = 4096 // bytes
	for line := range lines.In(source, start, min(len(source), start+nearby)) {
		if strings.TrimRight(line.Of(source), " \t") == "---" {
			return line.Start
		}
	}
	return -1
}

// headingLine matches a Markdown heading. It is a comment in YAML, but a SKILL.md is Markdown.
var headingLine = regexp.MustCompile(`^#{1,6}(?:[ \t]|$)`)

// standsBefore describes what begins a text before a frontmatter, and reports whether all of it may be there
// by mistake: blank lines, comments, headings, and at most one other line.
func standsBefore(text string) (what string, slipped bool) {
	others := 0
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		line := lines.FirstLine(rest, 0)
		var is string
		switch {
		case strings.HasPrefix(rest, "<!--"):
			is = "comment"
			end := strings.Index(rest, "-->")
			if end < 0 {
				return is, false
			}
			line.End = end + len("-->")
		case headingLine.MatchString(line.Of(rest)):
			is = "heading"
		case rest[0] == '#':
			is = "comment"
		default:
			is = "text"
			others++
		}
		what = cmp.Or(what, is)
		rest = rest[line.End:]
	}
	return cmp.Or(what, "blank line"), others <= 1
}
