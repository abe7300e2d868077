// Package suppress reads the comments that suppress diagnostics, and applies them.
package suppress

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Authors suppress diagnostics with comments:
//
//	<!-- skills-ls-disable-next-line RULE... -->  in the next line that is not blank
//	<!-- skills-ls-disable RULE... -->            from here on
//	<!-- skills-ls-enable RULE... -->             ends that
//	# skills-ls-disable-next-line RULE...         in YAML; in frontmatter, the field on the next line
//
// A comment that names no rule applies to all rules. A diagnostic belongs to the line in which its range
// starts.

// The verbs of suppressions.
const (
	SuppressionMark = "skills-ls-"
	DisableNextLine = SuppressionMark + "disable-next-line"
	DisableRules    = SuppressionMark + "disable"
	EnableRules     = SuppressionMark + "enable"
)

var SuppressionVerbs = []string{DisableNextLine, DisableRules, EnableRules}

// A Suppression is such a comment, or one that was meant to be.
type Suppression struct {
	Span, VerbSpan text.Span // the comment, and the word that it begins with
	Verb           string    // may be unknown
	InYAML         bool
	// Rules are the rules that it disables or enables. If it names none, there is one that stands for all.
	Rules []*Silencer
	Line  text.Span // lines that disable-next-line applies to, with line endings; empty if nothing follows
}

// A Silencer is a rule in a suppression.
type Silencer struct {
	In      *Suppression
	Span    text.Span // empty if no rule is named
	Rule    string    // as written; "" stands for all
	Used    bool      // it suppresses a diagnostic, or ends a suppression
	Idle    bool      // the rule is already suppressed here
	Unknown bool      // no rule has that name
	// Ended are the silencers that this one ends. ending are those that end this one.
	Ended, Ending []*Silencer
}

// List are the suppressions of a file.
type List struct {
	List []*Suppression // in the order of the text
	// yamlsite.NextLine and onwards are the ranges in which they have an effect, by rule, "" for all.
	nextLine, onwards map[string][]reach
}

// A reach is a range in which a silencer has an effect. The reaches of one rule are sorted and disjoint.
type reach struct {
	text.Span
	by *Silencer
	// until has the offsets at which the reach ends for single rules; nil if there are none.
	until map[string]int
}

// SuppressionsInYAML returns the suppressions in a YAML file, or nil if there are none or the file is too
// large.
func SuppressionsInYAML(source string, rules config.RuleNames) *List {
	if len(source) > config.MaxSettings || !strings.Contains(source, SuppressionMark) {
		return nil
	}
	return NewSuppressions(source, nil, ReadComments(source, frontmatter.YAMLComments(source), InsideYAML), rules)
}

// NewSuppressions returns the suppressions in list, or nil if it is empty. entries are those of the
// frontmatter, if the file has one.
func NewSuppressions(source string, entries []frontmatter.Entry, list []*Suppression, rules config.RuleNames) *List {
	if len(list) == 0 {
		return nil
	}
	s := &List{List: list, nextLine: make(map[string][]reach), onwards: make(map[string][]reach)}
	s.findLines(source, entries)
	for _, c := range list {
		s.apply(c, source, rules)
	}
	return s
}

// InsideYAML returns the content of a YAML comment.
func InsideYAML(source string, comment text.Span) (inner text.Span, inYAML bool) {
	for comment.Start < comment.End && source[comment.Start] == '#' {
		comment.Start++
	}
	return comment, true
}

// InsideHTML returns the content of an HTML comment.
func InsideHTML(_ string, comment text.Span) (inner text.Span, inYAML bool) {
	start := comment.Start + len("<!--")
	return text.Span{Start: start, End: max(start, comment.End-len("-->"))}, false
}

