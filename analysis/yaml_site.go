package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// A yamlSite is a key or a value at a position in a YAML file, which may be empty. The scanner finds it line
// by line, so that it also works while the user types and the text is not valid YAML.
type yamlSite struct {
	// path has the keys that lead to the mapping of a key, or to a value. Lists add nothing to it.
	path  []string
	isKey bool
	// either says that the key may also be a value: at the beginning of an item of a list.
	either bool
	flow   bool // in brackets or braces
	inList bool // the value is an item of a list
	quoted bool
	token  text.Span // the text there on the line, without quotes; may be empty
	colon  bool      // a colon follows the key
	lead   string    // what to insert before a value: a space if the colon has none
	taken  []string  // the other keys of the mapping
	beside []string  // the rest of the line of each key in taken; nil in flow style
}

// yamlSiteAt returns the site at an offset in a text. It returns false in a comment, after a closed value, in
// a tag, and where a block scalar begins.
func yamlSiteAt(source string, offset int) (yamlSite, bool) {
	line := firstLine(source, lineStart(source, offset))
	s := yamlScanner{source: source, offset: offset, line: line}
	start := 0
	if mark := "\ufeff"; strings.HasPrefix(source, mark) {
		start = len(mark)
	}
	for start < line.Start {
		above := firstLine(source, start)
		s.above(above)
		start = nextLine(source, above.End)
	}
	return s.at()
}

// nextLine returns the start of the line after the one that ends at an offset.
func nextLine(source string, end int) int {
	switch rest := source[end:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return end + 2
	case rest != "":
		return end + 1
	}
	return end
}

