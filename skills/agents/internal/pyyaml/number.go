package pyyaml

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"skills-ls/skills/agents/internal/yamlscan"
)

// A number is a bool, an int or a float.
type number struct {
	whole *big.Int // nil for a float
	float float64
	other bool // a NaN that is an object of its own, and equals nothing
}

func (n number) isZero() bool {
	if n.whole != nil {
		return n.whole.Sign() == 0
	}
	return n.float == 0
}

// key is what two numbers share that are one key.
func (n number) key() string {
	whole := n.whole
	if whole == nil {
		if math.IsInf(n.float, 0) || math.IsNaN(n.float) || n.float != math.Trunc(n.float) {
			return strconv.FormatFloat(n.float, 'g', -1, 64)
		}
		whole, _ = big.NewFloat(n.float).Int(nil)
	}
	return whole.Text(16)
}

// compare orders numbers; a NaN has no place among them.
func (n number) compare(other number) int {
	if n.whole != nil && other.whole != nil {
		return n.whole.Cmp(other.whole)
	}
	if n.whole == nil && other.whole == nil {
		return cmp.Compare(n.float, other.float)
	}
	if math.IsNaN(n.float) || math.IsNaN(other.float) {
		return 0
	}
	return n.exact().Cmp(other.exact())
}

func (n number) exact() *big.Float {
	if n.whole != nil {
		return new(big.Float).SetInt(n.whole)
	}
	return big.NewFloat(n.float)
}

func (c *constructor) boolean(n *Node) {
	text := strings.ToLower(c.scalar(n, 0).value)
	switch text {
	case "yes", "true", "on":
		n.number.whole = big.NewInt(1)
	case "no", "false", "off":
		n.number.whole = new(big.Int)
	default:
		c.crash(n, "KeyError: "+yamlscan.Repr(text))
	}
}

// sign takes a sign off a number without underscores.
func (c *constructor) sign(n *Node, text string) (negative bool, rest string) {
	if text == "" {
		c.crash(n, "IndexError: string index out of range")
	}
	if negative = text[0] == '-'; negative || text[0] == '+' {
		text = text[1:]
	}
	return negative, text
}

func (c *constructor) integer(n *Node) {
	negative, text := c.sign(n, strings.ReplaceAll(c.scalar(n, 0).value, "_", ""))
	switch {
	case strings.HasPrefix(text, "0b"):
		n.number.whole = c.parseInt(n, text[2:], 2)
	case strings.HasPrefix(text, "0x"):
		n.number.whole = c.parseInt(n, text[2:], 16)
	case text == "":
		c.crash(n, "IndexError: string index out of range")
	case text != "0" && text[0] == '0':
		n.number.whole = c.parseInt(n, text, 8)
	case strings.Contains(text, ":"):
		n.number.whole = c.sexagesimal(n, strings.Split(text, ":"))
	default:
		n.number.whole = c.parseInt(n, text, 10)
	}
	if negative {
		n.number.whole.Neg(n.number.whole)
	}
}

// maxParts is how many digits in base 60 are added up. Beyond, a number tells no more than whether it is zero.
const maxParts = 2000

func (c *constructor) sexagesimal(n *Node, parts []string) *big.Int {
	sum, base := new(big.Int), big.NewInt(60)
	for i, part := range parts {
		digit := c.parseInt(n, part, 10)
		if i < maxParts {
			sum.Mul(sum, base)
		}
		sum.Add(sum, digit)
	}
	return sum
}

// parseInt is Python's int of a text without underscores.
func (c *constructor) parseInt(n *Node, text string, base int) *big.Int {
	digits := asciiDigits(text)
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	if prefix, ok := map[int]string{2: "0b", 8: "0o", 16: "0x"}[base]; ok && len(digits) > 2 && strings.EqualFold(digits[:2], prefix) {
		digits = digits[2:]
	}
	isDigit := func(r rune) bool {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		i := strings.IndexRune("0123456789abcdef", r)
		return i >= 0 && i < base
	}
	if digits == "" || strings.ContainsFunc(digits, func(r rune) bool { return !isDigit(r) }) {
		c.crash(n, fmt.Sprintf("ValueError: invalid literal for int() with base %d: %.200s", base, yamlscan.Repr(text)))
	}
	if base == 10 && len(digits) > yamlscan.MaxDigits {
		c.crash(n, yamlscan.TooManyDigits(len(digits)))
	}
	whole, _ := new(big.Int).SetString(digits, base)
	if negative {
		whole.Neg(whole)
	}
	return whole
}

// asciiDigits writes the digits of all scripts as ASCII has them, and takes off white space around the number.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.Is(unicode.Nd, r) {
			return r
		}
		zero := r // the digits of a script follow each other
		for i := 0; i < 9 && unicode.Is(unicode.Nd, zero-1) && (r-zero) < 9; i++ {
			zero--
		}
		return '0' + (r - zero)
	}, strings.TrimSpace(text))
}

var floatPattern = regexp.MustCompile(`^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|(?i:inf|infinity|nan))$`)

func (c *constructor) float(n *Node) {
	negative, text := c.sign(n, strings.ToLower(strings.ReplaceAll(c.scalar(n, 0).value, "_", "")))
	switch {
	case text == ".inf":
		n.number.float = math.Inf(1)
	case text == ".nan":
		n.number.float = math.NaN()
	case strings.Contains(text, ":"):
		n.number.float = c.sexagesimalFloat(n, strings.Split(text, ":"))
	default:
		n.number.float = c.parseFloat(n, text)
		n.number.other = math.IsNaN(n.number.float)
	}
	if negative {
		n.number.float = -n.number.float
	}
}

// sexagesimalFloat adds up digits in base 60, whose powers are integers in Python until they meet a digit.
func (c *constructor) sexagesimalFloat(n *Node, parts []string) float64 {
	const tooLarge = 174 // 60 to this power is no float
	digits := make([]float64, len(parts))
	for i, part := range parts {
		digits[i] = c.parseFloat(n, part)
	}
	sum, base, sixty := 0.0, big.NewInt(1), big.NewInt(60)
	for i := range digits {
		if i == tooLarge {
			c.crash(n, "OverflowError: int too large to convert to float")
		}
		factor, _ := new(big.Float).SetInt(base).Float64()
		sum += digits[len(digits)-1-i] * factor
		base.Mul(base, sixty)
	}
	return sum
}

// parseFloat is Python's float of a text without underscores.
func (c *constructor) parseFloat(n *Node, text string) float64 {
	digits := asciiDigits(text)
	if !floatPattern.MatchString(digits) {
		c.crash(n, "ValueError: could not convert string to float: "+yamlscan.Repr(text))
	}
	f, _ := strconv.ParseFloat(digits, 64) // the error is that of the range, where Python has infinity too
	return f
}
