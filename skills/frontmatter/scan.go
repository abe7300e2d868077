package frontmatter

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// Scan reads the frontmatter of a source that begins at the byte start, behind a byte order mark. It returns
// the span of the body too, which is all of the source if there are no delimiters.
func Scan(source string, start int) (Frontmatter, text.Span) {
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
		fm.Content.End, _ = lineStart(source, closing.Start)
	} else {
		fm.State = Unclosed
		fm.Content.End = unclosedEnd(source, next)
	}
	scanEntries(source, &fm)
	typeEntries(source, &fm)
	dropTexts(&fm)

	body := text.Span{Start: len(source), End: len(source)}
	if fm.State == Closed {
		_, body.Start = text.LineAt(source, fm.Close.End, len(source))
	}
	return fm, body
}

// lineStart returns the start of the line that has the offset, and whether only spaces and tabs precede the
// offset in it.
func lineStart(source string, offset int) (int, bool) {
	start := strings.LastIndexAny(source[:offset], "\r\n") + 1
	return start, text.IsBlank(source[start:offset])
}

// openingDelimiter reports whether the line opens a frontmatter for at least one agent: three dashes,
// possibly indented (Codex trims the line), possibly with spaces or a language behind them (gray-matter of
// OpenCode).
func openingDelimiter(line string) (language string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, text.Blanks), "---")
	if !ok {
		return "", false
	}
	language = strings.Trim(rest, text.Blanks)
	for i := range len(language) {
		if c := language[i]; !text.IsLetter(c) && (i == 0 || !text.IsDigit(c)) {
			return "", false
		}
	}
	return language, true
}

// closingDelimiter finds the line that closes the frontmatter: the first line that begins with three dashes.
// Without such a line it is the first one that is indented, or "...", before the end of an unclosed
// frontmatter.
func closingDelimiter(source string, start int) (text.Span, bool) {
	var second text.Span
	found := false
	limit := -1
	for pos := start; pos < len(source); {
		end, next := text.LineAt(source, pos, len(source))
		line := source[pos:end]
		trimmed := strings.Trim(line, text.Blanks)
		switch {
		case trimmed == "---" && line[0] == '-':
			return text.Span{Start: pos, End: end}, true
		case !found && (trimmed == "---" || trimmed == "..."):
			if limit < 0 {
				limit = unclosedEnd(source, start)
			}
			if pos <= limit {
				second, found = text.Span{Start: pos, End: end}, true
			}
		}
		pos = next
	}
	return second, found
}

// unclosedEnd guesses where the content of a frontmatter without a closing delimiter ends: before the first
// line that is not a key, a comment, indented, a list item or a flow bracket, and before the empty lines in
// front of it.
func unclosedEnd(source string, start int) int {
	end := start
	for pos := start; pos < len(source); {
		lineEnd, next := text.LineAt(source, pos, len(source))
		line := source[pos:lineEnd]
		if !text.IsBlank(line) {
			_, isKey := scanKey(line)
			comment := len(line) > 1 && line[0] == '#' && line[1] != ' ' && line[1] != '#' // "# Heading" opens the body
			if !isKey && !comment && line[0] != ' ' && line[0] != '\t' && !strings.HasPrefix(line, "- ") && !strings.ContainsRune("]}", rune(line[0])) {
				break
			}
			end = next
		}
		pos = next
	}
	return end
}

// A key is the key and the colon of a line, as offsets into the line.
type key struct {
	text  string
	span  text.Span
	colon int
}

// scanKey reads the key at the start of a line.
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
			name := strings.TrimRight(line[:i], text.Blanks)
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

// isBareDashKey reports whether a line that begins with "-" or "?" is a key such as "-x: y", not an
// indicator.
func isBareDashKey(line string) bool {
	return (line[0] == '-' || line[0] == '?') && len(line) > 1 && strings.IndexByte(" \t-", line[1]) < 0
}

// endsKey reports whether the colon at i ends a key: a space, a tab or the end of the line follows.
func endsKey(line string, i int) bool {
	return i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
}

// quotedEnd returns the offset after the quoted scalar that begins at start, or -1 if the text does not close
// it.
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
		k, isKey := scanKey(line)
		switch {
		case isKey:
			if n := len(fm.Entries); n > 0 {
				fm.Entries[n-1].Span.End = pos
			}
			fm.Entries = append(fm.Entries, Entry{
				Key: k.text, KeySpan: k.span.Shift(pos), Colon: pos + k.colon, Span: text.Span{Start: pos, End: fm.Content.End},
			})
			inBlockScalar = isBlockScalarHeader(strings.Trim(line[k.colon+1:], text.Blanks))
		case text.IsBlank(line):
		case strings.HasPrefix(strings.TrimLeft(line, text.Blanks), "#") && (!inBlockScalar || line[0] == '#'):
			fm.Comments = append(fm.Comments, text.TrimBlanks(source, text.Span{Start: pos, End: end}))
		case len(fm.Entries) == 0:
			fm.Stray = append(fm.Stray, text.TrimBlanks(source, text.Span{Start: pos, End: end}))
		}
		pos = next
	}
	for i := range fm.Entries {
		fm.Entries[i].ValueSpan = valueSpan(source, &fm.Entries[i])
	}
}

// isBlockScalarHeader reports whether a value begins a literal or folded block.
func isBlockScalarHeader(value string) bool {
	return value != "" && (value[0] == '|' || value[0] == '>') && text.IsBlank(stripComment(strings.TrimLeft(value[1:], "+-0123456789")))
}

