package jsyaml

import (
	"encoding/base64"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	yamlTag  = "tag:yaml.org,2002:"
	mergeTag = yamlTag + "merge"
)

// resolveImplicit gives a plain scalar the first type that its text has.
func (l *loader) resolveImplicit() {
	v := l.result
	if v.Kind != Null && l.kind != scalarKind {
		l.failKind(scalarKind)
	}
	for _, name := range []string{"null", "bool", "int", "float", "timestamp", "merge"} {
		if resolved := l.resolveScalar(name, v); resolved != nil {
			l.result, l.tag = resolved, yamlTag+name
			l.keepAnchor()
			return
		}
	}
}

// kinds are the types that a tag can name.
var kinds = map[string]nodeKind{
	"str": scalarKind, "null": scalarKind, "bool": scalarKind, "int": scalarKind, "float": scalarKind, "timestamp": scalarKind,
	"merge": scalarKind, "binary": scalarKind, "seq": sequenceKind, "omap": sequenceKind, "pairs": sequenceKind,
	"map": mappingKind, "set": mappingKind,
}

// resolveTag gives the result the type that its tag names.
func (l *loader) resolveTag() {
	name, ok := strings.CutPrefix(l.tag, yamlTag)
	kind := kinds[name]
	if !ok || kind == noKind || l.kind != noKind && l.kind != kind {
		l.fail("unknown tag !<" + l.tag + ">")
	}
	v := l.result
	if v.Kind != Null && l.kind != kind {
		l.failKind(kind)
	}
	var resolved *Value
	switch kind {
	case scalarKind:
		resolved = l.resolveScalar(name, v)
	case sequenceKind:
		resolved = l.resolveSequence(name, v)
	default:
		resolved = resolveMapping(name, v)
	}
	if resolved == nil {
		l.fail("cannot resolve a node with !<" + l.tag + "> explicit tag")
	}
	l.result = resolved
	l.keepAnchor()
}

func (l *loader) failKind(kind nodeKind) {
	l.fail(fmt.Sprintf("unacceptable node kind for !<%s> tag; it should be %q, not %q", l.tag, kind, l.kind))
}

// resolveScalar returns what the type makes of a scalar, nil where it is of another type. Where a tag stands on a line of its
// own the scalar may have a type already.
func (l *loader) resolveScalar(name string, v *Value) *Value {
	text := v.text
	isText := v.Kind == String
	switch name {
	case "str":
		if v.Kind == Null {
			return &Value{Kind: String}
		}
		return v
	case "null":
		if v.Kind == Null || isText && (text == "~" || text == "null" || text == "Null" || text == "NULL") {
			return null
		}
	case "bool":
		if isText && (text == "true" || text == "True" || text == "TRUE" || text == "false" || text == "False" || text == "FALSE") {
			return &Value{Kind: Boolean, truth: text[0] == 't' || text[0] == 'T'}
		}
	case "int":
		if isText && l.isInteger(text) {
			return &Value{Kind: Number, number: l.integer(text)}
		}
	case "float":
		switch {
		case v.Kind == Number && l.isFloat(numberText(v.number)):
			l.failAnywhere("data.replace is not a function")
		case isText && l.isFloat(text):
			return &Value{Kind: Number, number: float(text)}
		}
	case "timestamp":
		if isText {
			return timestamp(text)
		}
	case "merge":
		if v.Kind == Null || isText && text == "<<" {
			return v
		}
	case "binary":
		return l.resolveBinary(v)
	}
	return nil
}

func (l *loader) resolveBinary(v *Value) *Value {
	if v.Kind == Null {
		return nil
	}
	if v.Kind != String {
		l.failAnywhere("data.replace is not a function")
	}
	digits, padded := make([]byte, 0, len(v.text)), 0
	for i := range len(v.text) {
		switch c := v.text[i]; {
		case c == '\n' || c == '\r':
		case c == '=':
			padded++
		case c == '+' || c == '/' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			digits = append(digits, c)
		default:
			return nil
		}
	}
	if (len(digits)+padded)%4 != 0 {
		return nil
	}
	// A last digit alone tells nothing. No digits at all become three zero bytes.
	binary := []byte{0, 0, 0}
	if len(digits) > 0 {
		if len(digits)%4 == 1 {
			digits = digits[:len(digits)-1]
		}
		var err error
		if binary, err = base64.RawStdEncoding.DecodeString(string(digits)); err != nil {
			return nil
		}
	}
	return &Value{Kind: Binary, binary: binary}
}

func (l *loader) resolveSequence(name string, v *Value) *Value {
	if v.Kind == Null {
		return &Value{Kind: Sequence}
	}
	if name == "seq" {
		return v
	}
	seen := make(map[string]bool)
	pairs := &Value{Kind: Sequence}
	for _, item := range v.items {
		if item.Kind != Mapping || len(item.entries) != 1 {
			return nil
		}
		for key, value := range item.entries {
			if name == "omap" && seen[key] {
				return nil
			}
			seen[key] = true
			pairs.items = append(pairs.items, &Value{Kind: Sequence, items: []*Value{{Kind: String, text: key}, value}})
		}
	}
	if name == "pairs" {
		return pairs
	}
	return v
}

