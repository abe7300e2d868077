package eemeliyaml

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A typeError is JavaScript's, in its words.
type typeError string

func (e typeError) Error() string { return string(e) }

const noPrimitive typeError = "Cannot convert object to primitive value"

// Text returns what String(value ?? "") is. The error is JavaScript's TypeError: an object with a property of its own that is
// called toString cannot be made a text.
func Text(v any) (string, error) {
	var b strings.Builder
	if err := write(&b, v, make(map[*Array]bool)); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Text returns the text of a scalar, which null has none of; for anything else it is empty.
func (n *Node) Text() string {
	if n.Kind != Scalar {
		return ""
	}
	text, err := Text(n.value)
	if err != nil {
		return "" // only objects have none
	}
	return text
}

// write appends a value's text. An array that is being written already is left out, as in Array.prototype.join.
func write(b *strings.Builder, v any, writing map[*Array]bool) error {
	switch v := v.(type) {
	case nil:
	case string:
		b.WriteString(v)
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case float64:
		b.WriteString(numberText(v))
	case *Object:
		if _, ok := v.Get("toString"); ok {
			return noPrimitive
		}
		b.WriteString("[object Object]")
	case *Array:
		if writing[v] {
			return nil
		}
		writing[v] = true
		defer delete(writing, v)
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := write(b, item, writing); err != nil {
				return err
			}
		}
	}
	return nil
}

// numberText writes a number as JavaScript does (ECMA-262, Number::toString).
func numberText(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == 0:
		return "0"
	}
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	e, _ := strconv.Atoi(exponent) // of our own making
	n, k := e+1, len(digits)       // the value is 0.digits times 10 to the n
	switch {
	case k <= n && n <= 21:
		return sign + digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return sign + digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return sign + "0." + strings.Repeat("0", -n) + digits
	}
	text := digits[:1]
	if k > 1 {
		text += "." + digits[1:]
	}
	return sign + text + "e" + fmt.Sprintf("%+d", n-1)
}

// quote writes a text as JSON.stringify does.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	WriteEscaped(&b, text)
	b.WriteByte('"')
	return b.String()
}

// WriteEscaped appends a text as it stands within the quotes of a JSON string that JSON.stringify makes.
func WriteEscaped(b *strings.Builder, text string) {
	const short = "\b\t\n\f\r\"\\"
	start := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b.WriteString(text[start:i])
		start = i + 1
		if at := strings.IndexByte(short, c); at >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`btnfr"\`[at])
		} else {
			fmt.Fprintf(b, `\u%04x`, c)
		}
	}
	b.WriteString(text[start:])
}
