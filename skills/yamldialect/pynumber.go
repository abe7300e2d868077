package yamldialect

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

func (o *PyObject) setNumber(t PyType, number float64, negative bool) {
	if negative {
		number = -number
	}
	o.Type, o.number, o.True = t, number, number != 0
}

func (c *pyConstructor) boolean(o *PyObject, n *Node) {
	switch text := strings.ToLower(c.scalar(n, 0)); text {
	case "yes", "true", "on":
		o.setNumber(PyBool, 1, false)
	case "no", "false", "off":
		o.setNumber(PyBool, 0, false)
	default:
		c.crash(n, "KeyError: "+Repr(text))
	}
}

// unsigned returns the text of a number without underscores and without its sign.
func (c *pyConstructor) unsigned(n *Node) (text string, negative bool) {
	text = strings.ReplaceAll(c.scalar(n, 0), "_", "")
	if text == "" {
		c.crash(n, "IndexError: string index out of range")
	}
	if negative = text[0] == '-'; negative || text[0] == '+' {
		text = text[1:]
	}
	return text, negative
}

func (c *pyConstructor) integer(o *PyObject, n *Node) {
	text, negative := c.unsigned(n)
	var number float64
	switch {
	case text == "":
		c.crash(n, "IndexError: string index out of range")
	case strings.HasPrefix(text, "0b"):
		number = c.parseInt(n, text[2:], 2)
	case strings.HasPrefix(text, "0x"):
		number = c.parseInt(n, text[2:], 16)
	case text != "0" && text[0] == '0':
		number = c.parseInt(n, text, 8)
	default:
		for part := range strings.SplitSeq(text, ":") { // 1:30 is 90
			number = number*60 + c.parseInt(n, part, 10)
		}
	}
	o.setNumber(PyInt, number, negative)
}

// maxDigits is how many digits Python turns into a number, since 3.11.
const maxDigits = 4300

// parseInt is Python's int of a text without underscores.
func (c *pyConstructor) parseInt(n *Node, text string, base int) (number float64) {
	digits := asciiDigits(text)
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	prefix := map[int]string{2: "0b", 8: "0o", 16: "0x"}[base]
	if len(digits) > 2 && strings.EqualFold(digits[:2], prefix) {
		digits = digits[2:]
	}
	for _, r := range strings.ToLower(digits) {
		digit := strings.IndexRune("0123456789abcdef"[:base], r)
		if digit < 0 {
			digits = ""
			break
		}
		number = number*float64(base) + float64(digit)
	}
	switch {
	case digits == "":
		const invalid = "ValueError: invalid literal for int() with base %d: %.200s"
		c.crash(n, fmt.Sprintf(invalid, base, Repr(text)))
	case base == 10 && len(digits) > maxDigits:
		const tooLong = "ValueError: Exceeds the limit (%d digits) for integer string conversion: " +
			"value has %d digits; use sys.set_int_max_str_digits() to increase the limit"
		c.crash(n, fmt.Sprintf(tooLong, maxDigits, len(digits)))
	case negative:
		return -number
	}
	return number
}

// asciiDigits writes the digits of all scripts as ASCII has them, and removes white space around the number.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.Is(unicode.Nd, r) {
			return r
		}
		zero := r // the ten digits of a script follow each other
		for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
			zero--
		}
		return '0' + (r - zero)
	}, strings.TrimSpace(text))
}

func (c *pyConstructor) float(o *PyObject, n *Node) {
	text, negative := c.unsigned(n)
	text = strings.ToLower(text)
	var number float64
	switch {
	case text == ".inf":
		number = math.Inf(1)
	case text == ".nan":
		number = math.NaN()
	default:
		number = c.parseFloat(n, text)
	}
	o.setNumber(PyFloat, number, negative)
}

var pyFloat = regexp.MustCompile(
	`^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|(?i:inf|infinity|nan))$`,
)

// maxPower is the largest power of 60 that is a float.
const maxPower = 173

// parseFloat is Python's float of a text without underscores, or of several in base 60.
func (c *pyConstructor) parseFloat(n *Node, text string) (number float64) {
	parts := strings.Split(text, ":")
	for _, part := range parts {
		digits := asciiDigits(part)
		if !pyFloat.MatchString(digits) {
			c.crash(n, "ValueError: could not convert string to float: "+Repr(part))
		}
		f, _ := strconv.ParseFloat(digits, 64) // the error is about the range: Python has infinity there too
		number = number*60 + f
	}
	if len(parts) > maxPower+1 {
		c.crash(n, "OverflowError: int too large to convert to float")
	}
	return number
}
