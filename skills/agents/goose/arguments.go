package goose

import (
	"regexp"
	"slices"
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

// circled are the letters that are symbols, which are Alphabetic.
const circled = `\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}`

var (
	indexed = regexp.MustCompile(`^\$ARGUMENTS\[(\p{Nd}+)\]`)
	all     = regexp.MustCompile(`^\$ARGUMENTS(?:$|[^\pL\p{Nl}\pM\p{Nd}\p{Pc}\x{200c}\x{200d}` + circled + `])`)
	other   = regexp.MustCompile(`^\$(?:(\p{Nd}+)|([A-Za-z_][A-Za-z0-9_-]*))`)
)

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
		if p.name == "" || slices.Index(names, p.name) >= 0 {
			found = append(found, p)
		}
	}
}

// match returns the placeholder at the beginning of a text, which is a dollar sign.
func match(source string) (p placeholder, ok bool) {
	if m := indexed.FindStringSubmatch(source); m != nil {
		return placeholder{Span: text.Span{End: len(m[0])}, index: m[1]}, true
	}
	if all.MatchString(source) {
		return placeholder{Span: text.Span{End: len("$ARGUMENTS")}}, true
	}
	m := other.FindStringSubmatch(source)
	if m == nil {
		return p, false
	}
	return placeholder{Span: text.Span{End: len(m[0])}, position: m[1], name: m[2]}, true
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
		i = slices.Index(names, p.name)
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
	if len(current) > 0 {
		arguments = append(arguments, string(current))
	}
	return arguments, quote == 0
}

func splitUnfinished(raw string) []string {
	arguments, _ := splitArguments(raw)
	return arguments
}
