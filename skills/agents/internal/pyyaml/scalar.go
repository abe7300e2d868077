package pyyaml

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var timestamp = whole(`([0-9]{4})-([0-9][0-9]?)-([0-9][0-9]?)` +
	`(?:(?:[Tt]|[ \t]+)([0-9][0-9]?):([0-9]{2}):([0-9]{2})(?:\.([0-9]*))?(?:[ \t]*(Z|([-+])([0-9][0-9]?)(?::([0-9]{2}))?))?)?`)

func (c *constructor) timestamp(n *Node) {
	n.Type = Date
	c.scalar(n, 0)
	if n.kind != scalar {
		c.crash(n, "TypeError: expected string or bytes-like object, got 'list'")
	}
	m := timestamp.FindStringSubmatch(n.value)
	if m == nil {
		c.crash(n, "AttributeError: 'NoneType' object has no attribute 'groupdict'")
	}
	number := func(i int) int {
		v, _ := strconv.Atoi(m[i]) // one or two digits, or none
		return v
	}
	year, month, day, hour, minute, second := number(1), number(2), number(3), number(4), number(5), number(6)
	fraction, _ := strconv.Atoi((m[7] + "000000")[:6])
	offset := time.Duration(number(10))*time.Hour + time.Duration(number(11))*time.Minute
	if m[9] == "-" {
		offset = -offset
	}
	if offset <= -24*time.Hour || offset >= 24*time.Hour {
		c.crash(n, "ValueError: offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not "+timedelta(offset)+".")
	}
	date := time.Date(year, time.Month(month), day, hour, minute, second, fraction*1000, time.UTC)
	switch {
	case year == 0:
		c.crash(n, "ValueError: year 0 is out of range")
	case month < 1 || month > 12:
		c.crash(n, "ValueError: month must be in 1..12")
	case day < 1 || time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day:
		c.crash(n, "ValueError: day is out of range for month")
	case hour > 23:
		c.crash(n, "ValueError: hour must be in 0..23")
	case minute > 59:
		c.crash(n, "ValueError: minute must be in 0..59")
	case second > 59:
		c.crash(n, "ValueError: second must be in 0..59")
	}
	if m[4] != "" {
		n.Type = Datetime
	}
	n.moment = date.Add(-offset).Format(time.RFC3339Nano)
	n.aware = m[8] != ""
}

// timedelta is Python's repr of one.
func timedelta(d time.Duration) string {
	days := int(d / (24 * time.Hour))
	if d < 0 && d%(24*time.Hour) != 0 {
		days--
	}
	text := fmt.Sprintf("datetime.timedelta(days=%d", days)
	if rest := d - time.Duration(days)*24*time.Hour; rest != 0 {
		text += fmt.Sprintf(", seconds=%d", int(rest/time.Second))
	}
	return text + ")"
}

func (c *constructor) binary(n *Node) {
	text := c.scalar(n, 0).value
	if err := asciiError(text); err != "" {
		c.Fail("", nil, "failed to convert base64 data into ascii: "+err, n.start)
	}
	data, err := decodeBase64(text)
	if err != "" {
		c.Fail("", nil, "failed to decode base64 data: "+err, n.start)
	}
	n.bytes = data
}

// asciiError is what Python's ASCII encoder says of the first characters that it lacks, empty for none.
func asciiError(text string) string {
	isASCII := func(r rune) bool { return r < utf8.RuneSelf }
	i := strings.IndexFunc(text, func(r rune) bool { return !isASCII(r) })
	if i < 0 {
		return ""
	}
	start := utf8.RuneCountInString(text[:i])
	rest := text[i:]
	if end := strings.IndexFunc(rest, isASCII); end >= 0 {
		rest = rest[:end]
	}
	if n := utf8.RuneCountInString(rest); n > 1 {
		return fmt.Sprintf("'ascii' codec can't encode characters in position %d-%d: ordinal not in range(128)", start, start+n-1)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return fmt.Sprintf("'ascii' codec can't encode character '%s' in position %d: ordinal not in range(128)", escaped(r), start)
}

// escaped writes a character beyond ASCII as Python's messages do.
func escaped(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// decodeBase64 is binascii.a2b_base64, which passes over what is no digit and takes no more after the padding.
func decodeBase64(text string) (data, err string) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var out []byte
	var left byte
	place, pads := 0, 0
	for i := range len(text) {
		if text[i] == '=' {
			if pads++; place >= 2 && place+pads >= 4 {
				return string(out), ""
			}
			continue
		}
		digit := strings.IndexByte(digits, text[i])
		if digit < 0 {
			continue
		}
		pads = 0
		d := byte(digit)
		switch place {
		case 0:
			left = d
		case 1:
			out, left = append(out, left<<2|d>>4), d&0xf
		case 2:
			out, left = append(out, left<<4|d>>2), d&3
		case 3:
			out = append(out, left<<6|d)
		}
		place = (place + 1) % 4
	}
	switch place {
	case 0:
		return string(out), ""
	case 1:
		return "", fmt.Sprintf("Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", len(out)/3*4+1)
	default:
		return "", "Incorrect padding"
	}
}

// dict keeps each key once.
func dict(pairs []Pair) []Pair {
	seen := make(map[string]int, len(pairs))
	var list []Pair
	for _, p := range pairs {
		key := p.Key.identity()
		if i, ok := seen[key]; ok {
			list[i].Value = p.Value
			continue
		}
		seen[key] = len(list)
		list = append(list, p)
	}
	return list
}

// identity is what two keys share that Python takes for one.
func (n *Node) identity() string {
	switch n.Type {
	case Bool, Int, Float:
		if n.number.other {
			return fmt.Sprintf("nan %p", n)
		}
		return "number " + n.number.key()
	case Str:
		return "str " + n.Text
	case Bytes:
		return "bytes " + n.bytes
	case Date, Datetime:
		return fmt.Sprintf("%s %t %s", n.Type, n.aware, n.moment)
	default:
		return n.Type.String()
	}
}
