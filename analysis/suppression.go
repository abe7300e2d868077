package analysis

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Authors silence findings by comments:
//
//	<!-- skills-ls-disable-next-line RULE... -->  in the next line that is not blank
//	<!-- skills-ls-disable RULE... -->            from here on
//	<!-- skills-ls-enable RULE... -->             ends that
//	# skills-ls-disable-next-line RULE...         in YAML; in a frontmatter the field that begins in the next line
//
// One that names no rule is about all of them. A finding belongs to the line in which its range starts.

// The verbs of suppressions.
const (
	suppressionMark = "skills-ls-"
	disableNextLine = suppressionMark + "disable-next-line"
	disableRules    = suppressionMark + "disable"
	enableRules     = suppressionMark + "enable"
)

var suppressionVerbs = []string{disableNextLine, disableRules, enableRules}

// A suppression is such a comment, or one that was meant to be.
type suppression struct {
	span, verbSpan text.Span // the comment, and the word that it begins with
	verb           string    // may be unknown
	inYAML         bool
	// rules are the rules that it disables or enables. If it names none, there is one that stands for all.
	rules []*silencer
	line  text.Span // lines that disable-next-line applies to, with line endings; empty if nothing follows
}

// A silencer is a rule in a suppression.
type silencer struct {
	in      *suppression
	span    text.Span // empty if no rule is named
	rule    string    // as written; "" stands for all
	used    bool      // it suppresses a diagnostic, or ends a suppression
	idle    bool      // the rule is already suppressed here
	unknown bool      // no rule has that name
	// ended are the silencers that this one ends. ending are those that end this one.
	ended, ending []*silencer
}

// suppressions are the suppressions of a file.
type suppressions struct {
	list []*suppression // in the order of the text
	// nextLine and onwards are the ranges in which they have an effect, by rule, "" for all.
	nextLine, onwards map[string][]reach
}

// A reach is a range in which a silencer has an effect. The reaches of one rule are sorted and disjoint.
type reach struct {
	text.Span
	by *silencer
	// until has the offsets at which the reach ends for single rules; nil if there are none.
	until map[string]int
}

// suppressionsInYAML returns the suppressions in a YAML file, or nil if there are none or the file is too
// large.
func suppressionsInYAML(source string, rules RuleNames) *suppressions {
	if len(source) > maxSettings || !strings.Contains(source, suppressionMark) {
		return nil
	}
	return newSuppressions(source, nil, readComments(source, frontmatter.YAMLComments(source), insideYAML), rules)
}

// newSuppressions returns the suppressions in list, or nil if it is empty. entries are those of the
// frontmatter, if the file has one.
func newSuppressions(source string, entries []frontmatter.Entry, list []*suppression, rules RuleNames) *suppressions {
	if len(list) == 0 {
		return nil
	}
	s := &suppressions{list: list, nextLine: make(map[string][]reach), onwards: make(map[string][]reach)}
	s.findLines(source, entries)
	for _, c := range list {
		s.apply(c, source, rules)
	}
	return s
}

// insideYAML returns the content of a YAML comment.
func insideYAML(source string, comment text.Span) (inner text.Span, inYAML bool) {
	for comment.Start < comment.End && source[comment.Start] == '#' {
		comment.Start++
	}
	return comment, true
}

// insideHTML returns the content of an HTML comment.
func insideHTML(_ string, comment text.Span) (inner text.Span, inYAML bool) {
	start := comment.Start + len("<!--")
	return text.Span{Start: start, End: max(start, comment.End-len("-->"))}, false
}

// readComments returns the suppressions among the comments.
func readComments(source string, comments []text.Span, inside func(string, text.Span) (text.Span, bool)) []*suppression {
	var list []*suppression
	for _, comment := range comments {
		span, inYAML := inside(source, comment)
		if !strings.HasPrefix(strings.TrimSpace(span.Of(source)), suppressionMark) {
			continue
		}
		words := wordsIn(source, span)
		c := &suppression{span: comment, verbSpan: words[0], verb: words[0].Of(source), inYAML: inYAML}
		for _, word := range words[1:] {
			c.rules = append(c.rules, &silencer{in: c, span: word, rule: word.Of(source)})
		}
		if len(c.rules) == 0 {
			c.rules = []*silencer{{in: c, span: text.At(c.verbSpan.End)}}
		}
		list = append(list, c)
	}
	return list
}

// wordsIn returns the words of a text, which are separated by white space or commas.
func wordsIn(source string, span text.Span) []text.Span {
	var words []text.Span
	start := -1
	for i, r := range span.Of(source) {
		switch separates := r == ',' || unicode.IsSpace(r); {
		case separates && start >= 0:
			words = append(words, text.Span{Start: span.Start + start, End: span.Start + i})
			start = -1
		case !separates && start < 0:
			start = i
		}
	}
	if start >= 0 {
		words = append(words, text.Span{Start: span.Start + start, End: span.End})
	}
	return words
}

