// Package yamlsite finds what the cursor is at in YAML that may be incomplete.
package yamlsite

import (
	"slices"
	"strings"

	"skills-ls/analysis/lines"
	"skills-ls/skills/text"
)

// A Site is a key or a value at a position in a YAML file, which may be empty. The scanner finds it line
// by line, so that it also works while the user types and the text is not valid YAML.
type Site struct {
	// Path has the keys that lead to the mapping of a key, or to a value. Lists add nothing to it.
	Path  []string
	IsKey bool
	// Either says that the key may also be a value: at the beginning of an item of a list.
	Either bool
	Flow   bool // in brackets or braces
	InList bool // the value is an item of a list
	Quoted bool
	Token  text.Span // the text there on the line, without quotes; may be empty
	Colon  bool      // a colon follows the key
	Lead   string    // what to insert before a value: a space if the colon has none
	Taken  []string  // the other keys of the mapping
	Beside []string  // the rest of the line of each key in taken; nil in flow style
}

// SiteAt returns the site at an offset in a text. It returns false in a comment, after a closed value, in
// a tag, and where a block scalar begins.
func SiteAt(source string, offset int) (Site, bool) {
	line := lines.FirstLine(source, lines.LineStart(source, offset))
	s := scanner{source: source, offset: offset, line: line}
	start := 0
	if mark := "\ufeff"; strings.HasPrefix(source, mark) {
		start = len(mark)
	}
	for above := range lines.In(source, start, line.Start) {
		s.above(above)
	}
	return s.at()
}

// at finds the site of the offset in its line.
func (s *scanner) at() (Site, bool) {
	source := s.line.Of(s.source)
	indent := len(source) - len(strings.TrimLeft(source, " "))
	switch {
	case len(s.flows) > 0 || s.quote != 0:
		s.rest(s.line.Start, s.offset)
		return s.inside()
	case s.inBlock && (strings.TrimSpace(source) == "" && s.offset-s.line.Start > s.block || strings.TrimSpace(source) != "" && indent > s.block):
		return Site{Path: s.path(), Token: text.Span{Start: min(s.line.Start+indent, s.offset), End: s.line.End}}, true
	}
	value := s.head(s.line, s.offset)
	if n := len(s.frames); value >= 0 && n > 0 && s.frames[n-1].key != "" && s.offset > value-1 {
		s.value(value, s.offset)
		if len(s.flows) > 0 || s.quote != 0 {
			return s.inside()
		}
		return s.plain(value)
	}
	return s.key(value)
}

// plain finds a value after a colon that has no quotes, or closed quotes.
func (s *scanner) plain(value int) (Site, bool) {
	if s.inBlock {
		return Site{}, false
	}
	start := skipBlanks(s.source, value, s.line.End)
	site := Site{Path: s.path(), Token: text.Span{Start: min(start, s.offset), End: plainEnd(s.source, s.line, start)}}
	if start < s.line.End && s.offset >= start && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 && s.offset > start {
		return Site{}, false // after it
	}
	if start < s.line.End && s.offset <= start && strings.IndexByte("\"'[{&!*|>", s.source[start]) >= 0 {
		return Site{}, false // before a value that is not plain
	}
	site.Token.End = max(site.Token.End, site.Token.Start)
	if s.offset == value {
		site.Lead = " "
	}
	return site, site.Token.Contains(s.offset)
}

// plainEnd returns where the text that begins at an offset ends on a line, without a comment and the spaces
// before it.
func plainEnd(source string, line text.Span, start int) int {
	end := start
	for end < line.End && (source[end] != '#' || end > line.Start && source[end-1] != ' ' && source[end-1] != '\t') {
		end++
	}
	return line.Start + len(strings.TrimRight(source[line.Start:end], " \t"))
}

// key finds a key, or what could become one: nothing, or a word without a colon. At the beginning of an item,
// it can be a value, too.
func (s *scanner) key(item int) (Site, bool) {
	start := item
	if start < 0 {
		start = skipBlanks(s.source, s.line.Start, s.line.End)
	} else {
		start = skipBlanks(s.source, item, s.line.End)
	}
	if s.offset < start { // in the indentation
		if strings.TrimSpace(s.source[start:s.line.End]) != "" && s.source[start] != '#' {
			return Site{}, false
		}
		start = s.offset
	}
	rest := text.Span{Start: start, End: s.line.End}
	if start < s.line.End && s.source[start] == '#' && s.offset > start || strings.HasPrefix(rest.Of(s.source), "- ") || rest.Of(s.source) == "-" && s.offset > start {
		return Site{}, false
	}
	s.pop(start-s.line.Start, false)
	site := Site{IsKey: true, Either: item >= 0, InList: item >= 0, Path: s.path()}
	site.Taken, site.Beside = s.siblings(start - s.line.Start)
	if start > s.line.Start && s.source[start-1] == '-' {
		site.Lead = " "
	}
	_, colon := yamlKey(s.source, rest)
	switch {
	case colon >= 0:
		site.Colon, site.Either = true, false
		site.Token = text.Span{Start: start, End: colon}
		site.Token.End = start + len(strings.TrimRight(site.Token.Of(s.source), " \t"))
	case start < s.line.End && s.source[start] == '#':
		site.Token = text.At(s.offset)
	default:
		site.Token = text.Span{Start: start, End: max(start, plainEnd(s.source, s.line, start))}
	}
	if written := site.Token.Of(s.source); written != "" && (written[0] == '"' || written[0] == '\'') {
		if s.offset == start {
			return Site{}, false
		}
		site.Quoted = true
		site.Token.Start++
		if site.Token.Len() > 0 && s.source[site.Token.End-1] == written[0] {
			site.Token.End--
		}
	} else if written != "" && strings.IndexByte("[{&!*|>", written[0]) >= 0 {
		if item >= 0 && (written[0] == '[' || written[0] == '{') {
			s.rest(start, s.offset)
			if len(s.flows) > 0 {
				return s.inside()
			}
		}
		return Site{}, false
	}
	return site, site.Token.Contains(s.offset)
}

