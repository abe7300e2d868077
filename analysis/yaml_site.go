package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
)

// A yamlSite is a place in a file of YAML: a key or a value, be it written or not. It is found line by line, so that it is known while
// a text is typed that is no YAML yet.
type yamlSite struct {
	// path are the keys that lead to the mapping of a key, or to a value. Lists add nothing to it.
	path  []string
	isKey bool
	// either says that a value can stand at a key's place, too: at the beginning of an item of a list.
	either bool
	flow   bool // in brackets or braces
	inList bool // the value is an item of a list
	quoted bool
	token  skills.Span // what is written there on the line, without quotes; empty for nothing
	colon  bool        // a colon follows the key
	lead   string      // what must stand before a value: a blank where the colon has none
	taken  []string    // the other keys of the mapping
	beside []string    // what follows the keys of taken on their lines; nil in flow style
}

// yamlSiteAt finds the place of an offset in a text. There is none in a comment, behind a closed value, in a tag, and where a block of
// text begins.
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

// nextLine returns where the line behind one that ends at an offset begins.
func nextLine(source string, end int) int {
	switch rest := source[end:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return end + 2
	case rest != "":
		return end + 1
	}
	return end
}

// A yamlFrame is a collection in block style that is open: a key with what stands below it, or an item of a list.
type yamlFrame struct {
	column int
	key    string // empty for an item
}

// A flowFrame is a bracket or a brace that is open.
type flowFrame struct {
	open  byte
	key   string // of the pair that is being read
	inKey bool   // in a brace, before the colon
	start int    // of the key or the value that is being read, -1 for none
	taken []string
}

// A yamlScanner reads a text up to a line, and then that line up to an offset.
type yamlScanner struct {
	source string
	offset int
	line   skills.Span // of the offset
	frames []yamlFrame
	flows  []flowFrame
	quote  byte // of the quotes that are open, 0 for none
	// block is the column beyond which lines belong to a block of text, -1 for none.
	block int
	// inBlock says that the line before was in such a block, or its head.
	inBlock bool
}

// pop closes the collections that a line which begins at a column ends. An item ends one that begins at its column; a key's list may begin
// where the key does.
func (s *yamlScanner) pop(column int, item bool) {
	for n := len(s.frames); n > 0; n-- {
		last := s.frames[n-1]
		if last.column < column || item && last.column == column && last.key != "" {
			break
		}
		s.frames = s.frames[:n-1]
	}
}

// path returns the keys that are open.
func (s *yamlScanner) path() []string {
	var path []string
	for _, f := range s.frames {
		if f.key != "" {
			path = append(path, f.key)
		}
	}
	for i, f := range s.flows {
		if f.open == '{' && !f.inKey && (i+1 < len(s.flows) || f.key != "") {
			path = append(path, f.key)
		}
	}
	return path
}

// above reads a line above that of the offset.
func (s *yamlScanner) above(line skills.Span) {
	text := line.Of(s.source)
	if len(s.flows) > 0 || s.quote != 0 {
		s.rest(line.Start, line.End)
		return
	}
	indent := len(text) - len(strings.TrimLeft(text, " "))
	if s.inBlock && (strings.TrimSpace(text) == "" || indent > s.block) {
		return
	}
	s.inBlock = false
	if at := s.head(line, line.End); at >= 0 {
		s.value(at, line.End)
	}
}

// head reads the hyphens and the key that a line begins with, up to an end, and returns where a value would begin; -1 where the line
// has no key and no hyphen.
func (s *yamlScanner) head(line skills.Span, end int) int {
	at := skipBlanks(s.source, line.Start, end)
	found := -1
	for at < end && s.source[at] == '-' && (at+1 == line.End || strings.IndexByte(" \t", s.source[at+1]) >= 0) {
		s.pop(at-line.Start, true)
		s.frames = append(s.frames, yamlFrame{column: at - line.Start})
		at = skipBlanks(s.source, at+1, end)
		found = at
	}
	key, colon := yamlKey(s.source, skills.Span{Start: at, End: line.End})
	if colon < 0 || colon >= end {
		return found
	}
	s.pop(at-line.Start, false)
	s.frames = append(s.frames, yamlFrame{at - line.Start, key})
	return colon + 1
}

