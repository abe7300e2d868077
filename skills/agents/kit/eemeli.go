package kit

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// DecodedSpan returns the span in the file of an error in the YAML between the delimiters, which was decoded
// before it was parsed. The span never splits a line ending.
func DecodedSpan(source string, content text.Span, err *yamldialect.Error) text.Span {
	yaml := content.Of(source)
	at := SourceSpan(yaml, text.DecodeUTF8(yaml), text.Span{Start: err.Start, End: err.End}).Shift(content.Start)
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

// LoadEemeli is [yamldialect.LoadEemeli], once for all agents that read the same text of a file.
func LoadEemeli(r *skills.Readings, text string) yamldialect.EemeliDocument {
	return skills.Reading(r, "Eemeli", text, yamldialect.LoadEemeli)
}
