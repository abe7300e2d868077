package yamlsite

import (
	"strings"

	"skills-ls/skills/text"
)

// A frame is an open collection in block style: a key with everything below it, or an item of a list.
type frame struct {
	column int
	key    string // empty for an item
}

// A flowFrame is an open bracket or brace.
type flowFrame struct {
	open  byte
	key   string // of the pair being read
	inKey bool   // in a brace, before the colon
	start int    // of the key or value being read, -1 for none
	taken []string
}

// A scanner reads a text up to a line, and then that line up to an offset.
type scanner struct {
	source string
	offset int
	line   text.Span // of the offset
	frames []frame
	flows  []flowFrame
	quote  byte // the open quote, 0 for none
	// block is the column beyond which lines belong to a block scalar, -1 for none.
	block int
	// inBlock says that the line before was in a block scalar, or was its header.
	inBlock bool
}

// pop closes the collections that end at a line with the given column. An item ends an item at the same
// column, but not a key at that column, because the key's list may begin there.
func (s *scanner) pop(column int, item bool) {
	for n := len(s.frames); n > 0; n-- {
		last := s.frames[n-1]
		if last.column < column || item && last.column == column && last.key != "" {
			break
		}
		s.frames = s.frames[:n-1]
	}
}

// path returns the open keys, from the outside in.
func (s *scanner) path() []string {
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
func (s *scanner) above(line text.Span) {
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

// head reads the hyphens and the key at the beginning of a line, up to end. It returns the offset where a
// value would begin, or -1 if the line has no key and no hyphen.
func (s *scanner) head(line text.Span, end int) int {
	at := skipBlanks(s.source, line.Start, end)
	found := -1
	for at < end && s.source[at] == '-' && (at+1 == line.End || strings.IndexByte(" \t", s.source[at+1]) >= 0) {
		s.pop(at-line.Start, true)
		s.frames = append(s.frames, frame{column: at - line.Start})
		at = skipBlanks(s.source, at+1, end)
		found = at
	}
	key, colon := yamlKey(s.source, text.Span{Start: at, End: line.End})
	if colon < 0 || colon >= end {
		return found
	}
	s.pop(at-line.Start, false)
	s.frames = append(s.frames, frame{at - line.Start, key})
	return colon + 1
}

func skipBlanks(source string, at, end int) int {
	for at < end && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	return at
}

// yamlKey returns the key at the beginning of a text on one line, and the offset of its colon, -1 if there is
// no key.
func yamlKey(source string, text text.Span) (key string, colon int) {
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

// value reads the beginning of a value, and records what is open at end.
func (s *scanner) value(at, end int) {
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
func (s *scanner) rest(at, end int) {
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

// unquoted returns a key without the white space and quotes around it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 1 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return text[1 : len(text)-1]
	}
	return text
}
