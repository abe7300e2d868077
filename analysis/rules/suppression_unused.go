package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/suppress"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// maxSuppressions is the maximum number of diagnostics about suppressions in a file. When the user fixes
// some, others follow.
const maxSuppressions = 100

// reportSuppressions reports problems with suppressions. All other diagnostics must have been matched with
// them before.
func reportSuppressions(p *Pass, s *suppress.List) {
	p.Rule = p.ruleByID(suppress.UnusedSuppression)
	judged := judgedSuppressions(p)
	n := len(p.Found)
	for _, c := range s.List {
		for _, d := range wrongSuppression(p, c, judged) {
			if len(p.Found)-n >= maxSuppressions {
				return
			}
			if d.Rule = suppress.UnusedSuppression; !s.Silence(&d) {
				p.report(d)
			}
		}
	}
}

// judgedSuppressions returns a function that reports whether the absence of diagnostics from a rule is
// meaningful. The rule "" stands for all rules together. It is not meaningful if something kept the rule from
// reporting anything.
func judgedSuppressions(p *Pass) func(rule string) bool {
	readable := p.File.Dir != "" && isReadable(p)
	judges := func(r *Rule) bool {
		switch {
		case r.ID == suppress.UnusedSuppression, !readable, !appliesToTemplate(p, r), p.severities.Of(r.ID, r.Default) == diagnostic.Off:
			return false
		case r.Is(ByAgent) && len(p.Snapshot.Config().Settings.Targets) > 0: // another user may have other targets than the author
			return false
		}
		return !r.Is(CrossFile) || !alone(p)
	}
	return func(rule string) bool {
		if r := p.ruleByID(rule); r != nil {
			return judges(r)
		}
		return !slices.ContainsFunc(p.all, func(r *Rule) bool {
			return r.ID != suppress.UnusedSuppression && slices.Contains(r.AppliesTo, p.File.Kind) && !judges(r)
		})
	}
}

// isReadable reports whether the file has no syntax error that would keep rules from reporting anything.
func isReadable(p *Pass) bool {
	if config.IsYAMLName(p.File.Path) {
		_, faults := frontmatter.RecoverYAML(p.Doc.Source)
		return len(faults) == 0
	}
	return p.Fm.Err == nil && p.Fm.State != frontmatter.Unclosed && len(p.Doc.Markdown().Problems) == 0
}

// wrongSuppression returns the diagnostics for one suppression.
func wrongSuppression(p *Pass, c *suppress.Suppression, judged func(rule string) bool) []diagnostic.Diagnostic {
	if fault := fault(c); fault != "" {
		d := diagnostic.Diagnostic{Span: c.VerbSpan, Message: fault}
		suggestWord(p, &d, c.Verb, suppress.SuppressionVerbs)
		return []diagnostic.Diagnostic{d}
	}
	unnamed := unnamed(c, p.all)
	var found []diagnostic.Diagnostic
	var wrong, dead []*suppress.Silencer // wrong has the silencer of each diagnostic
	for _, w := range c.Rules {
		d := diagnostic.Diagnostic{Span: w.Span, Message: faultOf(w)}
		if w.Unknown && len(found) < maxSuppressions {
			suggestWord(p, &d, w.Rule, unnamed)
		}
		switch {
		case len(d.Fixes) > 0:
		case w.Unknown || w.Idle || !w.Used && (c.Verb == suppress.EnableRules || judged(w.Rule)):
			dead = append(dead, w)
			d.Unnecessary = true
		default:
			continue
		}
		if w.Rule == "" {
			d.Span = c.Span
		}
		if len(found) < maxSuppressions {
			found, wrong = append(found, d), append(wrong, w)
		}
	}
	if len(dead) == 0 {
		return found
	}
	all := dropSilencers(p, "Delete the comment", dead...)
	for i, w := range wrong {
		switch {
		case !found[i].Unnecessary:
		case len(dead) == len(c.Rules):
			found[i].Fixes = []diagnostic.Fix{all}
		default:
			found[i].Fixes = []diagnostic.Fix{dropSilencers(p, "Delete "+InQuotes(w.Rule), w)}
		}
		if found[i].Unnecessary {
			found[i].Related = alsoDeleted(p, found[i].Span, found[i].Fixes[0])
		}
	}
	return found
}

// suggestWord adds to a diagnostic which of the known words the user may have meant, with a fix.
func suggestWord(p *Pass, d *diagnostic.Diagnostic, word string, known []string) {
	if near := match.Meant(word, known); near != "" {
		d.Detail = "did you mean " + InQuotes(near) + "?"
		sure := match.SameWord(word, near) || match.OnlyNear(word, near, known)
		d.Fixes = p.changeTo(near, sure, d.Span)
	}
}

// fault returns the reason why a comment is not a valid suppression, or an empty string if it is one.
func fault(c *suppress.Suppression) string {
	switch {
	case !slices.Contains(suppress.SuppressionVerbs, c.Verb):
		return "unknown suppression " + InQuotes(c.Verb)
	case c.InYAML && c.Verb != suppress.DisableNextLine:
		return InQuotes(c.Verb) + " has no effect in YAML: use " + InQuotes(suppress.DisableNextLine)
	}
	return ""
}

// unnamed returns the IDs of the rules that the suppression does not name.
func unnamed(c *suppress.Suppression, all []*Rule) []string {
	named := make(map[string]bool)
	for _, w := range c.Rules {
		named[w.Rule] = true
	}
	var list []string
	for _, r := range all {
		if !named[r.ID] {
			list = append(list, r.ID)
		}
	}
	return list
}