// at finds the site of the offset in its line.
func (s *yamlScanner) at() (yamlSite, bool) {
	source := s.line.Of(s.source)
	indent := len(source) - len(strings.TrimLeft(source, " "))
	switch {
	case len(s.flows) > 0 || s.quote != 0:
		s.rest(s.line.Start, s.offset)
		return s.inside()
	case s.inBlock && (strings.TrimSpace(source) == "" && s.offset-s.line.Start > s.block || strings.TrimSpace(source) != "" && indent > s.block):
		return yamlSite{path: s.path(), token: text.Span{Start: min(s.line.Start+indent, s.offset), End: s.line.End}}, true
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
func (s *yamlScanner) plain(value int) (yamlSite, bool) {
	if s.inBlock {
		return yamlSite{}, false
	}
	start := skipBlanks(s.source, value, s.line.End)
	site := yamlSite{path: s.path(), token: text.Span{Start: min(start, s.offset), End: plainEnd(s.source, s.line, start)}}
	if start < s.line.End && s.offset >= start && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 && s.offset > start {
		return yamlSite{}, false // after it
	}
	if start < s.line.End && s.offset <= start && strings.IndexByte("\"'[{&!*|>", s.source[start]) >= 0 {
		return yamlSite{}, false // before a value that is not plain
	}
	site.token.End = max(site.token.End, site.token.Start)
	if s.offset == value {
		site.lead = " "
	}
	return site, site.token.Contains(s.offset)
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
func (s *yamlScanner) key(item int) (yamlSite, bool) {
	start := item
	if start < 0 {
		start = skipBlanks(s.source, s.line.Start, s.line.End)
	} else {
		start = skipBlanks(s.source, item, s.line.End)
	}
	if s.offset < start { // in the indentation
		if strings.TrimSpace(s.source[start:s.line.End]) != "" && s.source[start] != '#' {
			return yamlSite{}, false
		}
		start = s.offset
	}
	rest := text.Span{Start: start, End: s.line.End}
	if start < s.line.End && s.source[start] == '#' && s.offset > start || strings.HasPrefix(rest.Of(s.source), "- ") || rest.Of(s.source) == "-" && s.offset > start {
		return yamlSite{}, false
	}
	s.pop(start-s.line.Start, false)
	site := yamlSite{isKey: true, either: item >= 0, inList: item >= 0, path: s.path()}
	site.taken, site.beside = s.siblings(start - s.line.Start)
	if start > s.line.Start && s.source[start-1] == '-' {
		site.lead = " "
	}
	_, colon := yamlKey(s.source, rest)
	switch {
	case colon >= 0:
		site.colon, site.either = true, false
		site.token = text.Span{Start: start, End: colon}
		site.token.End = start + len(strings.TrimRight(site.token.Of(s.source), " \t"))
	case start < s.line.End && s.source[start] == '#':
		site.token = text.At(s.offset)
	default:
		site.token = text.Span{Start: start, End: max(start, plainEnd(s.source, s.line, start))}
	}
	if written := site.token.Of(s.source); written != "" && (written[0] == '"' || written[0] == '\'') {
		if s.offset == start {
			return yamlSite{}, false
		}
		site.quoted = true
		site.token.Start++
		if site.token.Len() > 0 && s.source[site.token.End-1] == written[0] {
			site.token.End--
		}
	} else if written != "" && strings.IndexByte("[{&!*|>", written[0]) >= 0 {
		if item >= 0 && (written[0] == '[' || written[0] == '{') {
			s.rest(start, s.offset)
			if len(s.flows) > 0 {
				return s.inside()
			}
		}
		return yamlSite{}, false
	}
	return site, site.token.Contains(s.offset)
}

// siblings returns the other keys of the mapping around the offset's line whose keys begin at a column, and
// the rest of the line of each.
func (s *yamlScanner) siblings(column int) (keys, beside []string) {
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
		start = lineStart(s.source, end)
		if !take(text.Span{Start: start, End: end}) || start >= end && end == 0 {
			break
		}
		if strings.HasPrefix(s.source, "\ufeff") && start == len("\ufeff") {
			break
		}
	}
	for start := nextLine(s.source, s.line.End); start < len(s.source); {
		line := firstLine(s.source, start)
		before := len(keys)
		if !take(line) {
			if isItemLine := len(keys) > before; isItemLine {
				keys, beside = keys[:before], beside[:before] // the first key of the next item
			}
			break
		}
		start = nextLine(s.source, line.End)
	}
	return keys, beside
}

// inside finds the site of an offset in quotes, brackets or braces.
func (s *yamlScanner) inside() (yamlSite, bool) {
	site := yamlSite{path: s.path(), flow: len(s.flows) > 0}
	start := s.offset
	var top flowFrame
	if n := len(s.flows); n > 0 {
		top = s.flows[n-1]
		site.isKey, site.inList = top.inKey, top.open == '['
		site.either = site.inList
		if top.start >= 0 {
			start = top.start
		}
		if top.inKey {
			site.taken = slices.Concat(top.taken, s.takenBehind())
		}
	}
	if s.quote != 0 {
		site.quoted = true
		i := strings.LastIndexByte(s.source[s.line.Start:s.offset], s.quote)
		if i < 0 { // the quotes were opened above
			return yamlSite{path: site.path, quoted: true, token: s.line}, true
		}
		start = s.line.Start + i + 1
		end := s.offset
		for end < s.line.End && s.source[end] != s.quote {
			end++
		}
		site.token = text.Span{Start: start, End: end}
		site.colon = strings.HasPrefix(strings.TrimLeft(s.source[min(end+1, s.line.End):s.line.End], " "), ":")
		return site, true
	}
	if start < s.line.Start || start < s.offset && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 {
		return yamlSite{}, false // after something that is closed
	}
	end := s.offset
	for end < s.line.End && strings.IndexByte(",]}", s.source[end]) < 0 && !(s.source[end] == ':' && (end+1 == s.line.End || strings.IndexByte(" \t,]}", s.source[end+1]) >= 0)) {
		end++
	}
	site.colon = end < s.line.End && s.source[end] == ':'
	site.token = text.Span{Start: start, End: s.offset + len(strings.TrimRight(s.source[s.offset:end], " \t"))}
	if !site.isKey && top.open == '{' && s.offset > 0 && s.source[s.offset-1] == ':' {
		site.lead = " "
	}
	return site, true
}

// takenBehind returns the keys that follow in the innermost open braces, up to the end of the line.
func (s *yamlScanner) takenBehind() []string {
	behind := yamlScanner{source: s.source, flows: []flowFrame{{open: '{', start: -1}}}
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
