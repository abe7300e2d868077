package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkNameFormat reports an invalid name once. Agents that reject it only because it does not match the
// directory are affected too.
func checkNameFormat(p *Pass) {
	list := p.refusals("name", skills.CodeCharacters, skills.CodeHyphens, skills.CodePattern)
	if len(list) == 0 {
		return
	}
	r := list[0]
	for _, other := range append(list[1:], p.refusals("name", skills.CodeDirectory)...) {
		for _, agent := range other.agents {
			if !slices.Contains(r.agents, agent) {
				r.agents = append(r.agents, agent)
			}
		}
	}
	d := p.rejected(r)
	d.Message = "invalid name " + InQuotes(r.Span.Of(p.Doc.Source))
	d.Detail = "use lowercase letters, digits and single hyphens"
	if r.Code == skills.CodePattern {
		d.Detail = "must match `" + vantage.Shorten(r.agents[0].Limits.NamePattern, maxPatternShown) + "`"
	}
	if e := entryOf(p, r); e != nil {
		d.Span, d.Fixes = e.ValueSpan, renameFixes(p, e)
		d.Fixes = slices.DeleteFunc(d.Fixes, func(fix diagnostic.Fix) bool { return breaksPattern(p, fix) })
		text, _ := plainText(p.Doc.Source, e.ValueSpan)
		d.Message = "invalid name " + InQuotes(text)
	}
	p.report(d)
}

// maxPatternShown is the maximum number of characters of a pattern in a message.
const maxPatternShown = 37

// breaksPattern reports whether a target has a pattern for names that the name that a fix writes does not match.
func breaksPattern(p *Pass, fix diagnostic.Fix) bool {
	if !slices.ContainsFunc(p.Verdicts, func(v Verdict) bool { return v.Agent.Limits.NamePattern != "" }) {
		return false
	}
	breaking := refusingText(p, diagnostic.ApplyEdits(p.Doc.Source, fix.Edits), func(v Verdict) bool {
		return slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return r.Code == skills.CodePattern })
	})
	return len(breaking) > 0
}

// renameFixes offers names that agents accept: the name of the directory if it is valid, and the kebab-case
// form of what is written, for which the directory is renamed too.
func renameFixes(p *Pass, e *frontmatter.Entry) []diagnostic.Fix {
	text, _ := plainText(p.Doc.Source, e.ValueSpan)
	if strings.ContainsAny(text, "\r\n") {
		return nil
	}
	dir, name := DirectoryName(p.Scope), Kebab(text)
	var fixes []diagnostic.Fix
	if Kebab(dir) == dir && dir != "" || dir == "" && name != "" {
		fixed := dir
		if dir == "" {
			fixed = name
		}
		same := match.SameWord(text, fixed)
		fixes = append(fixes, diagnostic.Fix{Title: "Rename to " + InQuotes(fixed), Safe: same, Preferred: same, Edits: setValue(p, e, fixed)})
	}
	if name != "" && dir != "" && name != dir {
		if rename := renameDirectory(p, name); rename != nil {
			fixes = append(fixes, diagnostic.Fix{Title: "Rename skill and directory to " + InQuotes(name), Edits: setValue(p, e, name), Rename: rename})
		}
	}
	return fixes
}
