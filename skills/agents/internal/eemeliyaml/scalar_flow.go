package eemeliyaml

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (c *composer) scalar(t *token, tagToken *token) *Node {
	n := &Node{Start: t.offset}
	var text string
	if t.kind == blockScalar {
		text, n.End = c.blockValue(t)
		n.after = n.End
	} else {
		n.End = t.offset + len(t.source)
		switch t.kind {
		case singleQuoted:
			text = c.singleQuoted(t)
		case doubleQuoted:
			text = c.doubleQuoted(t)
		default:
			text = c.plain(t)
		}
		n.after = c.resolveEnd(t.end, n.End, true)
	}
	name := ""
	if tagToken != nil {
		name = c.tagName(tagToken)
	}
	switch {
	case name != "":
		n.value = valueByTag(name, text)
	case t.kind == scalar:
		n.value = valueByLook(text)
	default:
		n.value = text
	}
	return n
}

func (c *composer) plain(t *token) string {
	if t.source != "" {
		bad := ""
		switch first := t.source[0]; first {
		case '\t':
			bad = "a tab character"
		case ',':
			bad = "flow indicator character ,"
		case '%':
			bad = "directive indicator character %"
		case '|', '>':
			bad = "block scalar indicator " + string(first)
		case '@', '`':
			bad = "reserved character " + string(first)
		}
		if bad != "" {
			c.failAt(t.offset, "BAD_SCALAR_START", "Plain value cannot start with "+bad)
		}
	}
	return foldLines(t.source)
}

func (c *composer) singleQuoted(t *token) string {
	source := t.source
	if len(source) == 1 || source[len(source)-1] != '\'' {
		c.failAt(t.offset+len(source), "MISSING_CHAR", "Missing closing 'quote")
	}
	return strings.ReplaceAll(foldLines(inner(source)), "''", "'")
}

// inner returns the text without its first and last character.
func inner(source string) string {
	_, n := utf8.DecodeLastRuneInString(source)
	return source[1:max(1, len(source)-n)]
}

// foldLines makes a blank of a line end, and one line feed less of several.
func foldLines(source string) string {
	nl := strings.IndexByte(source, '\n')
	if nl < 0 {
		return source
	}
	var b strings.Builder
	b.WriteString(trimLine(source[:nl], false))
	sep := " "
	rest := source[nl+1:]
	for nl = strings.IndexByte(rest, '\n'); nl >= 0; nl = strings.IndexByte(rest, '\n') {
		switch line := trimLine(rest[:nl], true); {
		case line != "":
			b.WriteString(sep + line)
			sep = " "
		case sep == "\n":
			b.WriteByte('\n')
		default:
			sep = "\n"
		}
		rest = rest[nl+1:]
	}
	b.WriteString(sep + strings.TrimLeft(rest, " \t"))
	return b.String()
}

// trimLine takes the line end's carriage return and the blanks off a line.
func trimLine(line string, left bool) string {
	line = strings.TrimRight(strings.TrimSuffix(line, "\r"), " \t")
	if left {
		line = strings.TrimLeft(line, " \t")
	}
	return line
}

var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 'e': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", 'N': "\u0085",
	'_': "\u00a0", 'L': "\u2028", 'P': "\u2029", ' ': " ", '"': `"`, '/': "/", '\\': `\`, '\t': "\t",
}

// A quoteReader takes a double-quoted scalar apart.
type quoteReader struct {
	*composer
	token *token
	text  string
	out   strings.Builder
	halve bool // there are surrogates in out, three bytes each
}

func (c *composer) doubleQuoted(t *token) string {
	r := quoteReader{composer: c, token: t, text: t.source}
	last := len(r.text) - 1
	if last > 0 {
		_, n := utf8.DecodeLastRuneInString(r.text)
		last = len(r.text) - n
	}
	for i := 1; i < last; i++ {
		switch ch := r.text[i]; {
		case ch == '\r' && r.at(i+1) == '\n':
		case ch == '\n':
			i = r.fold(i)
		case ch == '\\':
			i = r.escape(i + 1)
		case ch == ' ' || ch == '\t':
			start := i
			for r.isBlank(i + 1) {
				i++
			}
			if next := r.at(i + 1); next != '\n' && (next != '\r' || r.at(i+2) != '\n') {
				r.out.WriteString(r.text[start : i+1])
			}
		default:
			r.out.WriteByte(ch)
		}
	}
	if len(r.text) == 1 || r.text[len(r.text)-1] != '"' {
		c.failAt(t.offset+len(r.text), "MISSING_CHAR", `Missing closing "quote`)
	}
	if r.halve {
		return joinSurrogates(r.out.String())
	}
	return r.out.String()
}

