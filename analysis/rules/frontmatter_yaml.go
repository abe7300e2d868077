package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkYAML reports what the targets' YAML parsers cannot parse: each entry that is not YAML on its own, or
// else the place that the parser names. Some targets load the skill nevertheless, without its fields.
func checkYAML(p *Pass) {
	r, losing := yamlOutcome(p)
	if len(r.agents)+len(losing) == 0 || delimitersToBlame(p) {
		return
	}
	reported := false
	for e := range p.Fm.All() {
		if e.Err == nil || e.Err.Limit { // file/limit reports limits
			continue
		}
		d := diagnostic.Diagnostic{Fixes: mendYAML(p, e)}
		d.Span, d.Message, d.Detail = explainYAML(p, e)
		addAgents(p, &d, r.agents, losing)
		p.report(d)
		reported = true
	}
	if len(p.Fm.Stray) > 0 && isNotYAML(p) {
		d := diagnostic.Diagnostic{Span: p.Fm.Stray[0], Message: `line is neither "key: value" nor a comment`}
		addAgents(p, &d, r.agents, losing)
		p.report(d)
		reported = true
	}
	if reported {
		return
	}
	d := diagnostic.Diagnostic{Span: r.Span, Message: r.Message}
	if isNotYAML(p) {
		d.Span = p.Fm.Err.Span
		d.Message, d.Detail = "invalid YAML", p.Fm.Err.Message
	}
	first, _, _ := strings.Cut(d.Message, "\n")
	d.Message = first
	addAgents(p, &d, r.agents, losing)
	if e := entryAt(p, d.Span.Start); e != nil { // a guess: the entry alone is YAML
		d.Fixes = slices.DeleteFunc(mendYAML(p, e), func(fix diagnostic.Fix) bool { return !contents(p, r.agents, fix) })
	}
	p.report(d)
}

// delimitersToBlame reports whether there are quirks and no target's parser gives up without them.
func delimitersToBlame(p *Pass) bool {
	quirks := quirks(p)
	return len(quirks) > 0 && len(refusingText(p, mendAll(p.Doc.Source, quirks, -1), Verdict.gaveUp)) == 0
}

// contents reports whether a fix of this file makes the YAML parser of one of the agents succeed.
func contents(p *Pass, list []*skills.Agent, fix diagnostic.Fix) bool {
	doc := skills.Parse(diagnostic.ApplyEdits(p.Doc.Source, diagnostic.InSourceOrder(fix.Edits)))
	fixed := skills.File{Source: doc.Source, Frontmatter: &doc.Frontmatter}
	return slices.ContainsFunc(list, func(agent *skills.Agent) bool {
		return !slices.ContainsFunc(p.Snapshot.VerdictOnFixed(agent, p.File, fixed).Refusals, func(r skills.Refusal) bool { return r.Code == skills.CodeYAML })
	})
}

// isNotYAML reports whether the frontmatter has a syntax error. One that exceeds a limit of the analysis may
// have none.
func isNotYAML(p *Pass) bool { return p.Fm.Err != nil && !p.Fm.Err.Limit }

// yamlOutcome returns the refusal of the targets whose YAML parsers give up, and the targets that load the
// skill without the description because of that. The refusal has no agents if no parser gives up.
func yamlOutcome(p *Pass) (refused refusal, losing []*skills.Agent) {
	if p.Fm.State != frontmatter.Closed {
		return refused, nil
	}
	list := p.refusals("", skills.CodeYAML)
	if len(list) > 0 {
		refused = list[0]
	}
	if isNotYAML(p) {
		// Parsers name different places. One that forbids flow style reports only that if the rest does not parse
		// either.
		for _, r := range slices.Concat(list[min(len(list), 1):], p.refusals("", skills.CodeFlow)) {
			refused.agents = append(refused.agents, slices.DeleteFunc(r.agents, func(agent *skills.Agent) bool {
				return slices.Contains(refused.agents, agent)
			})...)
		}
		losing = losingOf(p)
	}
	return refused, losing
}

