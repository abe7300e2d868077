package analysis

// nearest returns the candidate that a mistyped word most likely means: within one edit in four letters and two in all; "" for none.
func nearest(word string, candidates []string) string {
	best, bestDistance := "", 3
	for _, c := range candidates {
		if limit := min(2, max(len(word), len(c))/4); limit > 0 {
			if d := editDistance(word, c, limit); d <= limit && d < bestDistance && d > 0 {
				best, bestDistance = c, d
			}
		}
	}
	return best
}

// editDistance returns how many insertions, deletions, replacements and swaps of neighbours turn a into b, in bytes; more than
// limit once it is known to exceed it.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
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