// faultOf describes the problem of a silencer that has one.
func faultOf(w *suppress.Silencer) string {
	switch {
	case strings.HasSuffix(w.Rule, "*"):
		return "suppressions take no patterns: " + InQuotes(w.Rule)
	case w.Unknown:
		return "unknown rule " + InQuotes(w.Rule)
	case w.Idle && w.Rule == "":
		return "all rules are suppressed here already"
	case w.Idle:
		return InQuotes(w.Rule) + " is suppressed here already"
	case w.In.Verb == suppress.EnableRules && w.Rule == "":
		return "no rule is suppressed here"
	case w.In.Verb == suppress.EnableRules:
		return InQuotes(w.Rule) + " is not suppressed here"
	}
	if w.Rule == "" {
		return "unused suppression"
	}
	return "unused suppression of " + InQuotes(w.Rule)
}

// isSure reports whether a silencer with a problem has no effect for any user. If skills in home directories
// do not count here, a rule about other skills may still report one of them for a user for whom they do.
func isSure(p *Pass, w *suppress.Silencer) bool {
	if w.Unknown || w.Idle || w.In.Verb == suppress.EnableRules || p.Snapshot.Config().Home != "" {
		return true
	}
	r := p.ruleByID(w.Rule)
	return r != nil && !r.Is(CrossFile)
}

// dropSilencers returns a fix that deletes silencers from a suppression, silencers that then end nothing, and
// comments that become empty.
func dropSilencers(p *Pass, title string, list ...*suppress.Silencer) diagnostic.Fix {
	gone := make(map[*suppress.Silencer]bool)
	for _, w := range list {
		gone[w] = true
	}
	touched := []*suppress.Suppression{list[0].In}
	for _, w := range list {
		for _, e := range w.Ending {
			if !gone[e] && !slices.ContainsFunc(e.Ended, func(ended *suppress.Silencer) bool { return !gone[ended] }) {
				gone[e] = true
				if !slices.Contains(touched, e.In) {
					touched = append(touched, e.In)
				}
			}
		}
	}
	fix := diagnostic.Fix{Title: title, Safe: true, Preferred: !slices.ContainsFunc(list, func(w *suppress.Silencer) bool { return !isSure(p, w) })}
	for _, c := range touched {
		fix.Edits = append(fix.Edits, dropFrom(p, c, gone)...)
	}
	return fix
}

// alsoDeleted returns the spans outside of marked that a fix deletes.
func alsoDeleted(p *Pass, marked text.Span, fix diagnostic.Fix) []diagnostic.Related {
	var list []diagnostic.Related
	for _, e := range fix.Edits {
		if around := withSpace(p, marked); e.Span.Start < around.Start || e.Span.End > around.End {
			list = append(list, diagnostic.Related{Path: e.Path, Span: e.Span, Message: "has no effect without it"})
		}
	}
	return list
}

// dropFrom returns the edits that delete the silencers in gone from their suppression, or all of it if none
// stays.
func dropFrom(p *Pass, c *suppress.Suppression, gone map[*suppress.Silencer]bool) []diagnostic.Edit {
	stays := slices.IndexFunc(c.Rules, func(w *suppress.Silencer) bool { return !gone[w] })
	if stays < 0 {
		return []diagnostic.Edit{p.Edit(commentWithBlanks(p, c.Span), "")}
	}
	var edits []diagnostic.Edit
	if stays > 0 {
		edits = append(edits, p.Edit(text.Span{Start: c.Rules[0].Span.Start, End: c.Rules[stays].Span.Start}, ""))
	}
	for i := stays + 1; i < len(c.Rules); i++ {
		if gone[c.Rules[i]] {
			edits = append(edits, p.Edit(text.Span{Start: c.Rules[i-1].Span.End, End: c.Rules[i].Span.End}, ""))
		}
	}
	return edits
}

// commentWithBlanks returns a comment with the white space that has no use without it: the whole line if
// nothing else is on it, or the white space on one side.
func commentWithBlanks(p *Pass, comment text.Span) text.Span {
	source := p.Doc.Source
	line := text.Span{Start: lines.LineStart(source, comment.Start), End: lines.FirstLine(source, comment.End).End}
	before, after := source[line.Start:comment.Start], source[comment.End:line.End]
	switch {
	case strings.Trim(before, " \t>") == "" && strings.TrimSpace(after) == "":
		return text.Span{Start: line.Start, End: suppress.LineIn(source, comment.End).End}
	case strings.TrimSpace(before) == "":
		comment.End = line.End - len(strings.TrimLeft(after, " \t"))
	default:
		comment.Start = line.Start + len(strings.TrimRight(before, " \t"))
	}
	return comment
}

// Suppressions returns the suppressions of the file, or nil if there are none.
func Suppressions(f *file.File, rules config.RuleNames) *suppress.List {
	source := f.Doc.Source
	switch {
	case f.Kind == file.NativeFile || f.Kind == file.ManifestFile: // JSON has no comments
		return nil
	case config.IsYAMLName(f.Path):
		return suppress.SuppressionsInYAML(source, rules)
	case !strings.Contains(source, suppress.SuppressionMark):
		return nil
	}
	return suppress.NewSuppressions(source, f.Doc.Frontmatter.Entries,
		append(suppress.ReadComments(source, f.Doc.Frontmatter.Comments, suppress.InsideYAML), suppress.ReadComments(source, f.Doc.Markdown().Comments, suppress.InsideHTML)...), rules)
}