func resolveMapping(name string, v *Value) *Value {
	if v.Kind == Null {
		return &Value{Kind: Mapping, entries: make(map[string]*Value)}
	}
	if name == "set" {
		for _, value := range v.entries {
			if value.Kind != Null {
				return nil
			}
		}
	}
	return v
}

var (
	integers = regexp.MustCompile(`^[-+]?(?:0b[01_]*[01]|0x[0-9A-Fa-f_]*[0-9A-Fa-f]|0o[0-7_]*[0-7]|0|0?[1-9](?:[0-9_]*[0-9])?|00(?:[0-9_]*[0-9])?)$`)
	floats   = regexp.MustCompile(`^(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

// Those of version 3, with octal integers and numbers of base 60.
var (
	integersV3 = regexp.MustCompile(`^[-+]?(?:0b[01_]*[01]|0x[0-9A-Fa-f_]*[0-9A-Fa-f]|0(?:[0-7_]*[0-7])?|[1-9](?:[0-9_]*[0-9])?|[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)
	floatsV3   = regexp.MustCompile(`^(?:[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|` +
		`[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

func (l *loader) isInteger(text string) bool {
	if l.v3 {
		return integersV3.MatchString(text)
	}
	return integers.MatchString(text)
}

func (l *loader) isFloat(text string) bool {
	if strings.HasSuffix(text, "_") {
		return false
	}
	if l.v3 {
		return floatsV3.MatchString(text)
	}
	return floats.MatchString(text)
}

// integer converts a text that is an integer.
func (l *loader) integer(text string) float64 {
	text = strings.ReplaceAll(text, "_", "")
	sign := 1.0
	switch text[0] {
	case '-':
		sign = -1
		fallthrough
	case '+':
		text = text[1:]
	}
	if len(text) > 2 {
		switch text[1] {
		case 'b':
			return sign * binaryInteger(text[2:], 1)
		case 'o':
			return sign * binaryInteger(text[2:], 3)
		case 'x':
			return sign * binaryInteger(text[2:], 4)
		}
	}
	if l.v3 && text[0] == '0' {
		return sign * binaryInteger(text, 3)
	}
	return sign * sexagesimal(text)
}

// sexagesimal converts a number whose parts, separated by colons, are digits of base 60. Most have one part.
func sexagesimal(text string) float64 {
	parts := strings.Split(text, ":")
	slices.Reverse(parts)
	number, base := 0.0, 1.0
	for _, part := range parts {
		number += decimal(part) * base
		base *= 60
	}
	return number
}

// binaryInteger converts digits of so many bits each.
func binaryInteger(digits string, bits int) float64 {
	mantissa, exponent, sticky := uint64(0), 0, uint64(0)
	for i := range len(digits) {
		digit, err := strconv.ParseUint(digits[i:i+1], 1<<bits, 8)
		if err != nil {
			return math.NaN()
		}
		if mantissa < 1<<59 {
			mantissa = mantissa<<bits | digit
		} else {
			exponent += bits
			sticky |= digit
		}
	}
	if sticky != 0 {
		mantissa |= 1 // enough to round as the digits left out would
	}
	return math.Ldexp(float64(mantissa), exponent)
}

// float converts a text that is a float.
func float(text string) float64 {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	switch strings.TrimLeft(text, "+-") {
	case ".inf":
		return math.Inf(1 - 2*strings.Count(text, "-"))
	case ".nan":
		return math.NaN()
	}
	if strings.HasPrefix(text, "-") {
		return -sexagesimal(text[1:])
	}
	return sexagesimal(strings.TrimPrefix(text, "+"))
}

// decimal converts digits, with a fraction and an exponent where there are; it is NaN where there are none.
func decimal(text string) float64 {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(number, 0) {
		return math.NaN()
	}
	return number
}

var (
	dates      = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)
	timestamps = regexp.MustCompile(`^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]*)?` +
		`(?:[ \t]*(?:Z|([-+])([0-9]{1,2})(?::([0-9]{2}))?))?$`)
)

// timestamp returns the date that a text is, nil where it is none. Fractions of a second are left out.
func timestamp(text string) *Value {
	match := dates.FindStringSubmatch(text)
	if match == nil {
		if match = timestamps.FindStringSubmatch(text); match == nil {
			return nil
		}
	}
	part := func(i int) int {
		if i >= len(match) {
			return 0
		}
		n, err := strconv.Atoi(match[i])
		if err != nil {
			return 0 // not there
		}
		return n
	}
	year := part(1)
	if year < 100 {
		year += 1900 // as Date.UTC reads it
	}
	date := time.Date(year, time.Month(part(2)), part(3), part(4), part(5), part(6), 0, time.UTC)
	if len(match) > 7 {
		offset := time.Duration(part(8))*time.Hour + time.Duration(part(9))*time.Minute
		if match[7] == "+" {
			offset = -offset
		}
		date = date.Add(offset)
	}
	return &Value{Kind: Date, date: date}
}
