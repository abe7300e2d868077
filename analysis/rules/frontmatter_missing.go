package rules

import (
	"slices"
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
	refusing, losing := p.targets(Verdict.rejects), losingOf(p)
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
	scaffold := scaffold(p, text.At(start))
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

// scaffold returns a fix that inserts a frontmatter with the required fields in place of a span.
func scaffold(p *Pass, at text.Span) diagnostic.Fix {
	nl := p.Newline()
	return diagnostic.Fix{
		Title: "Insert frontmatter", Snippet: true,
		Edits: []diagnostic.Edit{p.Edit(at, "---"+nl+requiredFields(p)+"---"+nl+nl)},
	}
}

// requiredFields returns a snippet for the lines of the fields that the Agent Skills standard requires.
func requiredFields(p *Pass) string {
	return "name: " + DraftName(p.Scope) + p.Newline() + "description: " + descriptionSnippet(p) + p.Newline()
}

// insertRequired returns a fix that gives the frontmatter both required fields, of which each is missing or has no value.
// It returns false if the frontmatter would not have them afterwards.
func insertRequired(p *Pass) (diagnostic.Fix, bool) {
	fix := diagnostic.Fix{Title: "Insert name and description", Snippet: true}
	name, hasName := p.Fm.Entry("name")
	description, hasDescription := p.Fm.Entry("description")
	switch {
	case hasName && !onOneLine(name), hasDescription && !onOneLine(description):
		return fix, false
	case !hasName && !hasDescription:
		fix.Edits = []diagnostic.Edit{p.Edit(text.At(p.Fm.Content.Start), requiredFields(p))}
	case !hasDescription:
		line := "description: " + descriptionSnippet(p) + p.Newline()
		fix.Edits = append(setValue(p, name, DraftName(p.Scope)), p.Edit(text.At(name.Span.End), line))
	case !hasName:
		line := p.Edit(text.At(p.Fm.Content.Start), "name: "+DraftName(p.Scope)+p.Newline())
		fix.Edits = append([]diagnostic.Edit{line}, setValue(p, description, descriptionSnippet(p))...)
	case name.Span.End > description.Span.Start:
		return fix, false // the last edit must be the description
	default:
		fix.Edits = slices.Concat(setValue(p, name, DraftName(p.Scope)), setValue(p, description, descriptionSnippet(p)))
	}
	after := diagnostic.ApplyEdits(p.Doc.Source, fix.WithoutPlaceholder().Edits)
	return fix, takesOf(p, after) && !worsens(p, after)
}