func skipBlanks(source string, at, end int) int {
	for at < end && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	return at
}

// yamlKey returns the key that a text on one line begins with, and the offset of its colon, -1 for none.
func yamlKey(source string, text skills.Span) (key string, colon int) {
	written := text.Of(source)
	if written == "" || strings.IndexByte("#[{&*!|>%@`,]}", written[0]) >= 0 {
		return "", -1
	}
	if quote := written[0]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(written[1:], quote)
		if end < 0 {
			return "", -1
		}
		at := skipBlanks(source, text.Start+end+2, text.End)
		if at < text.End && source[at] == ':' {
			return written[1 : 1+end], at
		}
		return "", -1
	}
	for i := range len(written) {
		switch {
		case written[i] == '#' && strings.IndexByte(" \t", written[i-1]) >= 0:
			return "", -1
		case written[i] == ':' && (i+1 == len(written) || strings.IndexByte(" \t", written[i+1]) >= 0):
			return strings.TrimRight(written[:i], " \t"), text.Start + i
		}
	}
	return "", -1
}

// value reads the beginning of a value, and what of it is open at an end.
func (s *yamlScanner) value(at, end int) {
	at = skipBlanks(s.source, at, end)
	for at < end && (s.source[at] == '&' || s.source[at] == '!') { // an anchor, a tag
		for at < end && s.source[at] != ' ' && s.source[at] != '\t' {
			at++
		}
		at = skipBlanks(s.source, at, end)
	}
	if at == end {
		return
	}
	switch s.source[at] {
	case '|', '>':
		s.inBlock, s.block = true, -1
		if n := len(s.frames); n > 0 {
			s.block = s.frames[n-1].column
		}
	case '"', '\'', '[', '{':
		s.rest(at, end)
	}
}

// rest reads quotes and flow collections from an offset to an end.
func (s *yamlScanner) rest(at, end int) {
	for ; at < end; at++ {
		c := s.source[at]
		if s.quote != 0 {
			switch {
			case c == '\\' && s.quote == '"':
				at++
			case c == s.quote && c == '\'' && at+1 < end && s.source[at+1] == '\'':
				at++
			case c == s.quote:
				s.quote = 0
			}
			continue
		}
		var top *flowFrame
		if n := len(s.flows); n > 0 {
			top = &s.flows[n-1]
		}
		switch {
		case (c == '"' || c == '\'') && (top == nil || top.start < 0):
			s.quote = c
			if top != nil {
				top.start = at
			}
		case (c == '[' || c == '{') && (top == nil || top.start < 0):
			if top != nil {
				top.start = at
			}
			s.flows = append(s.flows, flowFrame{open: c, inKey: c == '{', start: -1})
		case c == '#' && (at == 0 || strings.IndexByte(" \t\r\n", s.source[at-1]) >= 0):
			return
		case top == nil:
			return // what follows a closed value
		case c == ']' || c == '}':
			s.flows = s.flows[:len(s.flows)-1]
		case c == ',':
			if top.open == '{' && top.inKey && top.start >= 0 {
				top.taken = append(top.taken, unquoted(s.source[top.start:at]))
			}
			top.start, top.key, top.inKey = -1, "", top.open == '{'
		case c == ':' && top.inKey && top.start >= 0 && (at+1 >= len(s.source) || strings.IndexByte(" \t\r\n,]}[{\"'", s.source[at+1]) >= 0):
			top.key = unquoted(s.source[top.start:at])
			top.taken = append(top.taken, top.key)
			top.start, top.inKey = -1, false
		case top.start < 0 && strings.IndexByte(" \t\r\n", c) < 0:
			top.start = at
		}
	}
}

// unquoted returns a key without white space and quotes around it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 1 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return text[1 : len(text)-1]
	}
	return text
}

