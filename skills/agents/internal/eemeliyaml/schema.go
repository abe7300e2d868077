package eemeliyaml

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// The core schema of YAML 1.2, as the package knows it.
var (
	nullPattern  = regexp.MustCompile(`^(?:~|[Nn]ull|NULL)?$`)
	boolPattern  = regexp.MustCompile(`^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$`)
	octPattern   = regexp.MustCompile(`^0o[0-7]+$`)
	intPattern   = regexp.MustCompile(`^[-+]?[0-9]+$`)
	hexPattern   = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	namedPattern = regexp.MustCompile(`^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$`)
	floatPattern = regexp.MustCompile(`^[-+]?(?:(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+|\.[0-9]+|[0-9]+\.[0-9]*)$`)
)

const yamlTag = "tag:yaml.org,2002:"

// valueByLook returns what a plain scalar is.
func valueByLook(text string) any {
	if text != "" && strings.IndexByte("~nNtTfF0123456789+-.", text[0]) < 0 {
		return text
	}
	for _, tag := range []string{"null", "bool", "int", "float"} {
		if v, ok := resolve(tag, text); ok {
			return v
		}
	}
	return text
}

// valueByTag returns what a scalar with a tag is. One that does not look like its tag's values stays a text.
func valueByTag(tag, text string) any {
	if v, ok := resolve(strings.TrimPrefix(tag, yamlTag), text); ok && strings.HasPrefix(tag, yamlTag) {
		return v
	}
	return text
}

func resolve(tag, text string) (any, bool) {
	switch {
	case tag == "null" && nullPattern.MatchString(text):
		return nil, true
	case tag == "bool" && boolPattern.MatchString(text):
		return text[0]|0x20 == 't', true
	case tag == "int" && octPattern.MatchString(text):
		return integer(text[2:], 8), true
	case tag == "int" && intPattern.MatchString(text):
		return decimal(text), true
	case tag == "int" && hexPattern.MatchString(text):
		return integer(text[2:], 16), true
	case tag == "float" && namedPattern.MatchString(text):
		switch {
		case strings.EqualFold(text, ".nan"):
			return math.NaN(), true
		case text[0] == '-':
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case tag == "float" && floatPattern.MatchString(text):
		return decimal(text), true
	}
	return nil, false
}

// decimal returns the nearest double, which may be infinite.
func decimal(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // the pattern has been checked, and a range error comes with the right value
	return v
}

// integer returns the double nearest to digits in base 8 or 16.
func integer(digits string, base int) float64 {
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return 0
	}
	if len(digits) > 1024 {
		return math.Inf(1)
	}
	i, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return math.NaN()
	}
	v, _ := new(big.Float).SetInt(i).Float64()
	return v
}
