package otto

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
)

// The functions in this file print JSON as JSON.stringify does (ECMA-262, 25.5.2).

// stringify prints the value that JSON.parse returns. (A lone surrogate in an escape sequence is printed as
// U+FFFD.)
func stringify(v *frontmatter.Value) string {
	var b strings.Builder
	write(&b, v)
	return b.String()
}

func write(b *strings.Builder, v *frontmatter.Value) {
	switch {
	case v.Kind == frontmatter.SequenceValue:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	case v.Kind == frontmatter.MappingValue:
		b.WriteByte('{')
		for i, p := range properties(v) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(kit.QuoteJSON(p.key) + ":")
			write(b, p.value)
		}
		b.WriteByte('}')
	case v.Tag == "!!str":
		b.WriteString(kit.QuoteJSON(v.Text))
	case v.Tag == "!!int" || v.Tag == "!!float":
		b.WriteString(number(v.Text))
	default:
		b.WriteString(v.Text)
	}
}

// number prints a JSON number as JavaScript does (Number::toString): the shortest digits, with an exponent
// from 1e21 up and below 1e-6. A number that is too large for a double is infinite, and printed as null.
func number(text string) string {
	n, _ := strconv.ParseFloat(text, 64) // out of range is infinite, as in JavaScript
	switch size := math.Abs(n); {
	case math.IsInf(n, 0):
		return "null"
	case n == 0:
		return "0" // also -0
	case size >= 1e21 || size < 1e-6:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(n, 'e', -1, 64), "e")
		return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
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
