package eemeliyaml

import "strings"

// continues returns from where to go on with a scalar whose next line begins at the offset, or -1 where it ends before.
func (l *lexer) continues(offset int) int {
	if l.indentNext <= 0 {
		if l.atMarker(offset) {
			return -1
		}
		return offset
	}
	indent := 0
	for l.at(offset+indent) == ' ' {
		indent++
	}
	c := l.at(offset + indent)
	if c == '\r' && l.at(offset+indent+1) == '\n' {
		return offset + indent + 1
	}
	if c == '\n' || indent >= l.indentNext {
		return offset + indent
	}
	return -1
}

func (l *lexer) quoted() lexState {
	var end int
	if l.text[l.pos] == '\'' {
		end = l.index('\'', l.pos+1)
		for end != -1 && l.at(end+1) == '\'' {
			end = l.index('\'', end+2)
		}
	} else {
		end = l.closingQuote()
	}
	if end == -1 {
		end = len(l.text) // and nobody looks at the lines
	} else {
		for nl := strings.IndexByte(l.text[l.pos:end], '\n') + l.pos; nl >= l.pos; {
			next := l.continues(nl + 1)
			if next == -1 { // indented too little, an error
				if end = nl - 1; l.text[nl-1] == '\r' {
					end--
				}
				break
			}
			if next >= end {
				break
			}
			i := strings.IndexByte(l.text[next:end], '\n')
			if i < 0 {
				break
			}
			nl = next + i
		}
	}
	l.pushTo(end+1, false)
	return l.inside()
}

// closingQuote returns the next double quote after the current one that no backslash escapes. Whether one is escaped does not
// depend on where the search begins, so what was found before still holds.
func (l *lexer) closingQuote() int {
	if l.closing == -2 || l.closing != -1 && l.closing <= l.pos {
		l.closing = l.index('"', l.pos+1)
		for l.closing != -1 {
			n := 0
			for l.at(l.closing-1-n) == '\\' {
				n++
			}
			if n%2 == 0 {
				break
			}
			l.closing = l.index('"', l.closing+1)
		}
	}
	return l.closing
}

// inside is the state after a scalar.
func (l *lexer) inside() lexState {
	if l.flowLevel > 0 {
		return inFlow
	}
	return inDocument
}

func (l *lexer) blockHeader() int {
	l.blockIndent, l.blockKeep = -1, false
	for i := l.pos + 1; ; i++ {
		c := l.at(i)
		if c == '+' {
			l.blockKeep = true
		} else if c > '0' && c <= '9' {
			l.blockIndent = c - '0' - 1
		} else if c != '-' {
			break
		}
	}
	i := l.pos
	for !isEmpty(l.at(i)) && l.text[i] != '#' {
		i++
	}
	return l.pushTo(i, false)
}

func (l *lexer) block() lexState {
	nl, indent := l.pos-1, 0
scan:
	for i := l.pos; ; i++ {
		switch l.at(i) {
		case ' ':
			indent++
		case '\n':
			nl, indent = i, 0
		case '\r':
			if l.at(i+1) != '\n' {
				break scan
			}
		default:
			break scan
		}
	}
	if indent >= l.indentNext {
		if l.blockIndent == -1 {
			l.indentNext = indent
		} else {
			l.indentNext = l.blockIndent + max(1, l.indentNext)
		}
		for {
			next := l.continues(nl + 1)
			if next == -1 {
				break
			}
			if nl = l.index('\n', next); nl == -1 {
				nl = len(l.text)
				break
			}
		}
	}
	l.emitBlock(nl, indent)
	return l.lineStart()
}

// emitBlock emits a block scalar that ends with the line feed at nl, with what is wrong of the lines below it and without
// those that are left out.
func (l *lexer) emitBlock(nl, indent int) {
	i := nl + 1
	for l.at(i) == ' ' {
		i++
	}
	if l.at(i) == '\t' {
		for c := l.at(i); c == '\t' || c == ' ' || c == '\r' || c == '\n'; c = l.at(i) {
			i++
		}
		nl = i - 1
	} else if !l.blockKeep {
		for {
			i := nl - 1
			if l.at(i) == '\r' {
				i--
			}
			last := i
			for l.at(i) == ' ' {
				i--
			}
			if l.at(i) != '\n' || i < l.pos || i+1+indent <= last {
				break
			}
			nl = i
		}
	}
	l.emit(markScalar)
	l.pushTo(nl+1, true)
}

