package frontmatter

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// Scan reads the frontmatter of a source and returns it with the span of the body. The offset start is 0, or
// the offset after a byte order mark. If the opening delimiter is missing, the body is everything after
// start. If only the closing delimiter is missing, the body is empty, at the end of the source.
func Scan(source string, start int) (Frontmatter, text.Span) {
	fm, body := Delimit(source, start)
	if fm.State != Absent {
		scanEntries(source, &fm)
		parseValues(source, &fm)
		dropFalseComments(&fm)
	}
	return fm, body
}

// Delimit is [Scan] for the delimiters alone: it reads no entries and no values.
func Delimit(source string, start int) (Frontmatter, text.Span) {
	fm := Frontmatter{Open: text.At(start)}
	end, next := text.LineAt(source, start, len(source))
	language, ok := openingDelimiter(source[start:end])
	if !ok {
		return fm, text.Span{Start: start, End: len(source)}
	}
	fm.Open = text.Span{Start: start, End: end}
	fm.Language = language
	fm.Content = text.Span{Start: next, End: len(source)}

	if closing, ok := closingDelimiter(source, next); ok {
		fm.State = Closed
		fm.Close = closing
		fm.Content.End = closing.Start
	} else {
		fm.State = Unclosed
		fm.Content.End = unclosedEnd(source, next)
	}
	body := text.At(len(source))
	if fm.State == Closed {
		_, body.Start = text.LineAt(source, fm.Close.End, len(source))
	}
	return fm, body
}

// openingDelimiter reports whether at least one agent accepts the line as an opening delimiter: three dashes,
// which may be indented (Codex trims the line), and may have spaces or a language after them (gray-matter of
// OpenCode).
func openingDelimiter(line string) (language string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, text.SpaceTab), "---")
	if !ok {
		return "", false
	}
	language = strings.Trim(rest, text.SpaceTab)
	for i := range len(language) {
		if c := language[i]; !text.IsLetter(c) && (i == 0 || !text.IsDigit(c)) {
			return "", false
		}
	}
	return language, true
}

// closingDelimiter finds the line of the closing delimiter: the first "---" that is not indented. Without one
// it takes the first "..." or indented "---" before the offset where unclosedEnd ends the content.
func closingDelimiter(source string, start int) (text.Span, bool) {
	var fallback text.Span
	found := false
	limit := -1
	for pos := start; pos < len(source); {
		end, next := text.LineAt(source, pos, len(source))
		line := source[pos:end]
		trimmed := strings.Trim(line, text.SpaceTab)
		switch {
		case trimmed == "---" && line[0] == '-':
			return text.Span{Start: pos, End: end}, true
		case !found && (trimmed == "---" || trimmed == "..."):
			if limit < 0 {
				limit = unclosedEnd(source, start)
			}
			if pos <= limit {
				fallback, found = text.Span{Start: pos, End: end}, true
			}
		}
		pos = next
	}
	return fallback, found
}

// unclosedEnd guesses where the content of a frontmatter without a closing delimiter ends. It returns the end
// of the last line that can belong to the frontmatter: a key, a comment, an indented line, a list item or a
// closing bracket. It stops at the first other line that is not blank.
func unclosedEnd(source string, start int) int {
	end := start
	for pos := start; pos < len(source); {
		lineEnd, next := text.LineAt(source, pos, len(source))
		line := source[pos:lineEnd]
		if !text.IsBlank(line) {
			_, isKey := scanKey(line)
			// "# Text" may be a comment, but is more likely a heading, which begins the body.
			isComment := len(line) > 1 && line[0] == '#' && line[1] != ' ' && line[1] != '#'
			isIndented := line[0] == ' ' || line[0] == '\t'
			isItem := strings.HasPrefix(line, "- ")
			closesFlow := line[0] == ']' || line[0] == '}'
			if !isKey && !isComment && !isIndented && !isItem && !closesFlow {
				break
			}
			end = next
		}
		pos = next
	}
	return end
}

