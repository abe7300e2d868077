package kit

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// DecodedSpan returns the span in the file of an error in the YAML between the delimiters, which was decoded
// before it was parsed. The span never splits a line ending.
func DecodedSpan(source string, content text.Span, err *yamldialect.Error) text.Span {
	yaml := content.Of(source)
	at := text.Span{Start: DecodedOffset(yaml, err.Start), End: DecodedOffset(yaml, err.End)}.Shift(content.Start)
	if partsLineEnding(source, at.Start) {
		at.Start--
	}
	if partsLineEnding(source, at.End) {
		at.End++
	}
	return at
}

func partsLineEnding(source string, offset int) bool {
	return offset > 0 && strings.HasPrefix(source[offset-1:], "\r\n")
}

// DecodedOffset returns the offset in source of an offset in the decoded text. In a line that is not UTF-8 it
// is exact up to the first invalid byte. After that byte it is the end of the line.
func DecodedOffset(source string, decoded int) int {
	if utf8.ValidString(source) {
		return min(decoded, len(source))
	}
	for at := 0; ; {
		line, _, more := strings.Cut(source[at:], "\n")
		width := len(text.DecodeUTF8(line))
		switch {
		case more && decoded > width:
			at += len(line) + 1
			decoded -= width + 1
		case utf8.ValidString(line) || decoded <= InvalidUTF8(line).Start:
			return at + min(decoded, len(line))
		default:
			return at + len(line)
		}
	}
}

// LoadEemeli is [yamldialect.LoadEemeli], once for all agents that read the same text of a file.
func LoadEemeli(r *skills.Readings, text string) yamldialect.EemeliDocument {
	return skills.Reading(r, "Eemeli", text, yamldialect.LoadEemeli)
}
