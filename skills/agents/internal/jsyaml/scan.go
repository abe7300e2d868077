package jsyaml

// char returns the byte at the position, 0 at the end.
func (l *loader) char() byte { return l.input[l.position] }

// next moves one byte on and returns the byte there. It must not be called at the end.
func (l *loader) next() byte {
	l.position++
	return l.input[l.position]
}

// following returns the byte after the one at the position, which must not be the end.
func (l *loader) following() byte { return l.input[l.position+1] }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }
func isBlank(c byte) bool { return c == '\t' || c == ' ' }
func isSpace(c byte) bool { return isBlank(c) || isBreak(c) }

func isFlowIndicator(c byte) bool { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}' }

// readBreak moves past a line break, which must stand at the position.
func (l *loader) readBreak() {
	switch l.char() {
	case '\n':
		l.position++
	case '\r':
		if l.next() == '\n' {
			l.position++
		}
	default:
		l.fail("a line break is expected")
	}
	l.line++
	l.lineStart = l.position
	l.firstTab = -1
}

// skipSpace moves past blanks, line breaks and, where they may be, comments. It returns how many line breaks there were.
func (l *loader) skipSpace(comments bool) (breaks int) {
	for c := l.char(); c != 0; {
		for isBlank(c) {
			if c == '\t' && l.firstTab < 0 && !l.v3 {
				l.firstTab = l.position
			}
			c = l.next()
		}
		if comments && c == '#' {
			for c != 0 && !isBreak(c) {
				c = l.next()
			}
		}
		if !isBreak(c) {
			break
		}
		l.readBreak()
		breaks++
		l.lineIndent = 0
		for c = l.char(); c == ' '; c = l.next() {
			l.lineIndent++
		}
	}
	return breaks
}

// atSeparator reports whether "---" or "..." stands alone at the position, which must be the start of a line.
func (l *loader) atSeparator() bool {
	c := l.char()
	if c != '-' && c != '.' || l.input[l.position+1] != c || l.input[l.position+2] != c {
		return false
	}
	after := l.input[l.position+3]
	return after == 0 || isSpace(after)
}