// stripComment removes a comment from the end of a plain scalar on one line.
func stripComment(text string) string {
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			return text[:i]
		}
	}
	return text
}

// valueSpan finds the value of an entry as written.
func valueSpan(source string, e *Entry) text.Span {
	first, next := text.LineAt(source, e.Colon+1, e.Span.End)
	onLine := text.TrimBlanks(source, text.Span{Start: e.Colon + 1, End: first})
	trimmed := onLine.Of(source)
	switch {
	case trimmed == "" || trimmed[0] == '#':
		if block := blockSpan(source, next, e.Span.End); !block.IsEmpty() {
			return block
		}
		return text.At(afterColon(source, e.Colon, first))
	case trimmed[0] == '"' || trimmed[0] == '\'':
		if n := quotedEnd(source[:e.Span.End], onLine.Start); n >= 0 {
			return text.Span{Start: onLine.Start, End: max(n, endOfText(source, n, e.Span.End))}
		}
		return onLine
	case isBlockScalarHeader(trimmed):
		if last := lastTextEnd(source, next, e.Span.End, true); last > onLine.End {
			return text.Span{Start: onLine.Start, End: last}
		}
		return onLine
	}
	onLine.End = onLine.Start + len(strings.TrimRight(stripComment(trimmed), text.Blanks))
	if last := lastTextEnd(source, next, e.Span.End, false); last > onLine.End {
		return text.Span{Start: onLine.Start, End: last}
	}
	return onLine
}

// afterColon returns where a missing value belongs: after the colon and one space, if there is one.
func afterColon(source string, colon, limit int) int {
	if colon+1 < limit && (source[colon+1] == ' ' || source[colon+1] == '\t') {
		return colon + 2
	}
	return colon + 1
}

// endOfText returns the end of the text behind a closed quote on its line, without comments. Valid YAML has
// no such text.
func endOfText(source string, start, limit int) int {
	end, _ := text.LineAt(source, start, limit)
	return start + len(strings.TrimRight(stripComment(" " + source[start:end])[1:], text.Blanks))
}

// blockSpan returns the span from the first to the last character of the lines that are not empty and not
// comments.
func blockSpan(source string, start, limit int) text.Span {
	for pos := start; pos < limit; {
		end, next := text.LineAt(source, pos, limit)
		if trimmed := text.TrimBlanks(source, text.Span{Start: pos, End: end}); !trimmed.IsEmpty() && source[trimmed.Start] != '#' {
			return text.Span{Start: trimmed.Start, End: lastTextEnd(source, pos, limit, false)}
		}
		pos = next
	}
	return text.At(start)
}

// lastTextEnd returns the end of the last line with text between start and limit, or 0. Comments at the start
// of a line never count. Indented ones count if hash says that they are text.
func lastTextEnd(source string, start, limit int, hash bool) int {
	last := 0
	for pos := start; pos < limit; {
		end, next := text.LineAt(source, pos, limit)
		trimmed := text.TrimBlanks(source, text.Span{Start: pos, End: end})
		if !trimmed.IsEmpty() && (source[trimmed.Start] != '#' || hash && trimmed.Start > pos) {
			last = trimmed.End
			if !hash {
				last = trimmed.Start + len(strings.TrimRight(stripComment(trimmed.Of(source)), text.Blanks))
			}
		}
		pos = next
	}
	return last
}

// typeEntries gives the entries their typed values: from the tree of the whole content if that parses,
// otherwise from each entry alone, so that a broken field does not hide its neighbors.
func typeEntries(source string, fm *Frontmatter) {
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
			e.Value = root.Pairs[0].Value
			e.Key = root.Pairs[0].Key.Text
		}
	}
}

// dropTexts removes from the comments the lines that are text, in a quoted value of several lines or in a
// block.
func dropTexts(fm *Frontmatter) {
	if len(fm.Comments) == 0 {
		return
	}
	texts := fm.Root.scalars(nil)
	if fm.Root == nil {
		for i := range fm.Entries {
			texts = fm.Entries[i].Value.scalars(texts)
		}
	}
	fm.Comments = slices.DeleteFunc(fm.Comments, func(comment text.Span) bool {
		for len(texts) > 0 && texts[0].End <= comment.Start {
			texts = texts[1:]
		}
		return len(texts) > 0 && texts[0].Start < comment.Start
	})
}

// matchEntries joins the scanned entries with the parsed pairs. An entry that is a line of a quoted text goes
// back to the entry before it. A pair whose key the scan does not see, because the whole content is indented,
// becomes an entry.
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
		// YAML has more line breaks than the scan, and so may begin the next key on the same line.
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
	return matched
}

// unscannedEntry makes an entry of a pair whose key is not at the start of a line.
func unscannedEntry(source string, p Pair, end int) Entry {
	start := p.Key.Span.Start
	e := Entry{
		Key: p.Key.Text, KeySpan: text.Span{Start: start, End: min(p.Key.Span.End, end)}, Span: text.Span{Start: start, End: end},
		Colon: end, ValueSpan: text.At(end), Value: p.Value,
	}
	if colon := strings.IndexByte(source[e.KeySpan.End:end], ':'); colon >= 0 {
		e.Colon = e.KeySpan.End + colon
		e.ValueSpan = valueSpan(source, &e)
	}
	return e
}
