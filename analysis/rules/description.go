package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// addUndescribed adds to the first of the diagnostics, or to one at a span if there is none, the targets that load the
// skill without a description. It is a warning for targets that hide such a skill from the model. It is information
// for targets that list it without a description, since nothing that the author wrote is lost.
func addUndescribed(p *Pass, found []diagnostic.Diagnostic, span text.Span) []diagnostic.Diagnostic {
	for _, outcome := range []struct {
		hidden   bool
		severity diagnostic.Severity
		detail   string
	}{
		{true, diagnostic.Warning, "the skill is hidden from the model"},
		{false, diagnostic.Information, "the model sees only the name"},
	} {
		affected := p.targets(func(v Verdict) bool { return v.Accepted && v.Description == "" && v.Hidden == outcome.hidden })
		if len(affected) == 0 {
			continue
		}
		if len(found) == 0 {
			found = []diagnostic.Diagnostic{{Span: span}}
		}
		d := &found[0]
		d.Severity = max(d.Severity, outcome.severity)
		d.Detail = cmp.Or(d.Detail, outcome.detail)
		d.Affects = append(d.Affects, misreading(affected)...)
	}
	return found
}

// reportAlike reports diagnostics with the same message. The first has the fixes: they are enough for several
// diagnostics at the same place.
func reportAlike(p *Pass, found []diagnostic.Diagnostic, message string, fixes []diagnostic.Fix) {
	for _, d := range found {
		d.Message, d.Fixes = message, fixes
		p.report(d)
		fixes = nil
	}
}

// descriptionSnippet returns the snippet for the value of a description, which only the author can write.
func descriptionSnippet(p *Pass) string {
	return "${1:" + Scalar(DraftDescription(DraftName(p.Scope))) + "}"
}

// DraftDescription returns the description of a new skill for the author to replace. The name distinguishes it from
// those of other new skills.
func DraftDescription(name string) string { return "TODO: what " + name + " does and when to use it" }

// The text in the body of a new skill.
const (
	DraftFirst = "TODO: the first step, with the files and commands of this project"
	DraftThen  = "TODO: the next step, and how to check the result"
	DraftFiles = "Move details to files in this directory and link to them: an agent reads them only when it needs them."
)

// placeholderDescriptions match descriptions that a template has for the author to replace: those of the
// tools that create skills (skill-creator's init_skill.py, the template of anthropics/skills, `npx skills
// init`, skills-ls) and those that stand for a text yet to be written.
var placeholderDescriptions = []*regexp.Regexp{
	regexp.MustCompile(`\[TODO\b[^\]\r\n]*\]?`),
	regexp.MustCompile(`^(?:TODO|FIXME)\s*:.*`),
	regexp.MustCompile(`^(?i:TODO|FIXME|TBD|to be (?:done|written|added)|description|your description(?: here)?)[.…]*$`),
	regexp.MustCompile(`(?i)^(?:a )?(?:brief|short) description of (?:what )?(?:this|the|your) skill(?: does)?(?:,? and when to use it)?\.?$`),
	regexp.MustCompile(`(?i)^replace (?:this )?with (?:a )?description of the skill\b.*`),
	regexp.MustCompile(`(?i)<(?:your|insert|add|describe|replace|brief|skill)[ _-][^<>\r\n]*>`),
	regexp.MustCompile(`(?i)^\[(?:your|insert|add|describe|replace|brief|short)\b[^\]\r\n]*\]`),
	regexp.MustCompile(`\{\{ ?(?:SKILL|DESCRIPTION|NAME|PURPOSE|TRIGGER)[A-Z_]* ?\}\}`),
	regexp.MustCompile(`(?i)\blorem ipsum\b.*`),
}

// templateText returns the part of a description that is for the author to replace, or an empty span if not
// found.
func templateText(source string) text.Span {
	const longest = 4096 // bytes examined
	source = source[:min(len(source), longest)]
	for _, pattern := range placeholderDescriptions {
		if found := pattern.FindStringIndex(source); found != nil && !isQuoted(source, found[0]) {
			return text.Span{Start: found[0], End: found[1]}
		}
	}
	return text.Span{}
}

// isQuoted reports whether the text at an offset is in quotation marks or in a code span, as a user's words
// are.
func isQuoted(text string, start int) bool {
	before := text[:start]
	return strings.Count(before, `"`)%2 == 1 || strings.Count(before, "`")%2 == 1 || strings.Count(before, "“") > strings.Count(before, "”") || strings.HasSuffix(before, "'")
}

// toBeFilledIn reports whether a text has placeholders to fill in.
func toBeFilledIn(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "${") || strings.Contains(text, "TODO") || strings.Contains(text, "[Your ")
}

// keptFromModel reports whether the author, or something else that one of the targets follows, keeps the
// model from choosing the skill.
func keptFromModel(p *Pass) bool {
	for e := range p.Fm.All() {
		if kebabKey(e.Key) == modelSwitch && !strings.EqualFold(e.ValueSpan.Of(p.Doc.Source), "false") {
			return true
		}
	}
	return slices.ContainsFunc(p.At.Concerned, func(agent *skills.Agent) bool { return hides(p, agent) })
}