// A key is the key at the start of a line. Its span and colon are offsets into the line.
type key struct {
	text  string // without quotes
	span  text.Span
	colon int
}

// scanKey reads the key at the start of a line. It returns false if the line does not begin with a key.
func scanKey(line string) (key, bool) {
	if line == "" || strings.IndexByte(" \t#-?[]{},&*!|>%@`", line[0]) >= 0 && !isBareDashKey(line) {
		return key{}, false
	}
	if quote := line[0]; quote == '"' || quote == '\'' {
		n := quotedEnd(line, 0)
		if n < 0 {
			return key{}, false
		}
		colon := n
		for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
			colon++
		}
		if colon == len(line) || line[colon] != ':' || !endsKey(line, colon) {
			return key{}, false
		}
		return key{text: line[1 : n-1], span: text.Span{Start: 0, End: n}, colon: colon}, true
	}
	for i := range len(line) {
		switch {
		case line[i] == ':' && endsKey(line, i):
			name := strings.TrimRight(line[:i], text.SpaceTab)
			if name == "" {
				return key{}, false
			}
			return key{text: name, span: text.Span{Start: 0, End: len(name)}, colon: i}, true
		case line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t'):
			return key{}, false
		}
	}
	return key{}, false
}

// isBareDashKey reports whether a "-" or "?" at the start of a line belongs to a key, as in "-x: y", and is
// not an indicator.
func isBareDashKey(line string) bool {
	return (line[0] == '-' || line[0] == '?') && len(line) > 1 && strings.IndexByte(" \t-", line[1]) < 0
}

// endsKey reports whether a space, a tab or the end of the line follows the colon at i. Otherwise the colon
// does not end a key.
func endsKey(line string, i int) bool {
	return i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
}

// quotedEnd returns the offset after the quoted scalar that begins at start, or -1 if the closing quote is
// missing.
func quotedEnd(text string, start int) int {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// scanEntries splits the content into entries, comments and stray lines.
func scanEntries(source string, fm *Frontmatter) {
	inBlockScalar := false
	for pos := fm.Content.Start; pos < fm.Content.End; {
		end, next := text.LineAt(source, pos, fm.Content.End)
		line := source[pos:end]
		trimmed := strings.TrimLeft(line, text.SpaceTab)
		k, isKey := scanKey(line)
		switch {
		case isKey:
			if n := len(fm.Entries); n > 0 {
				fm.Entries[n-1].Span.End = pos
			}
			fm.Entries = append(fm.Entries, Entry{
				Key: k.text, KeySpan: k.span.Shift(pos), Colon: pos + k.colon,
				Span: text.Span{Start: pos, End: fm.Content.End},
			})
			inBlockScalar = isBlockScalarHeader(strings.Trim(line[k.colon+1:], text.SpaceTab))
		case trimmed == "":
		case trimmed[0] == '#' && (!inBlockScalar || line[0] == '#'):
			fm.Comments = append(fm.Comments, text.TrimSpaceTab(source, text.Span{Start: pos, End: end}))
		case len(fm.Entries) == 0:
			fm.Stray = append(fm.Stray, text.TrimSpaceTab(source, text.Span{Start: pos, End: end}))
		}
		pos = next
	}
	for i := range fm.Entries {
		fm.Entries[i].ValueSpan = valueSpan(source, &fm.Entries[i])
	}
}

// isBlockScalarHeader reports whether the first line of a value begins a literal or folded block.
func isBlockScalarHeader(value string) bool {
	if value == "" || value[0] != '|' && value[0] != '>' {
		return false
	}
	return text.IsBlank(stripComment(strings.TrimLeft(value[1:], "+-0123456789")))
}

// stripComment removes the comment at the end of a line without quotes.
func stripComment(text string) string {
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			return text[:i]
		}
	}
	return text
}

