package refactor

import (
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Format is a way to format a frontmatter.
type Format uint8

const (
	AsWritten Format = iota
	Spaced           // no space at the ends of lines, and one after the colon of a key
	Sorted           // like Spaced, with the keys in the standard's order
)

// FormatFile returns the edits that format the frontmatter of a skill, in source order. They change neither the
// body, nor what comments belong to, nor what any agent, target or not, reads in the skill. If sorting the
// keys would change that, the keys keep their order, and if that is not enough there are no edits. Format
// returns nil for other files, for a frontmatter that is unclosed or not valid YAML, and if ctx is canceled.
func FormatFile(ctx context.Context, s *workspace.Snapshot, path string, format Format) []diagnostic.Edit {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || format == AsWritten || len(f.Doc.Problems()) > 0 || s.Silent(path, false) || ctx.Err() != nil {
		return nil
	}
	p := rules.NewPass(ctx, s, f)
	if p.Fm.State != frontmatter.Closed || p.Fm.Err != nil || p.Fm.Root == nil || rules.LoneCR(p.Fm.Content.Of(f.Doc.Source)) >= 0 {
		return nil
	}
	judges := rules.Judges(p.Scope)
	if format == Sorted {
		if text, ok := sortedKeys(f.Doc); ok {
			text = spaced(skills.Parse(text))
			if _, again := sortedKeys(skills.Parse(text)); !again && rules.SameFields(p.Fm, &skills.Parse(text).Frontmatter) && formatsTo(p.Scope, text, judges) {
				return Fixed{Text: text}.Edits(path, f.Doc.Source)
			}
		}
	}
	if text := spaced(f.Doc); text != f.Doc.Source && rules.SameValue(p.Fm.Root, skills.Parse(text).Frontmatter.Root) && formatsTo(p.Scope, text, judges) {
		return Fixed{Text: text}.Edits(path, f.Doc.Source)
	}
	return nil
}

// formatsTo reports whether a text is formatted, and has the same body as the file and the same meaning to
// all agents.
func formatsTo(p *refs.Scope, text string, judges []*skills.Agent) bool {
	doc := skills.Parse(text)
	return spaced(doc) == text && doc.Body.Of(text) == p.Doc.Body.Of(p.Doc.Source) && rules.ReadsSame(p, text, judges)
}

// spaced returns the text of a document without spaces at the ends of the lines of its frontmatter, and with
// one space between the colon of a key and a value on the same line. It leaves text within values unchanged.
func spaced(doc *skills.Document) string {
	source, fm := doc.Source, &doc.Frontmatter
	if fm.Root == nil {
		return source
	}
	edits := append(keySpaces(source, fm.Root, nil), lineEnds(source, fm)...)
	slices.SortFunc(edits, func(a, b diagnostic.Edit) int { return a.Span.Start - b.Span.Start })
	return diagnostic.ApplyEdits(source, edits)
}

// keySpaces appends the edits of the space between keys and values, for all mappings in a value.
func keySpaces(source string, v *frontmatter.Value, edits []diagnostic.Edit) []diagnostic.Edit {
	for _, item := range v.Items {
		edits = keySpaces(source, item, edits)
	}
	for _, pair := range v.Pairs {
		edits = keySpaces(source, pair.Value, edits)
		at := pair.Key.Span.End
		if v.Style != frontmatter.BlockStyle || pair.Value.Span.Start <= at || !strings.HasPrefix(source[at:], ":") {
			continue
		}
		start := at + 1
		end := start + len(source[start:]) - len(strings.TrimLeft(source[start:], " \t"))
		if end > start && end < len(source) && strings.IndexByte("\r\n#", source[end]) < 0 && source[start:end] != " " {
			edits = append(edits, diagnostic.Edit{Span: text.Span{Start: start, End: end}, Text: " "})
		}
	}
	return edits
}

// lineEnds returns the edits that remove spaces at the ends of lines, except within scalars.
func lineEnds(source string, fm *frontmatter.Frontmatter) []diagnostic.Edit {
	var edits []diagnostic.Edit
	texts := verbatim(source, fm.Root, nil)
	for at := fm.Content.Start; at < fm.Content.End; {
		line := suppress.LineIn(source, at)
		src := strings.TrimRight(line.Of(source), "\r\n")
		blank := text.Span{Start: line.Start + len(strings.TrimRight(src, " \t")), End: line.Start + len(src)}
		for len(texts) > 0 && texts[0].End <= blank.Start {
			texts = texts[1:]
		}
		if !blank.IsEmpty() && (len(texts) == 0 || texts[0].Start >= blank.End) {
			edits = append(edits, diagnostic.Edit{Span: blank})
		}
		at = line.End
	}
	return edits
}

// verbatim appends the parts of a value in which spaces at the ends of lines may be significant: its scalars,
// and the lines below the indicator of a block scalar.
func verbatim(source string, v *frontmatter.Value, to []text.Span) []text.Span {
	for _, item := range v.Items {
		to = verbatim(source, item, to)
	}
	for _, pair := range v.Pairs {
		to = verbatim(source, pair.Value, verbatim(source, pair.Key, to))
	}
	switch {
	case v.Kind != frontmatter.ScalarValue || v.Span.IsEmpty():
	case v.Style == frontmatter.LiteralBlock || v.Style == frontmatter.FoldedBlock:
		to = append(to, text.Span{Start: lines.FirstLine(source, v.Span.Start).End, End: lines.FirstLine(source, v.Span.End).End})
	default:
		to = append(to, v.Span)
	}
	return to
}
