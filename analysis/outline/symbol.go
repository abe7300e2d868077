// Package outline has symbols, folding and selection ranges, semantic tokens, lenses and inlay hints.
package outline

import (
	"context"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A SymbolKind is the kind of a [Symbol].
type SymbolKind uint8

const (
	SectionSymbol     SymbolKind = iota // a heading with everything below it
	FrontmatterSymbol                   // the frontmatter as a whole
	FieldSymbol                         // a YAML key with its value
)

// A Symbol is a part of a file that an outline shows.
type Symbol struct {
	Name      string // never empty
	Detail    string // the beginning of a field's value, on one line; empty for none
	Kind      SymbolKind
	Span      text.Span // all of it
	Selection text.Span // its name, within Span
	Children  []Symbol  // in source order, their spans within Span
}

// Symbols returns the outline of a file in source order: the fields of the frontmatter and the nested
// sections of the body, or the keys of a YAML file. It returns nil for JSON, for files that are
// [file.NotOurs], and if the context is canceled.
func Symbols(ctx context.Context, s *workspace.Snapshot, path string) []Symbol {
	f, err := s.File(path)
	if err != nil || f.Kind == file.NotOurs || f.IsJSON() || ctx.Err() != nil {
		return nil
	}
	source := f.Doc.Source
	if f.IsYAML() {
		root, err := frontmatter.ParseYAML(source)
		if err != nil || root == nil {
			return nil // a part of the outline would jump while the user types
		}
		return fieldSymbols(source, root)
	}
	var list []Symbol
	if fm := &f.Doc.Frontmatter; fm.State == frontmatter.Closed || fm.State == frontmatter.Unclosed && len(fm.Entries) > 0 {
		list = append(list, frontmatterSymbol(source, fm))
	}
	sections, _ := sectionsBelow(f.Doc, f.Doc.Markdown().Headings, 0)
	return append(list, sections...)
}

func frontmatterSymbol(source string, fm *frontmatter.Frontmatter) Symbol {
	symbol := Symbol{Name: "frontmatter", Kind: FrontmatterSymbol, Span: text.Span{Start: fm.Open.Start, End: fm.Close.End}, Selection: fm.Open}
	if fm.State == frontmatter.Unclosed {
		symbol.Span.End = file.TextEnd(source, text.Span{Start: fm.Open.Start, End: fm.Content.End})
	}
	for i := range fm.Entries {
		e := &fm.Entries[i]
		field := Symbol{
			Name: index.Named(e.Key, e.KeySpan.Of(source)), Detail: detail(source, e.ValueSpan), Kind: FieldSymbol,
			Span: text.Span{Start: e.KeySpan.Start, End: max(e.Colon+1, e.ValueSpan.End)}, Selection: e.KeySpan,
		}
		if field.Name == "" {
			continue
		}
		if e.Value != nil {
			field.Children = fieldSymbols(source, e.Value)
		}
		symbol.Children = append(symbol.Children, field)
		symbol.Span.End = max(symbol.Span.End, field.Span.End) // a value may be blank up to the end
	}
	return symbol
}

// fieldSymbols returns the keys of a mapping, and those of the mappings in a list.
func fieldSymbols(source string, v *frontmatter.Value) []Symbol {
	var list []Symbol
	for _, item := range v.Items {
		list = append(list, fieldSymbols(source, item)...)
	}
	for _, p := range v.Pairs {
		if p.Key.Kind != frontmatter.ScalarValue {
			continue
		}
		field := Symbol{
			Name: index.Named(p.Key.Text, p.Key.Span.Of(source)), Kind: FieldSymbol,
			Span: p.Key.Span, Selection: p.Key.Span,
		}
		if p.Value != nil && p.Value.Span.Start >= p.Key.Span.End {
			field.Span.End = max(field.Span.End, p.Value.Span.End)
			field.Detail = detail(source, p.Value.Span)
			field.Children = fieldSymbols(source, p.Value)
		}
		if field.Name != "" { // an empty key has no name, apart from its anchor or tag
			list = append(list, field)
		}
	}
	return list
}

// sectionsBelow returns the sections at the start of headings, up to the first heading of the given level or a
// higher one, and the remaining headings. A section ends at the next heading that is not deeper, without trailing
// blank lines. Skipped levels make no difference.
func sectionsBelow(
	doc *skills.Document, headings []markdown.Heading, level int,
) (list []Symbol, rest []markdown.Heading) {
	for len(headings) > 0 && headings[0].Level > level {
		h := headings[0]
		s := Symbol{Name: index.Named(h.Text, strings.Repeat("#", h.Level)), Kind: SectionSymbol, Selection: h.Span}
		s.Children, headings = sectionsBelow(doc, headings[1:], h.Level)
		end := doc.Body.End
		if len(headings) > 0 {
			end = headings[0].Span.Start
		}
		end = file.TextEnd(doc.Source, text.Span{Start: h.Span.End, End: end})
		s.Span = text.Span{Start: h.Span.Start, End: end}
		list = append(list, s)
	}
	return list, headings
}

// maxDetail is the maximum number of bytes of a value that are shown beside its key.
const maxDetail = 80

// detail returns the beginning of a value: its first line, not counting the indicator of a block scalar.
func detail(source string, value text.Span) string {
	text, rest, _ := strings.Cut(value.Of(source), "\n")
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, ">") || strings.HasPrefix(text, "|") {
		text, _, _ = strings.Cut(strings.TrimSpace(rest), "\n")
	}
	return vantage.Shorten(strings.TrimSpace(text), maxDetail)
}
