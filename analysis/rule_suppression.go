package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// maxSuppressions is the maximum number of diagnostics about suppressions in a file. When the user fixes
// some, others follow.
const maxSuppressions = 100

// reportSuppressions reports problems with suppressions. All other diagnostics must have been matched with
// them before.
func (p *pass) reportSuppressions(s *suppressions) {
	p.rule = p.ruleByID(unusedSuppression)
	judged := p.judgedSuppressions()
	n := len(p.found)
	for _, c := range s.list {
		for _, d := range p.wrongSuppression(c, judged) {
			if len(p.found)-n >= maxSuppressions {
				return
			}
			if d.Rule = unusedSuppression; !s.silence(&d) {
				p.report(d)
			}
		}
	}
}

// judgedSuppressions returns a function that reports whether the absence of diagnostics from a rule is
// meaningful. The rule "" stands for all rules together. It is not meaningful if something kept the rule from
// reporting anything.
func (p *pass) judgedSuppressions() func(rule string) bool {
	readable := p.file.Dir != "" && p.isReadable()
	judges := func(r *Rule) bool {
		switch {
		case r.ID == unusedSuppression, !readable, !p.heeds(r), p.severities.of(r.ID, r.Default) == Off:
			return false
		case r.ByAgent && len(p.snapshot.cfg.Settings.Targets) > 0: // another user may have other targets than the author
			return false
		}
		return !r.crossFile || !p.alone()
	}
	return func(rule string) bool {
		if r := p.ruleByID(rule); r != nil {
			return judges(r)
		}
		return !slices.ContainsFunc(p.all, func(r *Rule) bool {
			return r.ID != unusedSuppression && slices.Contains(r.appliesTo, p.file.Kind) && !judges(r)
		})
	}
}

// isReadable reports whether the file has no syntax error that would keep rules from reporting anything.
func (p *pass) isReadable() bool {
	if isYAMLName(p.file.Path) {
		_, faults := frontmatter.RecoverYAML(p.doc.Source)
		return len(faults) == 0
	}
	return p.fm.Err == nil && p.fm.State != frontmatter.Unclosed && len(p.doc.Markdown().Problems) == 0
}

// wrongSuppression returns the diagnostics for one suppression.
func (p *pass) wrongSuppression(c *suppression, judged func(rule string) bool) []Diagnostic {
	if fault := c.fault(); fault != "" {
		d := Diagnostic{Severity: Hint, Span: c.verbSpan, Message: fault}
		p.suggestWord(&d, c.verb, suppressionVerbs)
		return []Diagnostic{d}
	}
	unnamed := c.unnamed(p.all)
	var found []Diagnostic
	var wrong, dead []*silencer // wrong has the silencer of each diagnostic
	for _, w := range c.rules {
		d := Diagnostic{Severity: Hint, Span: w.span, Message: w.fault()}
		if w.unknown && len(found) < maxSuppressions {
			p.suggestWord(&d, w.rule, unnamed)
		}
		switch {
		case len(d.Fixes) > 0:
		case w.unknown || w.idle || !w.used && (c.verb == enableRules || judged(w.rule)):
			dead = append(dead, w)
			d.Unnecessary = true
		default:
			continue
		}
		if w.rule == "" {
			d.Span = c.span
		}
		if len(found) < maxSuppressions {
			found, wrong = append(found, d), append(wrong, w)
		}
	}
	if len(dead) == 0 {
		return found
	}
	all := p.dropSilencers("Delete the comment", dead...)
	for i, w := range wrong {
		switch {
		case !found[i].Unnecessary:
		case len(dead) == len(c.rules):
			found[i].Fixes = []Fix{all}
		default:
			found[i].Fixes = []Fix{p.dropSilencers("Delete `"+w.rule+"`", w)}
		}
		if found[i].Unnecessary {
			found[i].Related = p.alsoDeleted(found[i].Span, found[i].Fixes[0])
		}
	}
	return found
}

// suggestWord adds to a diagnostic which of the known words the user may have meant, with a fix.
func (p *pass) suggestWord(d *Diagnostic, word string, known []string) {
	if near := meant(word, known); near != "" {
		d.Message += "; did you mean `" + near + "`?"
		sure := sameWord(word, near) || onlyNear(word, near, known)
		d.Fixes = []Fix{{Title: "Change to `" + near + "`", Safe: sure, Preferred: sure, Edits: []Edit{p.edit(d.Span, near)}}}
	}
}

// fault returns the reason why a comment is not a valid suppression, or an empty string if it is one.
func (c *suppression) fault() string {
	switch {
	case !slices.Contains(suppressionVerbs, c.verb):
		return "`" + c.verb + "` means nothing; there are `" + strings.Join(suppressionVerbs, "`, `") + "`"
	case c.inYAML && c.verb != disableNextLine:
		return "`" + c.verb + "` means nothing in YAML, where there is `" + disableNextLine + "` alone"
	}
	return ""
}

// unnamed returns the IDs of the rules that the suppression does not name.
func (c *suppression) unnamed(all []*Rule) []string {
	named := make(map[string]bool)
	for _, w := range c.rules {
		named[w.rule] = true
	}
	var list []string
	for _, r := range all {
		if !named[r.ID] {
			list = append(list, r.ID)
		}
	}
	return list
}

