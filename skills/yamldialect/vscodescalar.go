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
// text does not begin with one.
func vscodeCode(rest string) (r rune, size int) {
	if len(rest) < 2 || rest[0] != '\\' {
		return 0, 0
	}
	size = 2 + escapeDigits[rune(rest[1])]
	code, err := strconv.ParseUint(rest[2:min(size, len(rest))], 16, 32)
	if err != nil || len(rest) < size || code > utf8.MaxRune {
		return 0, 0
	}
	return rune(code), size
}

// atBlock reports whether the "|" or ">" at the cursor begins a block: only indicators and a comment follow it.
func (s *vscodeScanner) atBlock() bool {
	rest := strings.TrimLeft(s.text[s.at+1:s.end], "123456789+-")
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}

// block scans a scalar of lines that are indented deeper than its key or dash. It is empty if an indicator
// follows another one of its kind.
func (s *vscodeScanner) block() string {
	folded := s.text[s.at] == '>'
	chomp, width := s.blockHeader()
	s.skipBlanks()
	if s.at < s.end && s.text[s.at] != '#' {
		return ""
	}
	s.nextLine()
	value, empty := s.blockLines(folded, width)
	if chomp != '+' {
		empty = 0
	}
	if chomp != '-' && len(value) > 0 {
		empty++
	}
	return string(value) + strings.Repeat("\n", empty)
}

// blockHeader scans the indicators of a block, one of each kind.
func (s *vscodeScanner) blockHeader() (chomp byte, width int) {
	for s.at++; s.at < s.end; s.at++ {
		switch c := s.text[s.at]; {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case width == 0 && c >= '1' && c <= '9':
			width = int(c - '0')
		default:
			return chomp, width
		}
	}
	return chomp, width
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
