package skills

import "strings"

// lineAt returns the end of the line that begins at start, without its line ending, and the start of the next line. Lines
// end at \n, \r\n or \r, as in LSP. Neither exceeds limit.
func lineAt(source string, start, limit int) (end, next int) {
	i := strings.IndexAny(source[start:limit], "\r\n")
	if i < 0 {
		return limit, limit
	}
	end = start + i
	next = end + 1
	if source[end] == '\r' && next < limit && source[next] == '\n' {
		next++
	}
	return end, next
}

const blanks = " \t"

// isBlank reports whether the text is empty or spaces and tabs alone.
func isBlank(text string) bool { return strings.Trim(text, blanks) == "" }

// trimBlanks returns the span without spaces and tabs at its edges.
func trimBlanks(source string, s Span) Span {
	for s.Start < s.End && (source[s.Start] == ' ' || source[s.Start] == '\t') {
		s.Start++
	}
	for s.End > s.Start && (source[s.End-1] == ' ' || source[s.End-1] == '\t') {
		s.End--
	}
	return s
}
