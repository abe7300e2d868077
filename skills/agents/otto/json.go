package otto

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/yamldialect"
)

// The functions in this file print JSON as JSON.stringify does (ECMA-262, 25.5.2).

// stringify prints the value that JSON.parse returns. (A lone surrogate in an escape sequence is printed as
// U+FFFD.)
func stringify(v *frontmatter.Value) string {
	var parts []string
	switch {
	case v.Kind == frontmatter.SequenceValue:
		for _, item := range v.Items {
			parts = append(parts, stringify(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case v.Kind == frontmatter.MappingValue:
		for key, value := range properties(v) {
			parts = append(parts, kit.QuoteJSON(key)+":"+stringify(value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case v.Tag == "!!str":
		return kit.QuoteJSON(v.Text)
	case v.Tag == "!!int" || v.Tag == "!!float":
		return number(v.Text)
	}
	return v.Text
}

// number prints a JSON number as JavaScript does. A number that is too large for a double is infinite, and
// printed as null.
func number(written string) string {
	n, _ := strconv.ParseFloat(written, 64) // out of range is infinite, as in JavaScript
	if math.IsInf(n, 0) {
		return "null"
	}
	text, _ := yamldialect.JSText(n) // a number has one
	return text
}

// compareUTF16 compares strings by their UTF-16 units, as JavaScript does.
func compareUTF16(a, b string) int {
	return slices.CompareFunc([]rune(a), []rune(b), func(x, y rune) int { return int(utf16Rank(x) - utf16Rank(y)) })
}

// utf16Rank ranks the characters after the surrogates, U+E000 to U+FFFF, above those that need two units.
func utf16Rank(r rune) rune {
	if r >= 0xe000 && r <= 0xffff {
		return r + 0x110000
	}
	return r
}
