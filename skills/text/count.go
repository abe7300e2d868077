package text

import "strconv"

// Count returns a number with the word for what it counts.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