func (r *quoteReader) at(i int) int {
	if i >= len(r.text) {
		return none
	}
	return int(r.text[i])
}

func (r *quoteReader) isBlank(i int) bool { return r.at(i) == ' ' || r.at(i) == '\t' }

// fold reads line ends from the first on and returns the last character that belongs to them.
func (r *quoteReader) fold(i int) int {
	lines := 0
	for {
		next := r.at(i + 1)
		if next != '\n' && !r.isBlank(i+1) && (next != '\r' || r.at(i+2) != '\n') {
			break
		}
		if next == '\n' {
			r.out.WriteByte('\n')
			lines++
		}
		i++
	}
	if lines == 0 {
		r.out.WriteByte(' ')
	}
	return i
}

// escape reads what follows a backslash, at i, and returns its last character.
func (r *quoteReader) escape(i int) int {
	next := r.at(i)
	if next >= 0 {
		if text, ok := escapes[byte(next)]; ok {
			r.out.WriteString(text)
			return i
		}
	}
	switch {
	case next == '\n' || next == '\r' && r.at(i+1) == '\n':
		if next == '\r' {
			i++
		}
		for r.isBlank(i + 1) {
			i++
		}
		return i
	case next == 'x':
		return r.code(i+1, 2)
	case next == 'u':
		return r.code(i+1, 4)
	case next == 'U':
		return r.code(i+1, 8)
	}
	_, n := utf8.DecodeRuneInString(r.text[i:])
	raw := r.text[i-1 : i+n]
	message := raw
	if n == 4 {
		message = raw[:1] + string(utf8.RuneError) // JavaScript cuts such a character in two
	}
	r.failAt(r.token.offset+i-1, "BAD_DQ_ESCAPE", "Invalid escape sequence "+message)
	r.out.WriteString(raw)
	return i + n - 1
}

// code reads a character's number of so many digits, at i, and returns its last digit.
func (r *quoteReader) code(i, digits int) int {
	end := i
	for units := 0; units < digits && end < len(r.text); units++ {
		_, n := utf8.DecodeRuneInString(r.text[end:])
		end += n
	}
	number, err := strconv.ParseUint(r.text[i:end], 16, 32)
	if err != nil || end-i != digits {
		raw := r.text[i-2 : end]
		r.failAt(r.token.offset+i-2, "BAD_DQ_ESCAPE", "Invalid escape sequence "+raw)
		r.out.WriteString(raw)
		return end - 1
	}
	if number > utf8.MaxRune {
		panic(thrown{fmt.Sprintf("Invalid code point %d", number)})
	}
	if utf16.IsSurrogate(rune(number)) {
		r.halve = true
		r.out.Write([]byte{0xe0 | byte(number>>12), 0x80 | byte(number>>6)&0x3f, 0x80 | byte(number)&0x3f})
	} else {
		r.out.WriteRune(rune(number))
	}
	return end - 1
}

// joinSurrogates makes one character of two surrogates that belong together, and U+FFFD of those that do not.
func joinSurrogates(text string) string {
	var units []uint16
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 && i+2 < len(text) {
			units = append(units, uint16(text[i]&0xf)<<12|uint16(text[i+1]&0x3f)<<6|uint16(text[i+2]&0x3f))
			i += 3
			continue
		}
		units = utf16.AppendRune(units, r)
		i += n
	}
	return string(utf16.Decode(units))
}