// valueSpan finds the ValueSpan of an entry.
func valueSpan(source string, e *Entry) text.Span {
	first, next := text.LineAt(source, e.Colon+1, e.Span.End)
	onLine := text.TrimSpaceTab(source, text.Span{Start: e.Colon + 1, End: first})
	trimmed := onLine.Of(source)
	switch {
	case trimmed == "" || trimmed[0] == '#':
		if block := blockSpan(source, next, e.Span.End); !block.IsEmpty() {
			return block
		}
		return text.At(afterColon(source, e.Colon, first))
	case trimmed[0] == '"' || trimmed[0] == '\'':
		if n := quotedEnd(source[:e.Span.End], onLine.Start); n >= 0 {
			return text.Span{Start: onLine.Start, End: max(n, textEndAfterQuote(source, n, e.Span.End))}
		}
		return onLine
	case isBlockScalarHeader(trimmed):
		if last := lastTextEnd(source, next, e.Span.End, true); last > onLine.End {
			return text.Span{Start: onLine.Start, End: last}
		}
		return onLine
	}
	onLine.End = onLine.Start + len(strings.TrimRight(stripComment(trimmed), text.SpaceTab))
	if last := lastTextEnd(source, next, e.Span.End, false); last > onLine.End {
		return text.Span{Start: onLine.Start, End: last}
	}
	return onLine
}

// afterColon returns the offset at which to insert a missing value: after the colon and one space or tab, if
// the line has one.
func afterColon(source string, colon, limit int) int {
	if colon+1 < limit && (source[colon+1] == ' ' || source[colon+1] == '\t') {
		return colon + 2
	}
	return colon + 1
}

// textEndAfterQuote returns the end of the text after a closing quote, on the same line and without a
// comment. Valid YAML has no such text.
func textEndAfterQuote(source string, start, limit int) int {
	end, _ := text.LineAt(source, start, limit)
	return start + len(strings.TrimRight(stripComment(" " + source[start:end])[1:], text.SpaceTab))
}

// blockSpan returns the span from the first to the last character of the lines that are neither empty nor
// comments.
func blockSpan(source string, start, limit int) text.Span {
	for pos := start; pos < limit; {
		end, next := text.LineAt(source, pos, limit)
		trimmed := text.TrimSpaceTab(source, text.Span{Start: pos, End: end})
		if !trimmed.IsEmpty() && source[trimmed.Start] != '#' {
			return text.Span{Start: trimmed.Start, End: lastTextEnd(source, pos, limit, false)}
		}
		pos = next
	}
	return text.At(start)
}

// lastTextEnd returns the end of the last line between start and limit that has text, or 0. A comment is not
// text, unless inBlockScalar is set and the comment is indented.
func lastTextEnd(source string, start, limit int, inBlockScalar bool) int {
	last := 0
	for pos := start; pos < limit; {
		end, next := text.LineAt(source, pos, limit)
		trimmed := text.TrimSpaceTab(source, text.Span{Start: pos, End: end})
		if !trimmed.IsEmpty() && (source[trimmed.Start] != '#' || inBlockScalar && trimmed.Start > pos) {
			last = trimmed.End
			if !inBlockScalar {
				last = trimmed.Start + len(strings.TrimRight(stripComment(trimmed.Of(source)), text.SpaceTab))
			}
		}
		pos = next
	}
	return last
}