// explainYAML returns the span, the message and the detail about an entry that is not YAML.
func explainYAML(p *Pass, e *frontmatter.Entry) (span text.Span, message, detail string) {
	source, value := p.Doc.Source, e.ValueSpan
	src := value.Of(source)
	if at := strings.IndexFunc(e.Span.Of(source), isForbidden); at >= 0 {
		at += e.Span.Start
		return text.Span{Start: at, End: at + 1}, fmt.Sprintf("control character U+%04X in %s", source[at], InQuotes(e.Key)), "delete it"
	}
	if line := noEntry(p, e); !line.IsEmpty() {
		if blank := strings.TrimRight(source[:line.Start], " \t"); strings.HasSuffix(blank, "\n\n") || strings.HasSuffix(blank, "\n\r\n") {
			return line, "line is not part of the frontmatter", `is "---" missing above it?`
		}
		return line, `line is neither "key: value" nor a comment`, ""
	}
	if tab := workspace.TabIndent(e.Span.Of(source)); tab >= 0 {
		at := e.Span.Start + tab
		return text.Span{Start: at, End: at + 1}, "tab in the indentation of " + InQuotes(e.Key), "use spaces"
	}
	if lost := lostBreakOf(p, e); lost != nil {
		return lost.key, fmt.Sprintf("%s runs into %s", InQuotes(e.Key), InQuotes(lost.name+":")), "insert a line break or quotes"
	}
	if colon := unquotedColon(src); colon >= 0 {
		at := value.Start + colon
		return text.Span{Start: at, End: at + 1}, "unquoted \": \" in " + InQuotes(e.Key), "put the value in quotes"
	}
	if src != "" {
		switch c := src[0]; c {
		case '@', '`', '%':
			return text.Span{Start: value.Start, End: value.Start + 1}, fmt.Sprintf("%s begins with %q", InQuotes(e.Key), c), "put the value in quotes"
		case '"', '\'':
			if strings.Count(src, string(c)) == 1 {
				return value, "missing closing quote of " + InQuotes(e.Key), ""
			}
			return value, "text after the closing quote of " + InQuotes(e.Key), ""
		case '[', '{':
			return value, fmt.Sprintf("%s begins with %q", InQuotes(e.Key), c), "put the value in quotes if it is text"
		case '*', '&', '!':
			return text.Span{Start: value.Start, End: value.Start + 1}, fmt.Sprintf("%s begins with %q", InQuotes(e.Key), c), "put the value in quotes"
		}
	}
	return e.Err.Span, "invalid YAML in " + InQuotes(e.Key), ""
}

// noEntry returns the first line without indentation below an entry's key that does not continue the value:
// it is not a list item or a bracket, and not in quotes opened on the key's line. The span is empty if not
// found.
func noEntry(p *Pass, e *frontmatter.Entry) text.Span {
	source := p.Doc.Source
	line := lines.FirstLine(source, e.Colon+1)
	if value := strings.TrimSpace(line.Of(source)); value != "" && strings.ContainsRune("\"'", rune(value[0])) && (len(value) == 1 || value[len(value)-1] != value[0]) {
		return text.Span{}
	}
	for line := range lines.In(source, lines.Next(source, line.End), e.Span.End) {
		if text := line.Of(source); text != "" && !strings.ContainsRune(" \t#-]}.?:", rune(text[0])) && line.End <= e.Span.End {
			return line
		}
	}
	return text.Span{}
}

