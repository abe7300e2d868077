package yamldialect

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

const tagNull, tagBool = yamlTag + "null", yamlTag + "bool"

// A resolved is what a node is if its type is left to the text.
type resolved struct {
	kind       Kind
	unexpected string // how serde names it where something else is expected
	wide       bool   // an integer of more than 64 bits
}

// serdeTags are what the tags of scalars ask for.
var serdeTags = map[string]string{
	tagBool: "a boolean", yamlTag + "int": "an integer", yamlTag + "float": "a float", tagNull: "null",
}

// resolveSerde finds out the type of a node. The problem is serde's message if the tag asks for another.
func resolveSerde(n *Node) (r resolved, problem string) {
	expected := serdeTags[n.Tag]
	switch {
	case n.Kind == Sequence:
		return resolved{kind: Sequence, unexpected: "sequence"}, ""
	case n.Kind == Mapping:
		return resolved{kind: Mapping, unexpected: "map"}, ""
	case expected != "":
		r, ok := typedSerde(n.Text, strings.TrimPrefix(n.Tag, yamlTag))
		if !ok || n.Text == "" {
			problem = invalidValue(n.Text, expected)
		}
		return r, problem
	case n.Style == Plain && (n.Tag == "" || n.Tag[0] == '!'):
		for _, tag := range []string{LibYAML.resolve(n.Text), "float"} {
			if r, ok := typedSerde(n.Text, tag); ok {
				return r, ""
			}
		}
	}
	r, _ = typedSerde(n.Text, "str")
	return r, ""
}

func invalidValue(text, expected string) string {
	return "invalid value: string " + quoteRust(text) + ", expected " + expected
}

// typedSerde returns what a text is as a value of a tag, and whether it is one.
func typedSerde(text, tag string) (r resolved, ok bool) {
	switch tag {
	case "null":
		return resolved{kind: Null, unexpected: "unit value"}, plainWords[text] == tag
	case "bool":
		unexpected := "boolean `" + strings.ToLower(text) + "`"
		return resolved{kind: Boolean, unexpected: unexpected}, plainWords[text] == tag
	case "int":
		return serdeInt(text)
	case "float":
		return serdeFloat(text)
	}
	return resolved{kind: Scalar, unexpected: "string " + quoteRust(text)}, true
}

// isSerdeBool reports whether a node is a boolean for bool.
func isSerdeBool(n *Node) bool {
	return plainWords[n.Text] == "bool" && n.Kind == Scalar &&
		(n.Style == Plain || n.Style == Literal && n.Tag == tagBool)
}

// longestInt is how many characters are looked at: 128 binary digits, prefix and sign, and some zeros in
// front of them. More zeros than that make an integer of a text that we take for none.
const longestInt = 4096

// serdeInt takes integers of up to 128 bits.
func serdeInt(text string) (r resolved, ok bool) {
	if len(text) > longestInt || !LibYAML.resolves(text, "int") {
		return r, false
	}
	n, ok := new(big.Int).SetString(text, 0)
	if !ok {
		return r, false
	}
	r = resolved{kind: Number, unexpected: "integer `" + n.String() + "`", wide: !n.IsInt64() && !n.IsUint64()}
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

// serdeFloat takes numbers that are finite, or written as infinite.
func serdeFloat(text string) (r resolved, ok bool) {
	if !LibYAML.resolves(text, "float") {
		return r, false
	}
	f := number(text, false)
	shown := strings.Replace(strconv.FormatFloat(f, 'f', -1, 64), "Inf", "inf", 1)
	if strings.Trim(shown, "-0123456789") == "" {
		shown += ".0"
	}
	r = resolved{kind: Number, unexpected: "floating point `" + strings.TrimPrefix(shown, "+") + "`"}
	return r, !math.IsInf(f, 0) || !strings.ContainsAny(text, "0123456789")
}
