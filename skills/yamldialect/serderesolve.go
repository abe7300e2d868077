package yamldialect

import (
	"math/big"
	"strconv"
	"strings"
)

const (
	tagNull  = yamlTag + "null"
	tagBool  = yamlTag + "bool"
	tagInt   = yamlTag + "int"
	tagFloat = yamlTag + "float"
)

// A resolved is what a node is if its type is left to the text.
type resolved struct {
	kind       SerdeKind
	unexpected string // how serde names it where something else is expected
	wide       bool   // an integer of more than 64 bits
}

// resolveSerde finds out the type of a node. The problem is serde's message if the tag asks for another.
func resolveSerde(n *Node) (r resolved, problem string) {
	ok, expected := true, ""
	switch {
	case n.Kind == Sequence:
		return resolved{kind: SerdeSequence, unexpected: "sequence"}, ""
	case n.Kind == Mapping:
		return resolved{kind: SerdeMapping, unexpected: "map"}, ""
	case n.Tag == tagBool:
		r, ok = resolveBool(n.Text)
		expected = "a boolean"
	case n.Tag == tagInt:
		r, ok = resolveInt(n.Text)
		expected = "an integer"
	case n.Tag == tagFloat:
		r, ok = resolveFloat(n.Text)
		expected = "a float"
	case n.Tag == tagNull:
		r, ok = unit, isSerdeNull(n.Text)
		expected = "null"
	case (n.Tag == "" || n.Tag[0] == '!') && n.Style == Plain:
		r = resolvePlain(n.Text)
	default:
		r = serdeText(n.Text)
	}
	if !ok {
		problem = invalidValue(n.Text, expected)
	}
	return r, problem
}

func invalidValue(text, expected string) string {
	return "invalid value: string " + quoteRust(text) + ", expected " + expected
}

var unit = resolved{kind: SerdeNull, unexpected: "unit value"}

func serdeText(text string) resolved {
	return resolved{kind: SerdeString, unexpected: "string " + quoteRust(text)}
}

func resolvePlain(text string) resolved {
	if text == "" || isSerdeNull(text) {
		return unit
	}
	for _, resolve := range []func(string) (resolved, bool){resolveBool, resolveInt, resolveFloat} {
		if r, ok := resolve(text); ok && !hasLeadingZero(text) {
			return r
		}
	}
	return serdeText(text)
}

func isSerdeNull(text string) bool {
	return text == "null" || text == "Null" || text == "NULL" || text == "~"
}

// isSerdeBool reports whether a node is a boolean for bool.
func isSerdeBool(n *Node) bool {
	_, ok := resolveBool(n.Text)
	return ok && n.Kind == Scalar && (n.Style == Plain || n.Style == Literal && n.Tag == tagBool)
}

func resolveBool(text string) (r resolved, ok bool) {
	switch text {
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return resolved{kind: SerdeBoolean, unexpected: "boolean `" + strings.ToLower(text) + "`"}, true
	}
	return r, false
}

// longestInt is how many characters are looked at: 128 binary digits, prefix and sign, and some zeros in
// front of them. More zeros than that make an integer of a text that we take for none.
const longestInt = 4096

// resolveInt takes integers of up to 128 bits.
func resolveInt(text string) (r resolved, ok bool) {
	sign, digits := cutSign(text)
	if len(text) > longestInt || hasLeadingZero(text) || strings.ContainsAny(digits, "+-") {
		return r, false
	}
	base := 10
	if len(digits) > 2 {
		if prefixed := map[string]int{"0x": 16, "0o": 8, "0b": 2}[digits[:2]]; prefixed > 0 {
			base, digits = prefixed, digits[2:]
		}
	}
	n, ok := new(big.Int).SetString(sign+digits, base)
	if !ok {
		return r, false
	}
	r = resolved{kind: SerdeNumber, unexpected: "integer `" + n.String() + "`", wide: !n.IsInt64() && !n.IsUint64()}
	switch {
	case !r.wide:
	case n.Sign() < 0:
		r.unexpected += " as i128"
		ok = new(big.Int).Not(n).BitLen() < 128
	default:
		r.unexpected += " as u128"
		ok = n.BitLen() <= 128
	}
	return r, ok
}

func cutSign(text string) (sign, digits string) {
	digits = text
	if text != "" && (text[0] == '-' || text[0] == '+') {
		sign, digits = text[:1], text[1:]
	}
	return sign, digits
}

// hasLeadingZero reports whether a text has only digits, with a zero in front: it is a string in YAML 1.2.
func hasLeadingZero(text string) bool {
	_, digits := cutSign(text)
	return len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == ""
}

func resolveFloat(text string) (r resolved, ok bool) {
	var shown string
	switch text {
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		shown = "inf"
	case "-.inf", "-.Inf", "-.INF":
		shown = "-inf"
	case ".nan", ".NaN", ".NAN":
		shown = "NaN"
	default:
		// What Rust parses, Go parses, but not the other way round: hexadecimal digits, underscores, and names
		// of infinity.
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || strings.Trim(text, "0123456789.eE+-") != "" {
			return r, false
		}
		if shown = strconv.FormatFloat(f, 'f', -1, 64); !strings.Contains(shown, ".") {
			shown += ".0"
		}
	}
	return resolved{kind: SerdeNumber, unexpected: "floating point `" + shown + "`"}, true
}
