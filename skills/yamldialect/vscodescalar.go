package yamldialect

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// foldVSCode returns what line breaks in a scalar become.
func foldVSCode(breaks int) string {
	if breaks == 1 {
		return " "
	}
	return strings.Repeat("\n", breaks-1)
}

// quoted scans a scalar in quotes, over as many lines as it has. One without an end takes the rest.
func (s *vscodeScanner) quoted(quote byte) string {
	var value []byte
	for s.at++; s.at < len(s.text); {
		rest := s.text[s.at:s.end]
		switch {
		case rest == "":
			breaks := 0
			for ; s.at == s.end && s.at < len(s.text); breaks++ {
				s.nextLine()
				s.skipBlanks()
			}
			value = append(value, foldVSCode(breaks)...)
		case quote == '\'' && strings.HasPrefix(rest, "''"):
			value = append(value, '\'')
			s.at += 2
		case rest[0] == quote:
			s.at++
			return string(value)
		case quote == '"' && rest == `\` && s.end < len(s.text):
			s.nextLine()
			s.skipBlanks()
		case quote == '"' && rest[0] == '\\':
			plain, size := vscodeEscape(rest)
			value = append(value, plain...)
			s.at += size
		default:
			if i := strings.IndexAny(rest[1:], `'"\`); i >= 0 {
				rest = rest[:i+1]
			}
			if s.at += len(rest); s.at == s.end && s.end < len(s.text) {
				rest = strings.TrimRight(rest, " \t")
			}
			value = append(value, rest...)
		}
	}
	return string(value)
}

// vscodeEscape returns what a backslash and the characters behind it stand for, and how many bytes these are.
// What is no escape stays.
func vscodeEscape(rest string) (plain string, size int) {
	r, size := vscodeCode(rest)
	low, more := vscodeCode(rest[size:])
	if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
		return string(pair), size + more
	}
	if size > 0 {
		return string(r), size
	}
	size = min(2, len(rest))
	if plain, ok := escapes[rune(rest[size-1])]; ok && !strings.ContainsAny(rest[:size], "\tNLP") {
		return plain, size
	}
	return rest[:size], size
}

// vscodeCode returns the character of an escape with hexadecimal digits, and the size of the escape, 0 if a
// text does not begin with one. As JavaScript's parseInt does, it ignores what comes behind the first digits.
func vscodeCode(rest string) (r rune, size int) {
	if len(rest) > 1 && rest[0] == '\\' {
		size = 2 + escapeDigits[rune(rest[1])]
	}
	if size < 3 || size > len(rest) {
		return 0, 0
	}
	digits := rest[2:size]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789abcdefABCDEF"))]
	code, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || code > utf8.MaxRune {
		return 0, 0
	}
	return rune(code), size
}

// blockSigns returns the indicators behind the "|" or ">" at the cursor, which begins a block if only a comment
// follows them.
func (s *vscodeScanner) blockSigns() (signs string, isBlock bool) {
	line := s.text[s.at+1 : s.end]
	rest := strings.TrimLeft(line, "123456789+-")
	signs = line[:len(line)-len(rest)]
	rest = strings.TrimLeft(rest, " \t")
	return signs, rest == "" || rest[0] == '#'
}

// block scans a scalar of lines that are indented deeper than its key or dash.
func (s *vscodeScanner) block(signs string) string {
	folded := s.text[s.at] == '>'
	s.nextLine()
	width, _ := strconv.ParseInt(strings.Trim(signs, "+-"), 10, 8) // a digit, or nothing
	value, empty := s.blockLines(folded, int(width))
	if !strings.Contains(signs, "+") {
		empty = 0
	}
	if !strings.Contains(signs, "-") && len(value) > 0 {
		empty++
	}
	return string(value) + strings.Repeat("\n", empty)
}

// blockLines scans the lines of a block. It returns them without their indentation, and how many empty lines
// follow them. The width of the indentation counts from the key or dash; for 0 the first line decides.
func (s *vscodeScanner) blockLines(folded bool, width int) (value []byte, empty int) {
	parent := 0
	if n := len(s.tokens); n > 1 && s.tokens[n-1].kind == ':' {
		parent = s.tokens[n-2].column
	} else if n > 0 && s.tokens[n-1].kind == '-' {
		parent = s.tokens[n-1].column
	}
	if width > 0 {
		width += parent
	}
	deep := false // the last line is indented deeper than the block
	for ; s.at < len(s.text); s.nextLine() {
		line := s.text[s.at:s.end]
		in := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case in == len(line) && (width == 0 || in <= width):
			empty++
			continue
		case in < len(line) && in < max(width, parent+1):
			return value, empty
		case width == 0:
			width = in
		}
		line = line[width:]
		wasDeep := deep
		deep = isBlank(rune(line[0]))
		fold := strings.Repeat("\n", empty+1)
		switch {
		case len(value) == 0:
			fold = fold[1:]
		case folded && !deep && !wasDeep:
			fold = foldVSCode(empty + 1)
		}
		value, empty = append(append(value, fold...), line...), 0
	}
	return value, empty
}
