package eemeliyaml

import "strings"

// A lexer cuts a text into tokens, each of which is a part of the text or one of the marks.
type lexer struct {
	text string
	emit func(source string)
	pos  int

	flowKey     bool // a ":" may follow at once, in a flow collection
	flowLevel   int  // how many flow collections are open
	indentNext  int  // columns that a line must be indented by to belong to the scalar
	indentValue int  // the indentation of the line

	blockIndent int // of a block scalar's header, less one; -1 where it has none
	blockKeep   bool

	lineEnd int // the next line feed that was looked for, -1 where there is none, -2 where none was looked for
	closing int // the same for the next double quote that is not escaped
}

// A lexState is what the lexer expects.
type lexState uint8

const (
	inStream lexState = iota
	inDocument
	inFlow
)

func (l *lexer) run() {
	for state := inStream; l.pos < len(l.text); {
		switch state {
		case inStream:
			state = l.stream()
		case inDocument:
			state = l.document()
		case inFlow:
			state = l.flow()
		}
	}
}

// none is what stands outside of the text.
const none = -1

func (l *lexer) at(i int) int {
	if i < 0 || i >= len(l.text) {
		return none
	}
	return int(l.text[i])
}

// isEmpty reports whether the character ends a word.
func isEmpty(c int) bool { return c == none || c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// index is where a character next stands, from an offset on.
func (l *lexer) index(c byte, from int) int {
	if from < len(l.text) {
		if i := strings.IndexByte(l.text[from:], c); i >= 0 {
			return from + i
		}
	}
	return -1
}

// line returns the rest of the line, without its end.
func (l *lexer) line() string {
	if l.lineEnd == -2 || l.lineEnd != -1 && l.lineEnd < l.pos {
		l.lineEnd = l.index('\n', l.pos)
	}
	end := l.lineEnd
	if end == -1 {
		return l.text[l.pos:]
	}
	if end > l.pos && l.text[end-1] == '\r' {
		end--
	}
	return l.text[l.pos:end]
}

func (l *lexer) atLineEnd() bool {
	i := l.pos
	for l.at(i) == ' ' || l.at(i) == '\t' {
		i++
	}
	switch l.at(i) {
	case none, '#', '\n':
		return true
	case '\r':
		return l.at(i+1) == '\n'
	}
	return false
}

// atMarker reports whether "---" or "..." stands at the offset as a word.
func (l *lexer) atMarker(i int) bool {
	rest := l.text[min(i, len(l.text)):]
	return (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && isEmpty(l.at(i+3))
}

func (l *lexer) stream() lexState {
	line := l.line()
	if strings.HasPrefix(line, bom) {
		l.push(len(bom))
		line = line[len(bom):]
	}
	switch {
	case strings.HasPrefix(line, "%"):
		end := directiveEnd(line)
		n := l.push(end) + l.spaces(true)
		l.push(len(line) - n)
		return inStream
	case l.atLineEnd():
		n := l.spaces(true)
		l.push(len(line) - n)
		l.newline()
		return inStream
	}
	l.emit(markDocument)
	return l.lineStart()
}

// directiveEnd returns where a directive ends, before a comment and the blanks around.
func directiveEnd(line string) int {
	end := len(line)
	for i := 1; i < len(line); i++ {
		if line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t') {
			end = i - 1
			break
		}
	}
	return len(strings.TrimRight(line[:end], " \t"))
}

func (l *lexer) lineStart() lexState {
	if l.atMarker(l.pos) {
		directives := l.text[l.pos] == '-'
		l.push(3)
		l.indentValue, l.indentNext = 0, 0
		if directives {
			return inDocument
		}
		return inStream
	}
	l.indentValue = l.spaces(false)
	if l.indentNext > l.indentValue && !isEmpty(l.at(l.pos+1)) {
		l.indentNext = l.indentValue
	}
	for {
		c := l.at(l.pos)
		if c != '-' && c != '?' && c != ':' || !isEmpty(l.at(l.pos+1)) {
			return inDocument
		}
		n := l.push(1) + l.spaces(true)
		l.indentNext = l.indentValue + 1
		l.indentValue += n
	}
}

func (l *lexer) document() lexState {
	l.spaces(true)
	line := l.line()
	n := l.indicators()
	c := none
	if n < len(line) {
		c = int(line[n])
	}
	switch c {
	case '#', none:
		l.push(len(line) - n)
		l.newline()
		return l.lineStart()
	case '{', '[':
		l.push(1)
		l.flowKey, l.flowLevel = false, 1
		return inFlow
	case '}', ']': // an error, of which the parser speaks
		l.push(1)
		return inDocument
	case '*':
		l.word()
		return inDocument
	case '"', '\'':
		return l.quoted()
	case '|', '>':
		n += l.blockHeader()
		n += l.spaces(true)
		l.push(len(line) - n)
		l.newline()
		return l.block()
	default:
		return l.plain()
	}
}

func (l *lexer) flow() lexState {
	indent := -1
	for {
		n := l.newline()
		if n > 0 {
			indent = l.spaces(false)
			l.indentValue = indent
			n += indent
		}
		if n += l.spaces(true); n == 0 {
			break
		}
	}
	line := l.line()
	first := none
	if line != "" {
		first = int(line[0])
	}
	if indent != -1 && indent < l.indentNext && first != '#' || indent == 0 && l.atMarker(l.pos) {
		atEnd := indent == l.indentNext-1 && l.flowLevel == 1 && (first == ']' || first == '}')
		if !atEnd {
			l.flowLevel = 0
			l.emit(markFlowEnd)
			return l.lineStart()
		}
	}
	n := 0
	for n < len(line) && line[n] == ',' {
		n += l.push(1)
		n += l.spaces(true)
		l.flowKey = false
	}
	n += l.indicators()
	c := none
	if n < len(line) {
		c = int(line[n])
	}
	switch c {
	case none, '#':
		l.push(len(line) - n)
		return inFlow
	case '{', '[':
		l.push(1)
		l.flowKey = false
		l.flowLevel++
		return inFlow
	case '}', ']':
		l.push(1)
		l.flowKey = true
		if l.flowLevel--; l.flowLevel > 0 {
			return inFlow
		}
		return inDocument
	case '*':
		l.word()
		return inFlow
	case '"', '\'':
		l.flowKey = true
		return l.quoted()
	case ':':
		if next := l.at(l.pos + 1); l.flowKey || isEmpty(next) || next == ',' {
			l.flowKey = false
			l.push(1)
			l.spaces(true)
			return inFlow
		}
	}
	l.flowKey = false
	return l.plain()
}
