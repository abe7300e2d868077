package jsyaml

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// A scalarText is the text of a scalar in the making.
type scalarText struct {
	l *loader
	b strings.Builder
	// surrogate is a high surrogate at the end of the text, not yet written; 0 for none.
	surrogate uint16
}

// capture appends a part of the input, which must hold nothing that may not stand in a scalar of its style.
func (t *scalarText) capture(start, end int, quoted bool) {
	if start >= end {
		return
	}
	part := t.l.input[start:end]
	if quoted {
		for i := range len(part) {
			if part[i] < ' ' && part[i] != '\t' {
				t.l.fail("expected valid JSON character")
			}
		}
	} else if strings.IndexFunc(part, isNonPrintable) >= 0 {
		t.l.fail("the stream contains non-printable characters")
	}
	t.write(text.DecodeUTF8(part))
}

func isNonPrintable(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f || r == '\t' || r == '\n' || r == '\r' || r == 0x85:
		return false
	case r < 0xa0:
		return true
	}
	return r == 0xfffe || r == 0xffff
}

func (t *scalarText) write(text string) {
	if text != "" {
		t.flush()
		t.b.WriteString(text)
	}
}

// fold appends what a number of line breaks within a flow scalar becomes.
func (t *scalarText) fold(breaks int) {
	switch {
	case breaks == 1:
		t.write(" ")
	case breaks > 1:
		t.write(strings.Repeat("\n", breaks-1))
	}
}

// unit appends one unit of UTF-16, which may complete a character.
func (t *scalarText) unit(u uint16) {
	if t.surrogate != 0 && u >= 0xdc00 && u <= 0xdfff {
		t.b.WriteRune((rune(t.surrogate)-0xd800)<<10 + rune(u) - 0xdc00 + 0x10000)
		t.surrogate = 0
		return
	}
	t.flush()
	switch {
	case u >= 0xd800 && u <= 0xdbff:
		t.surrogate = u
	case u >= 0xdc00 && u <= 0xdfff:
		t.b.WriteString(surrogateBytes(u))
	default:
		t.b.WriteRune(rune(u))
	}
}

func (t *scalarText) flush() {
	if t.surrogate != 0 {
		t.b.WriteString(surrogateBytes(t.surrogate))
		t.surrogate = 0
	}
}

func surrogateBytes(u uint16) string {
	return string([]byte{0xe0 | byte(u>>12), 0x80 | byte(u>>6)&0x3f, 0x80 | byte(u)&0x3f})
}