// ReadComments returns the suppressions among the comments.
func ReadComments(source string, comments []text.Span, inside func(string, text.Span) (text.Span, bool)) []*Suppression {
	var list []*Suppression
	for _, comment := range comments {
		span, inYAML := inside(source, comment)
		if !strings.HasPrefix(strings.TrimSpace(span.Of(source)), SuppressionMark) {
			continue
		}
		words := wordsIn(source, span)
		c := &Suppression{Span: comment, VerbSpan: words[0], Verb: words[0].Of(source), InYAML: inYAML}
		for _, word := range words[1:] {
			c.Rules = append(c.Rules, &Silencer{In: c, Span: word, Rule: word.Of(source)})
		}
		if len(c.Rules) == 0 {
			c.Rules = []*Silencer{{In: c, Span: text.At(c.VerbSpan.End)}}
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
func (s *List) findLines(source string, entries []frontmatter.Entry) {
	line := LineIn(source, len(source)) // the line found last
	around := func(offset int) text.Span {
		if offset < line.Start || offset >= line.End {
			line = LineIn(source, offset)
		}
		return line
	}
	alone := make(map[int]*Suppression) // those with nothing before them on their line, by the start of the line
	for i, c := range slices.Backward(s.List) {
		end := around(c.Span.End - 1).End
		if i+1 < len(s.List) && s.List[i+1].Span.Start < end {
			c.Line = s.List[i+1].Line
		} else {
			c.Line = s.lineFrom(source, end, c.InYAML, alone)
		}
		if start := around(c.Span.Start).Start; strings.Trim(source[start:c.Span.Start], " \t>") == "" {
			alone[start] = c
		}
	}
	for _, c := range s.List {
		if i := entryAt(entries, c.Line); c.InYAML && i >= 0 {
			c.Line.End = max(c.Line.End, entries[i].Span.End)
		}
	}
}

// lineFrom returns the first line from an offset on that has content. If a suppression begins that line,
// lineFrom returns what the suppression applies to. In YAML, comments are no content.
func (s *List) lineFrom(source string, start int, inYAML bool, alone map[int]*Suppression) text.Span {
	for start < len(source) {
		if c := alone[start]; c != nil {
			return c.Line
		}
		line := LineIn(source, start)
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

// LineIn returns the line that contains an offset, with its line ending. The offset must not split a line
// ending.
func LineIn(source string, offset int) text.Span {
	start := strings.LastIndexAny(source[:offset], "\r\n") + 1
	return text.Span{Start: start, End: lines.Next(source, lines.FirstLine(source, offset).End)}
}

// apply records where a suppression has an effect.
func (s *List) apply(c *Suppression, source string, rules config.RuleNames) {
	for _, w := range c.Rules {
		w.Unknown = w.Rule != "" && !rules.Has(w.Rule)
		switch {
		case w.Unknown:
		case c.Verb == DisableNextLine:
			at := c.Line
			if at.End == len(source) && !at.IsEmpty() && !strings.HasSuffix(source, "\n") {
				at.End++ // a diagnostic may be at the end of the text
			}
			addReach(s.nextLine, w, at)
		case c.InYAML: // only disable-next-line has an effect in YAML
		case c.Verb == DisableRules:
			addReach(s.onwards, w, text.Span{Start: c.Span.End, End: len(source) + 1})
		case c.Verb == EnableRules && w.Rule == "":
			for rule := range s.onwards {
				s.end(w, rule, c.Span.End)
			}
		case c.Verb == EnableRules:
			s.end(w, w.Rule, c.Span.End)
			s.endOneOfAll(w, c.Span.End)
		}
	}
}

func addReach(in map[string][]reach, by *Silencer, at text.Span) {
	list := in[by.Rule]
	if n := len(list); n > 0 && list[n-1].End > at.Start {
		by.Idle = true
		return
	}
	in[by.Rule] = append(list, reach{Span: at, by: by})
}

// end ends the suppression of a rule, or of all rules if rule is "".
func (s *List) end(w *Silencer, rule string, at int) {
	list := s.onwards[rule]
	if n := len(list); n > 0 && list[n-1].End > at {
		list[n-1].End = at
		link(w, list[n-1].by)
	}
}

// endOneOfAll ends the suppression of all rules for one rule.
func (s *List) endOneOfAll(w *Silencer, at int) {
	list := s.onwards[""]
	if n := len(list); n > 0 && list[n-1].End > at {
		last := &list[n-1]
		if _, ended := last.until[w.Rule]; ended {
			return
		}
		if last.until == nil {
			last.until = make(map[string]int)
		}
		last.until[w.Rule] = at
		link(w, last.by)
	}
}

func link(ending, ended *Silencer) {
	ending.Used = true
	ending.Ended = append(ending.Ended, ended)
	ended.Ending = append(ended.Ending, ending)
}

// Silence reports whether a diagnostic is suppressed, and marks the silencers that do it as used. A
// diagnostic about suppressions is suppressed only by those that name its rule.
func (s *List) Silence(d *diagnostic.Diagnostic) bool {
	silenced := false
	for _, in := range []map[string][]reach{s.nextLine, s.onwards} {
		for _, rule := range []string{d.Rule, ""} {
			if rule == "" && d.Rule == UnusedSuppression {
				continue
			}
			if by := silencerAt(in[rule], d.Rule, d.Span.Start); by != nil {
				by.Used, silenced = true, true
			}
		}
	}
	return silenced
}

// silencerAt returns the silencer that suppresses a rule at an offset, or nil if there is none.
func silencerAt(list []reach, rule string, offset int) *Silencer {
	i := sort.Search(len(list), func(i int) bool { return list[i].Start > offset }) - 1
	if i < 0 || offset >= list[i].End {
		return nil
	}
	if until, ended := list[i].until[rule]; ended && offset >= until {
		return nil
	}
	return list[i].by
}

// Unsuppressed returns the diagnostics that are not suppressed.
func (s *List) Unsuppressed(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	return slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return s.Silence(&d) })
}

// UnusedSuppression is the ID of the rule about suppressions.
const UnusedSuppression = "suppression/unused"
