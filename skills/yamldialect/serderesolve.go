package yamldialect

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

const (
	tagNull  = yamlTag + "null"
	tagBool  = yamlTag + "bool"
	tagInt   = yamlTag + "int"
	tagFloat = yamlTag + "float"
)

// A resolved is what a scalar is where its type is left to the text.
type resolved struct {
	kind       SerdeKind
	wide       bool   // an integer of more than 64 bits
	unexpected string // how serde names it where something else is expected
}

// resolve finds out the type of a scalar. The problem is serde's message where the tag asks for another.
func resolveSerde(n *Node) (s resolved, problem string) {
	ok := true
	switch {
	case n.Tag == tagBool:
		if s, ok = resolveBool(n.Text); !ok {
			problem = invalidValue(n.Text, "a boolean")
		}
	case n.Tag == tagInt:
		if s, ok = resolveInt(n.Text); !ok {
			problem = invalidValue(n.Text, "an integer")
		}
	case n.Tag == tagFloat:
		if s, ok = resolveFloat(n.Text); !ok {
			problem = invalidValue(n.Text, "a float")
		}
	case n.Tag == tagNull:
		if s = unit; !isSerdeNull(n.Text) {
			problem = invalidValue(n.Text, "null")
		}
	case (n.Tag == "" || n.Tag[0] == '!') && n.Style == Plain:
		s = resolvePlain(n.Text)
	default:
		s = serdeText(n.Text)
	}
	return s, problem
}

func invalidValue(text, expected string) string {
	return "invalid value: string " + quoteRust(text) + ", expected " + expected
}

var unit = resolved{kind: SerdeNull, unexpected: "unit value"}

func serdeText(text string) resolved {
	return resolved{kind: SerdeString, unexpected: "string " + quoteRust(text)}
}

func resolvePlain(value string) resolved {
	if value == "" || isSerdeNull(value) {
		return unit
	}
	if s, ok := resolveBool(value); ok {
		return s
	}
	if s, ok := resolveInt(value); ok {
		return s
	}
	if !hasLeadingZero(value) {
		if s, ok := resolveFloat(value); ok {
			return s
		}
	}
	return serdeText(value)
}

func isSerdeNull(value string) bool {
	return value == "null" || value == "Null" || value == "NULL" || value == "~"
}

func parseBool(value string) (b, ok bool) {
	switch value {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

func resolveBool(value string) (resolved, bool) {
	b, ok := parseBool(value)
	return resolved{kind: SerdeBoolean, unexpected: "boolean `" + strconv.FormatBool(b) + "`"}, ok
}

// resolveInt takes integers of up to 128 bits.
func resolveInt(value string) (resolved, bool) {
	n, ok := parseInt(value)
	if !ok {
		return resolved{}, false
	}
	s := resolved{kind: SerdeNumber, unexpected: "integer `" + n.String() + "`"}
	switch negative := n.Sign() < 0; {
	case n.IsInt64() || n.IsUint64():
	case negative && n.Cmp(minInt128) >= 0:
		s.wide = true
		s.unexpected += " as i128"
	case !negative && n.BitLen() <= 128:
		s.wide = true
		s.unexpected += " as u128"
	default:
		return resolved{}, false
	}
	return s, true
}

var minInt128 = new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 127))

// longestInt is how many characters are looked at: 128 binary digits, prefix and sign, and some zeros in
// front of them. More zeros than that make an integer of a text that we take for none.
const longestInt = 4096

func parseInt(value string) (*big.Int, bool) {
	if len(value) > longestInt || hasLeadingZero(value) {
		return nil, false
	}
	digits, negative := strings.CutPrefix(value, "-")
	if !negative {
		digits = strings.TrimPrefix(value, "+")
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
		if base != 10 {
			digits = digits[2:]
		}
	}
	for _, r := range digits {
		if !isHex(r) {
			return nil, false // a second sign, or an underscore
		}
	}
	n, ok := new(big.Int).SetString(digits, base)
	if ok && negative {
		n.Neg(n)
	}
	return n, ok
}

// hasLeadingZero reports whether a value has but digits, with a zero in front: it is a string in YAML 1.2.
func hasLeadingZero(value string) bool {
	if value != "" && (value[0] == '-' || value[0] == '+') {
		value = value[1:]
	}
	return len(value) > 1 && value[0] == '0' && strings.Trim(value, "0123456789") == ""
}

func resolveFloat(value string) (resolved, bool) {
	f, ok := parseFloat(value)
	if !ok {
		return resolved{}, false
	}
	shown := strconv.FormatFloat(f, 'f', -1, 64)
	switch {
	case math.IsNaN(f):
		shown = "NaN"
	case math.IsInf(f, 0):
		shown = strings.TrimPrefix(strings.ToLower(shown), "+")
	case !strings.Contains(shown, "."):
		shown += ".0"
	}
	return resolved{kind: SerdeNumber, unexpected: "floating point `" + shown + "`"}, true
}

func parseFloat(value string) (float64, bool) {
	switch value {
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return math.Inf(1), true
	case "-.inf", "-.Inf", "-.INF":
		return math.Inf(-1), true
	case ".nan", ".NaN", ".NAN":
		return math.NaN(), true
	}
	// What Rust parses, Go parses, but not the other way round: hexadecimal digits, underscores, and names of
	// infinity.
	if strings.Trim(value, "0123456789.eE+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(value, 64)
	return f, err == nil
}

// quoteRust writes a text as Rust's Debug does.
func quoteRust(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == 0:
			b.WriteString(`\0`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend):
			b.WriteRune(r)
		default:
			b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		}
	}
	b.WriteByte('"')
	return b.String()
}