// at finds the place of the offset in its line.
func (s *yamlScanner) at() (yamlSite, bool) {
	text := s.line.Of(s.source)
	indent := len(text) - len(strings.TrimLeft(text, " "))
	switch {
	case len(s.flows) > 0 || s.quote != 0:
		s.rest(s.line.Start, s.offset)
		return s.inside()
	case s.inBlock && (strings.TrimSpace(text) == "" && s.offset-s.line.Start > s.block || strings.TrimSpace(text) != "" && indent > s.block):
		return yamlSite{path: s.path(), token: skills.Span{Start: min(s.line.Start+indent, s.offset), End: s.line.End}}, true
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

// plain finds a value without quotes, or with quotes that are closed, behind a colon.
func (s *yamlScanner) plain(value int) (yamlSite, bool) {
	if s.inBlock {
		return yamlSite{}, false
	}
	start := skipBlanks(s.source, value, s.line.End)
	site := yamlSite{path: s.path(), token: skills.Span{Start: min(start, s.offset), End: plainEnd(s.source, s.line, start)}}
	if start < s.line.End && s.offset >= start && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 && s.offset > start {
		return yamlSite{}, false // behind it
	}
	if start < s.line.End && s.offset <= start && strings.IndexByte("\"'[{&!*|>", s.source[start]) >= 0 {
		return yamlSite{}, false // before something that is no plain value
	}
	site.token.End = max(site.token.End, site.token.Start)
	if s.offset == value {
		site.lead = " "
	}
	return site, site.token.Contains(s.offset)
}

// plainEnd returns where the text that begins at an offset ends on a line, a comment and blanks before it left out.
func plainEnd(source string, line skills.Span, start int) int {
	end := start
	for end < line.End && (source[end] != '#' || end > line.Start && source[end-1] != ' ' && source[end-1] != '\t') {
		end++
	}
	return line.Start + len(strings.TrimRight(source[line.Start:end], " \t"))
}

// key finds a key, or what could be one: nothing, or a word that no colon follows. At the beginning of an item that can be a value, too.
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
	rest := skills.Span{Start: start, End: s.line.End}
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
		site.token = skills.Span{Start: start, End: colon}
		site.token.End = start + len(strings.TrimRight(site.token.Of(s.source), " \t"))
	case start < s.line.End && s.source[start] == '#':
		site.token = skills.At(s.offset)
	default:
		site.token = skills.Span{Start: start, End: max(start, plainEnd(s.source, s.line, start))}
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

// siblings returns the keys of the mapping whose keys begin at a column, around the offset's line and without its own, and what follows each
// on its line.
func (s *yamlScanner) siblings(column int) (keys, beside []string) {
	take := func(line skills.Span) (more bool) {
		text := line.Of(s.source)
		if t := strings.TrimLeft(text, " "); t == "" || t[0] == '#' {
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
			if key, colon := yamlKey(s.source, skills.Span{Start: at, End: line.End}); colon >= 0 {
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
		if !take(skills.Span{Start: start, End: end}) || start >= end && end == 0 {
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

// inside finds the place of an offset in quotes, brackets or braces.
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
		site.token = skills.Span{Start: start, End: end}
		site.colon = strings.HasPrefix(strings.TrimLeft(s.source[min(end+1, s.line.End):s.line.End], " "), ":")
		return site, true
	}
	if start < s.line.Start || start < s.offset && strings.IndexByte("\"'[{&!*", s.source[start]) >= 0 {
		return yamlSite{}, false // behind something that is closed
	}
	end := s.offset
	for end < s.line.End && strings.IndexByte(",]}", s.source[end]) < 0 && !(s.source[end] == ':' && (end+1 == s.line.End || strings.IndexByte(" \t,]}", s.source[end+1]) >= 0)) {
		end++
	}
	site.colon = end < s.line.End && s.source[end] == ':'
	site.token = skills.Span{Start: start, End: s.offset + len(strings.TrimRight(s.source[s.offset:end], " \t"))}
	if !site.isKey && top.open == '{' && s.offset > 0 && s.source[s.offset-1] == ':' {
		site.lead = " "
	}
	return site, true
}

// takenBehind returns the keys that follow in the braces that the offset lies in, as far as the line goes.
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
