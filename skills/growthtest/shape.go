package growthtest

import (
	"fmt"
	"strings"
)

// Repeat returns a function that makes about n bytes by repeating a string.
func Repeat(s string) func(n int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

// Halves returns a function that makes about n bytes: a repeated, then b repeated as often.
func Halves(a, b string) func(n int) string {
	return func(n int) string {
		count := n / (len(a) + len(b))
		return strings.Repeat(a, count) + strings.Repeat(b, count)
	}
}

// Numbered returns a function that makes about n bytes by repeating a format. Its verb gets the numbers 0, 1,
// 2 and so on.
func Numbered(format string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n-len(format)-8; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
}

// Growing returns a function that makes about n bytes of lines. Each line repeats the string once more than
// the line before.
func Growing(s string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len()+i*len(s)+2 < n; i++ {
			b.WriteString(strings.Repeat(s, i) + "a\n")
		}
		return b.String()
	}
}
