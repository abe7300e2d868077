package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/vantage"
	"skills-ls/skills/text"
)

func checkReferences(p *Pass) {
	md := p.Doc.Markdown()
	var names []string
	defined := make(map[string][]int) // indexes of the definitions of a name
	for i, def := range md.Definitions {
		if defined[def.Name] == nil {
			names = append(names, def.Name)
		}
		defined[def.Name] = append(defined[def.Name], i)
	}
	near := nearestOf(names)
	misspelt := make(map[string]bool) // names of definitions that an unresolved label resembles
	for _, ref := range md.Unresolved {
		if ref.Name != "" && strings.ContainsRune("-<", rune(ref.Name[0])) {
			continue // options and placeholders, as in a synopsis
		}
		d := diagnostic.Diagnostic{Span: ref.Label, Message: "undefined link reference [" + vantage.Shorten(ref.Label.Of(p.Doc.Source), maxQuoted) + "]"}
		if len(md.Definitions) == 0 {
			d.Severity = diagnostic.Information // more likely a notation than a reference
		}
		if near := near(ref.Name); near != "" {
			misspelt[near] = true
			label := md.Definitions[defined[near][0]].Label.Of(p.Doc.Source)
			d.Detail = "did you mean [" + vantage.Shorten(label, maxQuoted) + "]?"
			same := match.SameWord(ref.Name, near)
			d.Fixes = oneFix("Change to ["+label+"]", same, p.Edit(ref.Label, label))
		}
		p.report(d)
	}
	for _, def := range md.Definitions {
		repeated := len(defined[def.Name]) > 1
		if def.Used || repeated || misspelt[def.Name] || strings.HasPrefix(def.Name, "^") || !strings.ContainsAny(def.Destination, "./#") || file.IsTemplate(def.Destination) || strings.HasPrefix(def.Destination, "[") || def.Destination == "#" {
			continue // also: lines of a template, "[Metric]: [Value]", and definitions that stand for comments, "[//]: # (...)"
		}
		sure := len(md.Unresolved) == 0 // an unresolved reference may mean this definition
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Hint, Span: def.Span, Unnecessary: true, Message: "unused link definition [" + vantage.Shorten(def.Label.Of(p.Doc.Source), maxQuoted) + "]",
			Fixes: oneFix("Delete the definition", sure, p.Edit(linesOf(p, def.Span), "")),
		})
	}
}

// maxNearest is the maximum number of pairs of names compared in one file. With more, as in hostile text, a
// suggestion would only be a guess.
const maxNearest = 200_000

// nearestOf returns a function that returns [match.Nearest] among the candidates for each of many words, and ""
// after maxNearest comparisons.
func nearestOf(candidates []string) func(word string) string {
	known := make(map[string]string)
	compared := 0
	return func(word string) string {
		near, ok := known[word]
		if !ok && compared < maxNearest {
			compared += len(candidates)
			near = match.Nearest(word, candidates)
			known[word] = near
		}
		return near
	}
}

// linesOf extends a span to the end of its last line, including the line ending, if the span covers its lines
// except for trailing white space.
func linesOf(p *Pass, s text.Span) text.Span {
	source := p.Doc.Source
	if s.Start > 0 && !strings.ContainsRune("\r\n", rune(source[s.Start-1])) {
		return s
	}
	end := s.End
	for end < len(source) && (source[end] == ' ' || source[end] == '\t') {
		end++
	}
	if end < len(source) && (source[end] == '\n' || source[end] == '\r') {
		s.End = lines.Next(source, end)
	}
	return s
}
