package yamldialect

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// number returns the value of a number of YAML 1.1, which may be of base 60: 1:30 is 90. If octal is set, a
// leading zero makes it octal.
func number(text string, octal bool) float64 {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	sign := 1.0
	if text[0] == '-' {
		sign = -1
	}
	text = strings.TrimLeft(text, "+-")
	octal = octal && text[0] == '0' && strings.Trim(text, "01234567") == ""
	switch {
	case text == ".inf":
		return math.Inf(int(sign))
	case text == ".nan":
		return math.NaN()
	case len(text) > 1 && (octal || strings.IndexByte("box", text[1]) >= 0):
		return sign * integer(text)
	}
	value := 0.0
	for _, part := range strings.Split(text, ":") {
		value = value*60 + decimal(part)
	}
	return sign * value
}

// decimal returns the nearest double, which may be infinite.
func decimal(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // a range error comes with the right value
	return v
}

// integer returns the double nearest to a number that begins with 0, 0b, 0o or 0x.
func integer(text string) float64 {
	i, ok := new(big.Int).SetString(text, 0)
	if !ok { // no digits
		return 0
	}
	v, _ := new(big.Float).SetInt(i).Float64()
	return v
}

var (
	jsDecimal = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)
	jsInteger = regexp.MustCompile(`^0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$`)
)

// JSNumber returns Number(text) for a text without white space around it, and reports whether that is finite.
func JSNumber(text string) (n float64, ok bool) {
	switch {
	case jsDecimal.MatchString(text):
		n = decimal(text)
	case jsInteger.MatchString(text):
		n = integer(text)
	default:
		return 0, false
	}
	return n, !math.IsInf(n, 0)
}

const pyTime = `(?:[Tt]|[ \t]+)([0-9][0-9]?):([0-9]{2}):([0-9]{2})(?:\.[0-9]*)?` +
	`(?:[ \t]*(?:Z|([-+])([0-9][0-9]?)(?::([0-9]{2}))?))?`

// timestampPattern captures year, month, day, hour, minute, second, and the sign, hours and minutes of the zone.
var timestampPattern = whole(`([0-9]{4})-([0-9][0-9]?)-([0-9][0-9]?)(?:` + pyTime + `)?`)

// A timestamp has the parts of a timestamp of YAML 1.1.
type timestamp struct {
	year, month, day, hour, minute, second int
	zone                                   time.Duration // east of UTC
	timed                                  bool          // it has a time
}

func parseTimestamp(text string) (t timestamp, ok bool) {
	m := timestampPattern.FindStringSubmatch(text)
	if m == nil {
		return t, false
	}
	part := func(i int) int {
		n, _ := strconv.Atoi(m[i]) // digits, or nothing
		return n
	}
	t = timestamp{
		year: part(1), month: part(2), day: part(3), hour: part(4), minute: part(5), second: part(6),
		zone:  time.Duration(part(8))*time.Hour + time.Duration(part(9))*time.Minute,
		timed: m[4] != "",
	}
	if m[7] == "-" {
		t.zone = -t.zone
	}
	return t, true
}
