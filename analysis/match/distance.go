// Package match finds the name that a word was meant to be, ranks names against a pattern, and finds names in a text.
package match

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest returns the candidate that a mistyped word most likely means, or "" if no candidate is near. It
// allows one edit per four bytes, and at most two. Of several equally near candidates, it returns the first
// in byte order.
func Nearest(word string, candidates []string) string {
	best := Slip{Word: word}
	for _, c := range candidates {
		best.Consider(c)
	}
	return best.Candidate
}

// Meant is like [Nearest], but a candidate that differs only in case comes first.
func Meant(word string, candidates []string) string {
	if i := slices.IndexFunc(candidates, func(c string) bool { return strings.EqualFold(c, word) }); i >= 0 {
		return candidates[i]
	}
	return Nearest(word, candidates)
}

// MeantWord returns the candidate that a word most likely means: one with the same spelling except for case,
// hyphens, underscores and spaces, or else the nearest one. It returns "" if there is none.
func MeantWord(word string, candidates []string) string {
	plain := spelling(word)
	if i := slices.IndexFunc(candidates, func(c string) bool { return spelling(c) == plain }); i >= 0 {
		return candidates[i]
	}
	return Nearest(word, candidates)
}

// SameSpelling reports whether two words differ only in case, hyphens, underscores and spaces.
func SameSpelling(a, b string) bool { return spelling(a) == spelling(b) }

var separators = strings.NewReplacer("-", "", "_", "", " ", "")

func spelling(word string) string { return strings.ToLower(separators.Replace(word)) }

// A Slip is a mistyped word and the candidate that it most likely means.
type Slip struct {
	Word      string
	Candidate string // empty for none
	distance  int
}

// Consider keeps a candidate if it is nearer than the current one.
func (s *Slip) Consider(candidate string) {
	limit := min(2, max(len(s.Word), len(candidate))/4)
	if limit == 0 {
		return
	}
	d := EditDistance(s.Word, candidate, limit)
	if d == 0 || d > limit || s.Candidate != "" && (d > s.distance || d == s.distance && candidate >= s.Candidate) {
		return
	}
	s.Candidate, s.distance = candidate, d
}

// EditDistance returns the number of insertions, deletions, replacements and swaps of adjacent bytes that
// turn a into b. If the number exceeds limit, it returns some number greater than limit.
func EditDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var room [3 * 68]int // enough for names, which have at most 64 bytes
	rows := room[:]
	if n := 3 * (len(b) + 1); n > len(rows) {
		rows = make([]int, n)
	}
	n := len(b) + 1
	before, row, next := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := next[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// OnlyNear reports whether [Nearest] cannot return a candidate other than near for a word.
func OnlyNear(word, near string, candidates []string) bool {
	return !slices.ContainsFunc(candidates, func(c string) bool {
		return c != near && Nearest(word, []string{c}) != ""
	})
}

// SameWord reports whether two words differ only in case and separators (hyphens, underscores, dots, white
// space). There must be a separator between the same digits, but any one: v1.2 is the same as v1-2, but not
// as v12.
func SameWord(a, b string) bool { return a == b || bare(a) != "" && bare(a) == bare(b) }

// bare returns a word in lowercase without its separators, except that those between digits become "-".
func bare(word string) string {
	var out strings.Builder
	last, parted := rune(0), false
	for _, r := range word {
		if unicode.IsSpace(r) || strings.ContainsRune("-_.", r) {
			parted = true
			continue
		}
		if parted && unicode.IsDigit(last) && unicode.IsDigit(r) {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(r))
		last, parted = r, false
	}
	return out.String()
}

// Letters returns the letters and digits of a text.
func Letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