func (l *lexer) plain() lexState {
	flow := l.flowLevel > 0
	end := l.pos - 1
	for i := l.pos; i < len(l.text); i++ {
		c := l.at(i)
		if c == ':' {
			if next := l.at(i + 1); isEmpty(next) || flow && isFlowIndicator(next) {
				break
			}
			end = i
			continue
		}
		if !isEmpty(c) {
			if flow && isFlowIndicator(c) {
				break
			}
			end = i
			continue
		}
		next := l.at(i + 1)
		if c == '\r' {
			if next == '\n' {
				i++
				c, next = '\n', l.at(i+1)
			} else {
				end = i
			}
		}
		if next == '#' || flow && isFlowIndicator(next) {
			break
		}
		if c == '\n' {
			more := l.continues(i + 1)
			if more == -1 {
				break
			}
			i = max(i, more-2) // one before, so that " #" is still seen
		}
	}
	l.emit(markScalar)
	l.pushTo(end+1, true)
	return l.inside()
}

func isFlowIndicator(c int) bool { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}' }

// push emits so many bytes.
func (l *lexer) push(n int) int {
	if n <= 0 {
		return 0
	}
	n = min(n, len(l.text)-l.pos)
	l.emit(l.text[l.pos : l.pos+n])
	l.pos += n
	return n
}

// pushTo emits what lies before an offset.
func (l *lexer) pushTo(end int, allowEmpty bool) int {
	end = min(end, len(l.text))
	if end > l.pos {
		return l.push(end - l.pos)
	}
	if allowEmpty {
		l.emit("")
	}
	return 0
}

// indicators emits tags, anchors and the indicators of block collections, with the blanks after them.
func (l *lexer) indicators() int {
	n := 0
	for {
		switch l.at(l.pos) {
		case '!':
			n += l.tag()
		case '&':
			n += l.word()
		case '-', '?', ':':
			flow := l.flowLevel > 0
			if next := l.at(l.pos + 1); !isEmpty(next) && (!flow || !isFlowIndicator(next)) {
				return n
			}
			if flow {
				l.flowKey = false
			} else {
				l.indentNext = l.indentValue + 1
			}
			n += l.push(1)
		default:
			return n
		}
		n += l.spaces(true)
	}
}

const tagChars = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()"

func (l *lexer) tag() int {
	i := l.pos + 1
	if l.at(i) == '<' {
		for i++; !isEmpty(l.at(i)) && l.text[i] != '>'; i++ {
		}
		if l.at(i) == '>' {
			i++
		}
		return l.pushTo(i, false)
	}
	for i < len(l.text) {
		switch {
		case strings.IndexByte(tagChars, l.text[i]) >= 0:
			i++
			continue
		case l.text[i] == '%' && isHex(l.at(i+1)) && isHex(l.at(i+2)):
			i += 3
			continue
		}
		break
	}
	return l.pushTo(i, false)
}

func isHex(c int) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// word emits an anchor or alias.
func (l *lexer) word() int {
	i := l.pos
	for !isEmpty(l.at(i)) && !isFlowIndicator(l.at(i)) {
		i++
	}
	return l.pushTo(i, false)
}

func (l *lexer) newline() int {
	switch {
	case l.at(l.pos) == '\n':
		return l.push(1)
	case l.at(l.pos) == '\r' && l.at(l.pos+1) == '\n':
		return l.push(2)
	}
	return 0
}

func (l *lexer) spaces(tabs bool) int {
	i := l.pos
	for l.at(i) == ' ' || tabs && l.at(i) == '\t' {
		i++
	}
	return l.push(i - l.pos)
}
