package eemeliyaml

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// pretty adds the place and a part of the text to the message, as the package does by default.
func (f *fault) pretty(text string, lineStarts []int) *Error {
	err := f.Error
	err.Start, err.End = min(err.Start, len(text)), min(err.End, len(text))
	if f.one {
		_, n := utf8.DecodeRuneInString(text[err.Start:])
		err.End = err.Start + n
	}
	line, col := linePos(text, lineStarts, err.Start)
	err.Message += fmt.Sprintf(" at line %d, column %d", line, col)
	shown := utf16.Encode([]rune(strings.TrimRight(lineText(text, lineStarts, line), "\r\n")))
	at := col - 1
	if at >= 60 && len(shown) > 80 {
		cut := min(at-39, len(shown)-79)
		shown = append([]uint16{'…'}, shown[cut:]...)
		at -= cut - 1
	}
	if len(shown) > 80 {
		shown = append(shown[:79:79], '…')
	}
	quoted := string(utf16.Decode(shown))
	if line > 1 && isBlank(shown[:min(at, len(shown))]) {
		before := utf16.Encode([]rune(lineText(text, lineStarts, line-1)))
		if len(before) > 80 {
			before = append(before[:79:79], '…', '\n')
		}
		quoted = string(utf16.Decode(before)) + quoted
	}
	if strings.Trim(quoted, " ") == "" {
		return &err
	}
	count := 1
	if !f.one {
		if endLine, endCol := linePos(text, lineStarts, err.End); endLine == line && endCol > col {
			count = max(1, min(endCol-col, 80-at))
		}
	}
	err.Message += ":\n\n" + quoted + "\n" + strings.Repeat(" ", at) + strings.Repeat("^", count) + "\n"
	return &err
}

// linePos returns a line and column, from 1 on and in UTF-16 units, of the lines that the parser has noticed.
func linePos(text string, lineStarts []int, offset int) (line, col int) {
	line = sort.Search(len(lineStarts), func(i int) bool { return lineStarts[i] > offset })
	return line, width(text[lineStarts[line-1]:offset]) + 1
}

// lineText returns a line with its end.
func lineText(text string, lineStarts []int, line int) string {
	if line < len(lineStarts) {
		return text[lineStarts[line-1]:min(lineStarts[line], len(text))]
	}
	return text[lineStarts[line-1]:]
}

func isBlank(units []uint16) bool {
	for _, u := range units {
		if u != ' ' {
			return false
		}
	}
	return true
}