// replaceSurrogates puts U+FFFD into the place of each lone surrogate.
func replaceSurrogates(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			n = min(3, len(text)-i) // nothing else is not UTF-8
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// finish makes the text the result.
func (t *scalarText) finish() {
	t.flush()
	t.l.kind = scalarKind
	t.l.result = &Value{Kind: String, text: t.b.String()}
}

// readPlainScalar reports whether there was one.
func (l *loader) readPlainScalar(nodeIndent int, inFlow bool) bool {
	c := l.char()
	if isSpace(c) || isFlowIndicator(c) || strings.IndexByte("#&*!|>'\"%@`", c) >= 0 {
		return false
	}
	if c == '?' || c == '-' {
		if after := l.following(); isSpace(after) || inFlow && isFlowIndicator(after) {
			return false
		}
	}
	text := scalarText{l: l}
	start, end := l.position, l.position
	pending := false // the next line goes on
	line := l.line
scan:
	for c != 0 {
		switch {
		case c == ':':
			if after := l.following(); isSpace(after) || inFlow && isFlowIndicator(after) {
				break scan
			}
		case c == '#':
			if isSpace(l.input[l.position-1]) {
				break scan
			}
		case l.position == l.lineStart && l.atSeparator() || inFlow && isFlowIndicator(c):
			break scan
		case isBreak(c):
			line = l.line
			lineStart, lineIndent := l.lineStart, l.lineIndent
			l.skipSpace(false)
			if l.lineIndent < nodeIndent {
				l.position, l.line, l.lineStart, l.lineIndent = end, line, lineStart, lineIndent
				break scan
			}
			pending = true
			c = l.char()
			continue
		}
		if pending {
			text.capture(start, end, false)
			text.fold(l.line - line)
			start, end = l.position, l.position
			pending = false
		}
		if !isBlank(c) {
			end = l.position + 1
		}
		c = l.next()
	}
	text.capture(start, end, false)
	if text.b.Len() == 0 {
		return false
	}
	text.finish()
	return true
}

// readQuoted reports whether there was a scalar in quotes of a kind. In single ones only the quote itself is escaped, by another.
func (l *loader) readQuoted(quote byte, kind string) bool {
	if l.char() != quote {
		return false
	}
	text := scalarText{l: l}
	start := l.position + 1
	end := start
	for c := l.next(); c != 0; c = l.char() {
		switch {
		case c == quote:
			text.capture(start, l.position, true)
			if after := l.next(); quote == '"' || after != quote {
				text.finish()
				return true
			}
			start = l.position
			l.position++
			end = l.position
		case c == '\\' && quote == '"':
			text.capture(start, l.position, true)
			l.readEscape(&text)
			start, end = l.position, l.position
		case isBreak(c):
			text.capture(start, end, true)
			text.fold(l.skipSpace(false))
			start, end = l.position, l.position
		case l.position == l.lineStart && l.atSeparator():
			l.fail("unexpected end of the document within a " + kind + " quoted scalar")
		default:
			l.position++
			end = l.position
		}
	}
	l.fail("unexpected end of the stream within a " + kind + " quoted scalar")
	return false
}

// escapes are those of one character.
var escapes = map[byte]uint16{
	'0': 0, 'a': 7, 'b': 8, 't': 9, '\t': 9, 'n': 10, 'v': 11, 'f': 12, 'r': 13, 'e': 0x1b, ' ': ' ', '"': '"', '/': '/', '\\': '\\',
	'N': 0x85, '_': 0xa0, 'L': 0x2028, 'P': 0x2029,
}

// readEscape reads what begins with the backslash at the position.
func (l *loader) readEscape(text *scalarText) {
	c := l.next()
	if isBreak(c) {
		l.skipSpace(false)
		return
	}
	if unit, ok := escapes[c]; ok {
		text.unit(unit)
		l.position++
		return
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 {
		l.fail("unknown escape sequence")
	}
	code := int32(0) // JavaScript's shifts make it 32 bits
	for range digits {
		digit := strings.IndexByte("0123456789abcdef", l.next()|0x20)
		if c := l.char(); digit < 0 || c < '0' {
			l.fail("expected hexadecimal character")
		}
		code = code<<4 + int32(digit)
	}
	l.position++
	if code <= 0xffff {
		text.unit(uint16(code))
		return
	}
	code -= 0x10000
	text.unit(uint16(code>>10 + 0xd800))
	text.unit(uint16(code&0x3ff + 0xdc00))
}

// readBlockScalar reports whether there was one.
func (l *loader) readBlockScalar(nodeIndent int) bool {
	style := l.char()
	if style != '|' && style != '>' {
		return false
	}
	chomping, textIndent, detected := l.readBlockHeader(nodeIndent)
	text := scalarText{l: l}
	content, moreIndented := false, false
	empty := 0 // lines
	for c := l.char(); c != 0; {
		l.readBreak()
		l.lineIndent = 0
		for c = l.char(); (!detected || l.lineIndent < textIndent) && c == ' '; c = l.next() {
			l.lineIndent++
		}
		if !detected && l.lineIndent > textIndent {
			textIndent = l.lineIndent
		}
		if isBreak(c) {
			empty++
			continue
		}
		if l.lineIndent < textIndent { // the end
			switch {
			case chomping == '+' && content:
				text.write(strings.Repeat("\n", 1+empty))
			case chomping == '+':
				text.write(strings.Repeat("\n", empty))
			case chomping == 0 && content:
				text.write("\n")
			}
			break
		}
		breaks := empty
		switch {
		case style == '|' || isBlank(c): // no folding
			if content {
				breaks++
			}
			moreIndented = style == '>'
		case moreIndented:
			moreIndented = false
			breaks++
		case empty == 0 && content:
			text.write(" ")
		}
		text.write(strings.Repeat("\n", breaks))
		content, detected, empty = true, true, 0
		start := l.position
		for !isBreak(c) && c != 0 {
			c = l.next()
		}
		text.capture(start, l.position, false)
	}
	text.finish()
	return true
}

// readBlockHeader reads the line of the indicator: what it says of line breaks at the end ('+', '-' or 0) and of the indentation.
func (l *loader) readBlockHeader(nodeIndent int) (chomping byte, textIndent int, detected bool) {
	textIndent = nodeIndent
	c := l.next()
	for ; ; c = l.next() {
		switch {
		case c == '+' || c == '-':
			if chomping != 0 {
				l.fail("repeat of a chomping mode identifier")
			}
			chomping = c
			continue
		case c == '0':
			l.fail("bad explicit indentation width of a block scalar; it cannot be less than one")
		case c >= '1' && c <= '9':
			if detected {
				l.fail("repeat of an indentation width identifier")
			}
			textIndent, detected = nodeIndent+int(c-'0')-1, true
			continue
		}
		break
	}
	if !isBlank(c) {
		return chomping, textIndent, detected
	}
	for isBlank(c) {
		c = l.next()
	}
	if c == '#' {
		for !isBreak(c) && c != 0 {
			c = l.next()
		}
	}
	return chomping, textIndent, detected
}