// findLines finds the line that each disable-next-line applies to. Several in a row apply to the line after
// the last.
func (s *suppressions) findLines(source string, entries []frontmatter.Entry) {
	line := lineIn(source, len(source)) // the line found last
	around := func(offset int) text.Span {
		if offset < line.Start || offset >= line.End {
			line = lineIn(source, offset)
		}
		return line
	}
	alone := make(map[int]*suppression) // those with nothing before them on their line, by the start of the line
	for i, c := range slices.Backward(s.list) {
		end := around(c.span.End - 1).End
		if i+1 < len(s.list) && s.list[i+1].span.Start < end {
			c.line = s.list[i+1].line
		} else {
			c.line = s.lineFrom(source, end, c.inYAML, alone)
		}
		if start := around(c.span.Start).Start; strings.Trim(source[start:c.span.Start], " \t>") == "" {
			alone[start] = c
		}
	}
	for _, c := range s.list {
		if i := entryAt(entries, c.line); c.inYAML && i >= 0 {
			c.line.End = max(c.line.End, entries[i].Span.End)
		}
	}
}

// lineFrom returns the first line from an offset on that has content. If a suppression begins that line,
// lineFrom returns what the suppression applies to. In YAML, comments are no content.
func (s *suppressions) lineFrom(source string, start int, inYAML bool, alone map[int]*suppression) text.Span {
	for start < len(source) {
		if c := alone[start]; c != nil {
			return c.line
		}
		line := lineIn(source, start)
		text := strings.TrimLeft(line.Of(source), " \t>\r\n")
		if text != "" && !(inYAML && text[0] == '#') {
			return line
		}
		start = line.End
	}
	return text.At(len(source))
}

// entryAt returns the index of the entry that begins in a line, or -1.
func entryAt(entries []frontmatter.Entry, line text.Span) int {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].Span.Start >= line.Start })
	if i < len(entries) && entries[i].Span.Start < line.End {
		return i
	}
	return -1
}

// lineIn returns the line that contains an offset, with its line ending. The offset must not split a line
// ending.
func lineIn(source string, offset int) text.Span {
	start := strings.LastIndexAny(source[:offset], "\r\n") + 1
	end := firstLine(source, offset).End
	if strings.HasPrefix(source[end:], "\r\n") {
		end++
	}
	return text.Span{Start: start, End: min(end+1, len(source))}
}

// apply records where a suppression has an effect.
func (s *suppressions) apply(c *suppression, source string, rules RuleNames) {
	for _, w := range c.rules {
		w.unknown = w.rule != "" && !rules.has(w.rule)
		switch {
		case w.unknown:
		case c.verb == disableNextLine:
			at := c.line
			if at.End == len(source) && !at.IsEmpty() && !strings.HasSuffix(source, "\n") {
				at.End++ // a finding may stand at the end of the text
			}
			addReach(s.nextLine, w, at)
		case c.inYAML: // it is none
		case c.verb == disableRules:
			addReach(s.onwards, w, text.Span{Start: c.span.End, End: len(source) + 1})
		case c.verb == enableRules && w.rule == "":
			for rule := range s.onwards {
				s.end(w, rule, c.span.End)
			}
		case c.verb == enableRules:
			s.end(w, w.rule, c.span.End)
			s.endOneOfAll(w, c.span.End)
		}
	}
}

func addReach(in map[string][]reach, by *silencer, at text.Span) {
	list := in[by.rule]
	if n := len(list); n > 0 && list[n-1].End > at.Start {
		by.idle = true
		return
	}
	in[by.rule] = append(list, reach{Span: at, by: by})
}

// end ends the suppression of a rule, or of all rules if rule is "".
func (s *suppressions) end(w *silencer, rule string, at int) {
	list := s.onwards[rule]
	if n := len(list); n > 0 && list[n-1].End > at {
		list[n-1].End = at
		link(w, list[n-1].by)
	}
}

// endOneOfAll ends the suppression of all rules for one rule.
func (s *suppressions) endOneOfAll(w *silencer, at int) {
	list := s.onwards[""]
	if n := len(list); n > 0 && list[n-1].End > at {
		last := &list[n-1]
		if _, ended := last.until[w.rule]; ended {
			return
		}
		if last.until == nil {
			last.until = make(map[string]int)
		}
		last.until[w.rule] = at
		link(w, last.by)
	}
}

func link(ending, ended *silencer) {
	ending.used = true
	ending.ended = append(ending.ended, ended)
	ended.ending = append(ended.ending, ending)
}

// silence reports whether a diagnostic is suppressed, and marks the silencers that do it as used. A
// diagnostic about suppressions is suppressed only by those that name its rule.
func (s *suppressions) silence(d *Diagnostic) bool {
	silenced := false
	for _, in := range []map[string][]reach{s.nextLine, s.onwards} {
		for _, rule := range []string{d.Rule, ""} {
			if rule == "" && d.Rule == unusedSuppression {
				continue
			}
			if by := silencerAt(in[rule], d.Rule, d.Span.Start); by != nil {
				by.used, silenced = true, true
			}
		}
	}
	return silenced
}

// silencerAt returns the silencer that suppresses a rule at an offset, or nil if there is none.
func silencerAt(list []reach, rule string, offset int) *silencer {
	i := sort.Search(len(list), func(i int) bool { return list[i].Start > offset }) - 1
	if i < 0 || offset >= list[i].End {
		return nil
	}
	if until, ended := list[i].until[rule]; ended && offset >= until {
		return nil
	}
	return list[i].by
}

// heard returns the diagnostics that are not suppressed.
func (s *suppressions) heard(found []Diagnostic) []Diagnostic {
	return slices.DeleteFunc(found, func(d Diagnostic) bool { return s.silence(&d) })
}

// unusedSuppression is the ID of the rule about suppressions.
const unusedSuppression = "suppression/unused"
