package yamlscan

import (
	"fmt"
	"unicode/utf8"
)

// DecodeError returns what Python's UTF-8 decoder says of the first bytes that are not UTF-8, and where they are; nil for
// valid text.
func DecodeError(text string) *Error {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		n, reason := badSequence(text[i:])
		message := fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", text[i], i, reason)
		if n > 1 {
			message = fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", i, i+n-1, reason)
		}
		return &Error{Start: i, End: i + n, Message: message, Uncaught: true}
	}
	return nil
}

// badSequence returns how many bytes at the start of the text cannot be decoded together, and why.
func badSequence(text string) (n int, reason string) {
	low, high, need := byte(0x80), byte(0xbf), 0
	switch c := text[0]; {
	case c < 0xc2 || c > 0xf4:
		return 1, "invalid start byte"
	case c < 0xe0:
		need = 1
	case c < 0xf0:
		need = 2
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	default:
		need = 3
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	}
	for n = 1; n <= need; n++ {
		if n == len(text) {
			return n, "unexpected end of data"
		}
		if text[n] < low || text[n] > high {
			break
		}
		low, high = 0x80, 0xbf
	}
	return n, "invalid continuation byte"
}