// parseValues sets the typed values of the entries, Root and Err. It parses the whole content. If that is not
// YAML, it parses each entry alone, so that one broken field does not affect the others.
func parseValues(source string, fm *Frontmatter) {
	var root *Value
	var err *YAMLError
	if len(fm.Entries) > MaxEntries {
		err = tooManyEntries(fm.Entries[MaxEntries].Span.Start)
		fm.Entries = fm.Entries[:MaxEntries]
	} else {
		root, err = parseYAML(fm.Content.Of(source), fm.Content.Start)
	}
	if err == nil {
		fm.Root = root
		if root != nil && root.Kind == MappingValue {
			fm.Entries, fm.Stray = matchEntries(source, fm, root.Pairs), nil
		}
		return
	}
	fm.Err = err
	for i := range fm.Entries {
		e := &fm.Entries[i]
		root, err := parseYAML(e.Span.Of(source), e.Span.Start)
		switch {
		case err != nil:
			e.Err = err
		case root != nil && root.Kind == MappingValue && len(root.Pairs) > 0:
			e.name, e.Value = root.Pairs[0].Key, root.Pairs[0].Value
			e.Key = e.name.Text
		}
	}
}

// dropFalseComments removes from the comments the lines that belong to a scalar: to a block scalar, or to a
// quoted value of several lines.
func dropFalseComments(fm *Frontmatter) {
	if len(fm.Comments) == 0 {
		return
	}
	scalars := fm.Root.scalars(nil)
	if fm.Root == nil {
		for i := range fm.Entries {
			scalars = fm.Entries[i].Value.scalars(scalars)
		}
	}
	fm.Comments = slices.DeleteFunc(fm.Comments, func(comment text.Span) bool {
		for len(scalars) > 0 && scalars[0].End <= comment.Start {
			scalars = scalars[1:]
		}
		return len(scalars) > 0 && scalars[0].Start < comment.Start
	})
}

// matchEntries returns an entry for each parsed pair, with the spans of the scanned entry at the same key. It
// drops scanned entries without a pair: they are lines of a quoted value, which belong to the entry before.
// For a pair without a scanned entry, as in content that is indented as a whole, it makes a new entry.
func matchEntries(source string, fm *Frontmatter, pairs []Pair) []Entry {
	scanned := make(map[int]*Entry, len(fm.Entries))
	for i := range fm.Entries {
		scanned[fm.Entries[i].KeySpan.Start] = &fm.Entries[i]
	}
	matched := make([]Entry, 0, len(pairs))
	for i, p := range pairs {
		end := fm.Content.End
		if i+1 < len(pairs) {
			end = max(p.Key.Span.Start, pairs[i+1].Key.Span.Start)
		}
		// A colon after end belongs to another key: the YAML library has line breaks that the scan does not
		// have.
		if e := scanned[p.Key.Span.Start]; e != nil && e.Colon < end {
			if e.Span.End != end {
				e.Span.End = end
				e.ValueSpan = valueSpan(source, e)
			}
			e.Key, e.Value = p.Key.Text, p.Value
			matched = append(matched, *e)
			continue
		}
		matched = append(matched, unscannedEntry(source, p, end))
	}
	if fm.Root.Style == FlowStyle {
		for i := range matched {
			matched[i].ValueSpan = withoutSeparator(&matched[i])
		}
	}
	return matched
}

// withoutSeparator returns the ValueSpan of an entry without the comma or brace after a value in a flow mapping.
func withoutSeparator(e *Entry) text.Span {
	end := e.ValueSpan.Start // of an empty value
	if e.Value != nil {
		end = max(end, min(e.Value.Span.End, e.ValueSpan.End))
	}
	return text.Span{Start: e.ValueSpan.Start, End: end}
}

// unscannedEntry makes an entry for a pair whose key is not at the start of a line.
func unscannedEntry(source string, p Pair, end int) Entry {
	start := p.Key.Span.Start
	e := Entry{
		Key: p.Key.Text, KeySpan: text.Span{Start: start, End: min(p.Key.Span.End, end)},
		Span: text.Span{Start: start, End: end}, Colon: end, ValueSpan: text.At(end), Value: p.Value,
	}
	if colon := strings.IndexByte(source[e.KeySpan.End:end], ':'); colon >= 0 {
		e.Colon = e.KeySpan.End + colon
		e.ValueSpan = valueSpan(source, &e)
	}
	return e
}
