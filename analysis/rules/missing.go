package rules

import (
	"cmp"
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

func checkMissingFrontmatter(p *Pass) {
	if p.Fm.State != frontmatter.Absent {
		return
	}
	refusing, losing := refusing(p), losingOf(p)
	if len(refusing)+len(losing) == 0 {
		return
	}
	reason, fix := whyMissing(p)
	d := diagnostic.Diagnostic{Span: lines.FirstLine(p.Doc.Source, p.Fm.Open.Start), Message: reason}
	addAgents(p, &d, refusing, losing)
	if len(fix.Edits) > 0 {
		d.Fixes = []diagnostic.Fix{fix}
	}
	p.report(d)
}

// whyMissing returns the reason why no frontmatter begins the file, and a fix. The fix has no edits if only
// the author can fix the file.
func whyMissing(p *Pass) (string, diagnostic.Fix) {
	source, start := p.Doc.Source, p.Fm.Open.Start
	line := lines.FirstLine(source, start).Of(source)
	scaffold := diagnostic.Fix{Title: "Insert frontmatter", Edits: []diagnostic.Edit{p.Edit(text.At(start), scaffold(p))}}
	switch {
	case strings.TrimSpace(source[start:]) == "":
		return "file is empty", scaffold
	case strings.HasPrefix(line, "<<<<<<<"):
		return "merge conflict before the frontmatter", diagnostic.Fix{}
	case strings.HasPrefix(line, "----") && strings.Trim(line, "- \t") == "":
		edit := p.Edit(lines.FirstLine(source, start), "---")
		sure := isNamed(skills.Parse(diagnostic.ApplyEdits(source, []diagnostic.Edit{edit})).Frontmatter) // otherwise the line may be a break between sections
		return `opening line must be exactly "---"`, diagnostic.Fix{
			Title: `Replace with "---"`, Safe: sure, Preferred: sure, Edits: []diagnostic.Edit{edit},
		}
	}
	at := frontmatterBelow(p)
	if at < 0 {
		return `missing frontmatter: line 1 must be "---"`, scaffold
	}
	before := text.Span{Start: start, End: at}
	fix := diagnostic.Fix{Title: "Delete the text before the frontmatter", Edits: []diagnostic.Edit{p.Edit(before, "")}}
	if strings.TrimSpace(before.Of(source)) == "" {
		fix.Title, fix.Safe, fix.Preferred = "Delete the blank lines", true, true
	}
	what, _ := standsBefore(before.Of(source))
	return what + " before the frontmatter: line 1 must be \"---\"", fix
}

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
	for at := start; at < len(source) && at < start+nearby; {
		line := lines.FirstLine(source, at)
		if strings.TrimRight(line.Of(source), " \t") == "---" {
			return at
		}
		at = line.End + 1
		if strings.HasPrefix(source[line.End:], "\r\n") {
			at++
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

// scaffold returns a frontmatter for a file that has none, with the name of its directory.
func scaffold(p *Pass) string {
	name := Kebab(DirectoryName(p.Scope))
	if name == "" {
		name = "my-skill"
	}
	nl := p.Newline()
	return "---" + nl + "name: " + name + nl + "description: " + PlaceholderDescription + nl + "---" + nl + nl
}

// PlaceholderDescription is the description in a fix for a text that only the author can write.
const PlaceholderDescription = "Says what this skill does. Use when the task calls for it."

// The text in the body of a new skill.
const (
	DraftFirst = "Say here what to do first, and with which files and commands of this project."
	DraftThen  = "Then what comes next, and how to tell that it is done."
	DraftFiles = "What is long goes into files beside this one, with a link to each: an agent reads them when it needs them."
)
