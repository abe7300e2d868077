package report

import (
	"strings"

	"skills-ls/lsp/position"
	"skills-ls/skills/text"
)

// A position is a position in a file as editors show it: lines and columns from 1, columns in UTF-16 units.
type TextPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"` // bytes from 0
}

// A placeRange is a range of positions.
type placeRange struct {
	Start TextPosition `json:"start"`
	End   TextPosition `json:"end"`
}

// places finds the positions in one text. A byte order mark takes no column, since no editor shows one.
type places struct {
	mapper *position.Mapper
	mark   int // size of the byte order mark in bytes
}

func NewPlaces(text string) *places {
	rest := strings.TrimPrefix(text, "\ufeff")
	return &places{position.NewMapper(rest, position.UTF16), len(text) - len(rest)}
}

func (p *places) TextPosition(offset int) TextPosition {
	at := p.mapper.Position(offset - p.mark)
	return TextPosition{int(at.Line) + 1, int(at.Character) + 1, offset}
}

func (p *places) of(span text.Span) placeRange {
	return placeRange{p.TextPosition(span.Start), p.TextPosition(span.End)}
}
