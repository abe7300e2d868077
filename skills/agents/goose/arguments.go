package goose

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// This file follows crates/goose/src/skills/arguments.rs, and split_command_args (crates/goose/src/utils.rs).

// A placeholder is a match of
//
//	\$ARGUMENTS\[(?P<idx>\d+)\]|\$ARGUMENTS\b|\$(?P<pos>\d+)|\$(?P<name>[A-Za-z_][A-Za-z0-9_-]*)
//
// in Rust's regex, whose digits and word characters are those of Unicode.
type placeholder struct {
	text.Span
	index, position, name string // at most one is set; none means all arguments
}

const arguments = "$ARGUMENTS"

// placeholders returns the placeholders in a part of the source. Names that are not declared are not
// placeholders.
func placeholders(source string, part text.Span, names []string) []placeholder {
	var found []placeholder
	for at := part.Start; ; {
		next := strings.IndexByte(source[at:part.End], '$')
		if next < 0 {
			return found
		}
		at += next
		p, ok := match(source[at:part.End])
		if !ok {
			at++
			continue
		}
		p.Span = p.Shift(at)
		at = p.End
		if p.name == "" || indexOf(names, p.name) >= 0 {
			found = append(found, p)
		}
	}
}

func indexOf(names []string, name string) int {
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// match returns the placeholder at the beginning of a text, which is a dollar sign.
func match(source string) (p placeholder, ok bool) {
	if after, ok := strings.CutPrefix(source, arguments); ok {
		if inside, ok := strings.CutPrefix(after, "["); ok {
			digits := inside[:len(inside)-len(strings.TrimLeftFunc(inside, unicode.IsDigit))]
			if digits != "" && strings.HasPrefix(inside[len(digits):], "]") {
				return placeholder{Span: text.Span{End: len(arguments) + len(digits) + 2}, index: digits}, true
			}
		}
		if r, _ := utf8.DecodeRuneInString(after); after == "" || !isRustWord(r) {
			return placeholder{Span: text.Span{End: len(arguments)}}, true
		}
	}
	rest := source[1:]
	if digits := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsDigit))]; digits != "" {
		return placeholder{Span: text.Span{End: 1 + len(digits)}, position: digits}, true
	}
	end := 0
	for end < len(rest) && isName(rest[end], end == 0) {
		end++
	}
	return placeholder{Span: text.Span{End: 1 + end}, name: rest[:end]}, end > 0
}

func isName(c byte, first bool) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || !first && (c >= '0' && c <= '9' || c == '-')
}

// isRustWord reports whether \w of Rust's regex matches r: Alphabetic, M, Nd, Pc and Join_Control.
func isRustWord(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Nl, unicode.Other_Alphabetic, unicode.M, unicode.Nd, unicode.Pc, unicode.Join_Control)
}

// value returns the text that replaces the placeholder.
func (p *placeholder) value(raw string, arguments, names []string) string {
	i := -1
	switch {
	case p.index != "":
		i = parseUint(p.index)
	case p.position != "":
		i = parseUint(p.position) - 1 // $0 is empty
	case p.name != "":
		i = indexOf(names, p.name)
	default:
		return raw
	}
	if i < 0 || i >= len(arguments) {
		return ""
	}
	return arguments[i]
}

// parseUint parses a number of ASCII digits, and returns -1 for anything else.
func parseUint(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}

// splitArguments splits at white space outside of quotes. It reports false if a quote is not closed. An
// apostrophe opens a quote only at the start of a word, backslashes have no meaning, and empty arguments are
// dropped.
func splitArguments(raw string) (arguments []string, ok bool) {
	var current []byte
	var quote rune
	for _, r := range raw {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\'' && len(current) == 0):
			quote = r
		case quote == 0 && unicode.IsSpace(r):
			if len(current) > 0 {
				arguments = append(arguments, string(current))
				current = nil
			}
		default:
			current = utf8.AppendRune(current, r)
		}
	}
	if quote != 0 {
		return nil, false
	}
	if len(current) > 0 {
		arguments = append(arguments, string(current))
	}
	return arguments, true
}
