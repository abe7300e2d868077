package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

var frontmatterMissing = Rule{
	ID:         "frontmatter/missing",
	Unfinished: true,
	Default:    diagnostic.Error,
	ByAgent:    true,
	AppliesTo:  skillFiles,
	Check:      checkMissingFrontmatter,
}

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

// scaffold returns a frontmatter for a file that has none, with the name of its directory.
func scaffold(p *Pass) string {
	name := Kebab(DirectoryName(p.Scope))
	if name == "" {
		name = "my-skill"
	}
	nl := p.Newline()
	return "---" + nl + "name: " + name + nl + "description: " + PlaceholderDescription + nl + "---" + nl + nl
}