// isForbidden reports whether r is a control character that YAML forbids.
func isForbidden(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// unquotedColon returns the offset of the first ": " or final ":" in a plain value, or -1 if not found.
func unquotedColon(text string) int {
	if text == "" || strings.ContainsRune("\"'|>[{", rune(text[0])) {
		return -1
	}
	for i := range len(text) {
		if text[i] == ':' && (i+1 == len(text) || strings.ContainsRune(" \t\r\n", rune(text[i+1]))) {
			return i
		}
	}
	return -1
}

// mendYAML offers to replace tabs, or to quote a value on one line, if that makes the entry YAML. If a line
// break is missing, it first offers to insert it, and no fix is preferred, since only the author can choose.
func mendYAML(p *Pass, e *frontmatter.Entry) []diagnostic.Fix {
	source, value := p.Doc.Source, e.ValueSpan
	text := value.Of(source)
	if tabbed := e.Span.Of(source); strings.Contains(tabbed, "\t") && !strings.ContainsAny(text, "\"'") {
		spaced := strings.ReplaceAll(tabbed, "\t", "  ")
		if _, err := frontmatter.ParseYAML(spaced); err == nil {
			return oneFix("Replace tabs with spaces", true, p.Edit(e.Span, spaced))
		}
	}
	if text == "" || strings.ContainsAny(text, "\r\n") {
		return nil
	}
	quoted := Quote(text)
	fixed := source[e.Span.Start:value.Start] + quoted + source[value.End:e.Span.End]
	if root, err := frontmatter.ParseYAML(fixed); err != nil || root == nil {
		return nil
	}
	safe := isSurelyText(e.Key, text) && quoted[1:len(quoted)-1] == text // otherwise agents that do not process escapes read another text
	quoting := diagnostic.Fix{Title: "Quote the value of " + InQuotes(e.Key), Safe: safe, Preferred: safe, Edits: []diagnostic.Edit{p.Edit(value, quoted)}}
	if lost := lostBreakOf(p, e); lost != nil {
		quoting.Safe, quoting.Preferred = false, false
		return []diagnostic.Fix{lost.fix, quoting}
	}
	return []diagnostic.Fix{quoting}
}

// isSurelyText reports whether the value of a key, which is not YAML, can only be meant as a string. It does
// not begin like a list, a mapping or quotes, whose error other quotes would hide, and no agent reads the key
// as anything but a string.
func isSurelyText(key, value string) bool {
	return strings.IndexByte("[{\"'", value[0]) < 0 && !slices.ContainsFunc(agents.Readers(key), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Types != 0 && field.Types&skills.String == 0
	})
}

// A lostBreak is a missing line break: a value runs into the next key of the frontmatter, as in "... Use when
// asked.license: MIT". Quoting such a value would hide the key in it.
type lostBreak struct {
	key  text.Span // with its colon
	name string
	fix  diagnostic.Fix
}

// commonKeys are keys that no agent reads, but many skills have.
var commonKeys = []string{"version", "author", "authors", "origin", "tags", "category", "homepage", "repository", "source", "keywords", "updated", "language"}

// lostBreakOf returns the place where a value on one line runs into a key that the frontmatter lacks and that
// has a short value. It returns nil if not found.
func lostBreakOf(p *Pass, e *frontmatter.Entry) *lostBreak {
	const longest = 60 // bytes of such a value
	source, start := e.ValueSpan.Of(p.Doc.Source), e.ValueSpan.Start
	colon := strings.LastIndex(source, ": ")
	if unquotedColon(source) < 0 || colon < 0 || strings.ContainsAny(source, "\r\n") {
		return nil
	}
	own := strings.TrimSpace(source[colon+1:])
	before := strings.TrimRightFunc(source[:colon], isKeyRune)
	name := source[len(before):colon]
	if own == "" || len(own) > longest || strings.Contains(own, ". ") || !isLackingKey(p, name) || !endsValue(before) {
		return nil
	}
	kept := strings.TrimRight(before, " \t")
	if unquotedColon(kept) >= 0 {
		kept = Quote(kept)
	}
	lines := kept + p.Newline() + source[len(before):]
	root, err := frontmatter.ParseYAML(e.Key + ": " + lines)
	if err != nil || root == nil || len(root.Pairs) != 2 {
		return nil
	}
	return &lostBreak{
		key: text.Span{Start: start + len(before), End: start + colon + 1}, name: name,
		fix: diagnostic.Fix{Title: "Start a new line at " + InQuotes(name), Edits: []diagnostic.Edit{p.Edit(e.ValueSpan, lines)}},
	}
}

// isKeyRune reports whether a character is usual in a key of a frontmatter.
func isKeyRune(r rune) bool {
	return r == '-' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// isLackingKey reports whether word is a key that a frontmatter may have and this one lacks.
func isLackingKey(p *Pass, word string) bool {
	_, given := p.Fm.Entry(word)
	return !given && (slices.Contains(commonKeys, word) || slices.Contains(KnownKeys(), word))
}

// endsValue reports whether text may be the end of a value, before a key that should be on the next line. It
// ends with a sentence, a bracket or quotes, or in another script than the key's.
func endsValue(text string) bool {
	trimmed := strings.TrimRight(text, " \t")
	last, _ := utf8.DecodeLastRuneInString(trimmed)
	switch {
	case trimmed == "":
		return false
	case strings.ContainsRune(".!?。！？．…", last):
		return true
	}
	return trimmed == text && (strings.ContainsRune(`)]"'`+"`", last) || last > unicode.MaxLatin1 && (unicode.IsLetter(last) || unicode.IsPunct(last)))
}