// fault describes the problem of a silencer that has one.
func (w *silencer) fault() string {
	switch {
	case strings.HasSuffix(w.rule, "*"):
		return "there is no rule `" + w.rule + "`: rules are named one by one, and a comment without any is about all of them"
	case w.unknown:
		return "there is no rule `" + w.rule + "`"
	case w.idle && w.rule == "":
		return "everything is silenced here already"
	case w.idle:
		return "`" + w.rule + "` is silenced here already"
	case w.in.verb == enableRules && w.rule == "":
		return "nothing is silenced here"
	case w.in.verb == enableRules:
		return "`" + w.rule + "` is not silenced here"
	}
	where := "below"
	if w.in.verb == disableNextLine {
		where = "in the next line"
	}
	if w.rule == "" {
		return "there is nothing to silence: no rule has a finding " + where
	}
	return "there is nothing to silence: `" + w.rule + "` has no finding " + where
}

// isSure reports whether a silencer with a problem has no effect for any user. If skills in home directories
// do not count here, a rule about other skills may still report one of them for a user for whom they do.
func (p *pass) isSure(w *silencer) bool {
	if w.unknown || w.idle || w.in.verb == enableRules || p.snapshot.cfg.Home != "" {
		return true
	}
	r := p.ruleByID(w.rule)
	return r != nil && !r.crossFile
}

// dropSilencers returns a fix that deletes silencers from a suppression, silencers that then end nothing, and
// comments that become empty.
func (p *pass) dropSilencers(title string, list ...*silencer) Fix {
	gone := make(map[*silencer]bool)
	for _, w := range list {
		gone[w] = true
	}
	touched := []*suppression{list[0].in}
	for _, w := range list {
		for _, e := range w.ending {
			if !gone[e] && !slices.ContainsFunc(e.ended, func(ended *silencer) bool { return !gone[ended] }) {
				gone[e] = true
				if !slices.Contains(touched, e.in) {
					touched = append(touched, e.in)
				}
			}
		}
	}
	fix := Fix{Title: title, Safe: true, Preferred: !slices.ContainsFunc(list, func(w *silencer) bool { return !p.isSure(w) })}
	for _, c := range touched {
		fix.Edits = append(fix.Edits, p.dropFrom(c, gone)...)
	}
	return fix
}

// alsoDeleted returns the spans outside of marked that a fix deletes.
func (p *pass) alsoDeleted(marked text.Span, fix Fix) []Related {
	var list []Related
	for _, e := range fix.Edits {
		if around := p.withSpace(marked); e.Span.Start < around.Start || e.Span.End > around.End {
			list = append(list, Related{Path: e.Path, Span: e.Span, Message: "has no use without it"})
		}
	}
	return list
}

// dropFrom returns the edits that delete the silencers in gone from their suppression, or all of it if none
// stays.
func (p *pass) dropFrom(c *suppression, gone map[*silencer]bool) []Edit {
	stays := slices.IndexFunc(c.rules, func(w *silencer) bool { return !gone[w] })
	if stays < 0 {
		return []Edit{p.edit(p.commentWithBlanks(c.span), "")}
	}
	var edits []Edit
	if stays > 0 {
		edits = append(edits, p.edit(text.Span{Start: c.rules[0].span.Start, End: c.rules[stays].span.Start}, ""))
	}
	for i := stays + 1; i < len(c.rules); i++ {
		if gone[c.rules[i]] {
			edits = append(edits, p.edit(text.Span{Start: c.rules[i-1].span.End, End: c.rules[i].span.End}, ""))
		}
	}
	return edits
}

// commentWithBlanks returns a comment with the white space that has no use without it: the whole line if
// nothing else is on it, or the white space on one side.
func (p *pass) commentWithBlanks(comment text.Span) text.Span {
	source := p.doc.Source
	line := text.Span{Start: lineStart(source, comment.Start), End: firstLine(source, comment.End).End}
	before, after := source[line.Start:comment.Start], source[comment.End:line.End]
	switch {
	case strings.Trim(before, " \t>") == "" && strings.TrimSpace(after) == "":
		return text.Span{Start: line.Start, End: lineIn(source, comment.End).End}
	case strings.TrimSpace(before) == "":
		comment.End = line.End - len(strings.TrimLeft(after, " \t"))
	default:
		comment.Start = line.Start + len(strings.TrimRight(before, " \t"))
	}
	return comment
}

// suppressions returns the suppressions of the file, or nil if there are none.
func (f *File) suppressions(rules RuleNames) *suppressions {
	source := f.Doc.Source
	switch {
	case f.Kind == NativeFile:
		return nil
	case isYAMLName(f.Path):
		return suppressionsInYAML(source, rules)
	case !strings.Contains(source, suppressionMark):
		return nil
	}
	return newSuppressions(source, f.Doc.Frontmatter.Entries,
		append(readComments(source, f.Doc.Frontmatter.Comments, insideYAML), readComments(source, f.Doc.Markdown().Comments, insideHTML)...), rules)
}
