package rules

import (
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkGlobs reports invalid globs in the fields in which a concerned agent reads globs.
func checkGlobs(p *Pass) {
	for e := range p.Fm.All() {
		if reading := p.reading(e.Key, func(f skills.Field) bool { return f.Globs }); len(reading) > 0 {
			for _, text := range file.ScalarsOf(e.Value) {
				checkGlobText(p, e.Key, text, reading)
			}
		}
	}
}

// checkGlobText reports the invalid globs in one string.
func checkGlobText(p *Pass, key string, text *frontmatter.Value, reading []*skills.Agent) {
	base, exact := file.TextStart(p.Doc.Source, text)
	for _, part := range globParts(text.Text) {
		glob := part.Of(text.Text)
		fault := config.GlobFault(glob)
		if fault == "" {
			continue
		}
		span := text.Span
		if exact {
			span = part.Shift(base)
		}
		p.report(diagnostic.Diagnostic{
			Span: span, Affects: ignoring(reading),
			Message: "invalid glob " + InQuotes(glob) + " in " + InQuotes(key), Detail: fault,
		})
	}
}

// globParts returns the spans of the globs in a string, without the white space around them. Globs are
// separated by commas outside braces.
func globParts(source string) []text.Span {
	var parts []text.Span
	start, braces := 0, 0
	add := func(end int) {
		part := source[start:end]
		from := start + len(part) - len(strings.TrimLeft(part, " \t\r\n"))
		if trimmed := strings.TrimSpace(part); trimmed != "" {
			parts = append(parts, text.Span{Start: from, End: from + len(trimmed)})
		}
		start = end + 1
	}
	for i := range len(source) {
		switch source[i] {
		case '{':
			braces++
		case '}':
			braces--
		case ',':
			if braces <= 0 {
				add(i)
			}
		}
	}
	add(len(source))
	return parts
}