// siblings returns the other keys of the mapping around the offset's line whose keys begin at a column, and
// the rest of the line of each.
func (s *scanner) siblings(column int) (keys, beside []string) {
	take := func(line text.Span) (more bool) {
		source := line.Of(s.source)
		if t := strings.TrimLeft(source, " "); t == "" || t[0] == '#' {
			return true
		}
		at, item := line.Start, false
		for {
			at = skipBlanks(s.source, at, line.End)
			if at-line.Start >= column || at >= line.End || s.source[at] != '-' {
				break
			}
			at, item = at+1, true
		}
		switch begin := at - line.Start; {
		case begin < column:
			return false
		case begin == column && !strings.HasPrefix(s.source[at:line.End], "- "):
			if key, colon := yamlKey(s.source, text.Span{Start: at, End: line.End}); colon >= 0 {
				keys = append(keys, key)
				beside = append(beside, strings.TrimSpace(s.source[colon+1:line.End]))
			}
		}
		return !item
	}
	own := s.line.Start
	isItem := strings.Trim(s.source[own:min(own+column, len(s.source))], " \t") != ""
	for start := own; start > 0 && !isItem; {
		end := start - 1
		if end > 0 && s.source[end] == '\n' && s.source[end-1] == '\r' {
			end--
		}
		start = lines.LineStart(s.source, end)
		if !take(text.Span{Start: start, End: end}) || start >= end && end == 0 {
			break
		}
		if strings.HasPrefix(s.source, "\ufeff") && start == len("\ufeff") {
			break
		}
	}
	for line := range lines.In(s.source, lines.Next(s.source, s.line.End), len(s.source)) {
		before := len(keys)
		if !take(line) {
			if isItemLine := len(keys) > before; isItemLine {
				keys, beside = keys[:before], beside[:before] // the first key of the next item
			}
			break
		}
	}
	return keys, beside
}

// inside finds the site of an offset in quotes, brackets or braces.
func (s *scanner) inside() (Site, bool) {
	site := Site{Path: s.path(), Flow: len(s.flows) > 0}
	start := s.offset
	var top flowFrame
	if n := len(s.flows); n > 0 {
		top = s.flows[n-1]
		site.IsKey, site.InList = top.inKey, top.open == '['
		site.Either = site.InList
		if top.start >= 0 {
			start = top.start
		}
		if top.inKey {
			site.Taken = slices.Concat(top.taken, s.takenBehind())
		}
	}
	if s.quote != 0 {
		site.Quoted = true
		i := strings.LastIndexByte(s.source[s.line.Start:s.offset], s.quote)
		if i < 0 { // the quotes were opened above
			return Site{Path: site.Path, Quoted: true, Token: s.line}, true
		}
		start = s.line.Start + i + 1
		end := s.offset
		for end < s.line.End && s.source[end] != s.quote {
			end++
		}
		site.Token = text.Span{Start: start, End: end}
		site.Colon = strings.HasPrefix(strings.TrimLeft(s.source[min(end+1, s.line.End):s.line.End], " "), ":")
		return site, true
	}
	if start < s.line.Start || start < s.offset && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 {
		return Site{}, false // after something that is closed
	}
	end := s.offset
	for end < s.line.End && strings.IndexByte(",]}", s.source[end]) < 0 && !(s.source[end] == ':' && (end+1 == s.line.End || strings.IndexByte(" \t,]}", s.source[end+1]) >= 0)) {
		end++
	}
	site.Colon = end < s.line.End && s.source[end] == ':'
	site.Token = text.Span{Start: start, End: s.offset + len(strings.TrimRight(s.source[s.offset:end], " \t"))}
	if !site.IsKey && top.open == '{' && s.offset > 0 && s.source[s.offset-1] == ':' {
		site.Lead = " "
	}
	return site, true
}

// takenBehind returns the keys that follow in the innermost open braces, up to the end of the line.
func (s *scanner) takenBehind() []string {
	behind := scanner{source: s.source, flows: []flowFrame{{open: '{', start: -1}}}
	if comma := strings.IndexAny(s.source[s.offset:s.line.End], ",}"); comma >= 0 && s.source[s.offset+comma] == ',' {
		end := s.offset + comma
		if brace := strings.IndexByte(s.source[end:s.line.End], '}'); brace >= 0 {
			behind.rest(end, end+brace)
		} else {
			behind.rest(end, s.line.End)
		}
		if len(behind.flows) > 0 {
			return behind.flows[0].taken
		}
	}
	return nil
}
