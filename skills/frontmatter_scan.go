package skills

import (
	"slices"
	"strings"
)

// scanFrontmatter finds the delimiters and entries from the byte start on, and the span of the body.
func scanFrontmatter(source string, start int) (Frontmatter, Span) {
	fm := Frontmatter{Open: At(start)}
	end, next := lineAt(source, start, len(source))
	language, ok := openingDelimiter(source[start:end])
	if !ok {
		return fm, Span{start, len(source)}
	}
	fm.Open = Span{start, end}
	fm.Language = language
	fm.Content = Span{next, len(source)}

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

	body := Span{len(source), len(source)}
	if fm.State == Closed {
		_, body.Start = lineAt(source, fm.Close.End, len(source))
	}
	return fm, body
}

// lineStart returns the start of the line that holds the offset, and whether the line holds only blanks before it.
func lineStart(source string, offset int) (int, bool) {
	start := strings.LastIndexAny(source[:offset], "\r\n") + 1
	return start, isBlank(source[start:offset])
}

// openingDelimiter reports whether the line opens a frontmatter for at least one agent: three dashes, perhaps indented
// (Codex trims the line), perhaps followed by blanks or by a language (OpenCode's gray-matter).
func openingDelimiter(line string) (language string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, blanks), "---")
	if !ok {
		return "", false
	}
	language = strings.Trim(rest, blanks)
	for i := range len(language) {
		if c := language[i]; !isLetter(c) && (i == 0 || !isDigit(c)) {
			return "", false
		}
	}
	return language, true
}

// closingDelimiter finds the line that closes the frontmatter: the first of three dashes at the left edge; failing that the
// first that is indented, or "...", before anything that ends an unclosed frontmatter.
func closingDelimiter(source string, start int) (Span, bool) {
	var second Span
	found := false
	limit := -1
	for pos := start; pos < len(source); {
		end, next := lineAt(source, pos, len(source))
		line := source[pos:end]
		trimmed := strings.Trim(line, blanks)
		switch {
		case trimmed == "---" && line[0] == '-':
			return Span{pos, end}, true
		case !found && (trimmed == "---" || trimmed == "..."):
			if limit < 0 {
				limit = unclosedEnd(source, start)
			}
			if pos <= limit {
				second, found = Span{pos, end}, true
			}
		}
		pos = next
	}
	return second, found
}

// unclosedEnd returns where the content of a frontmatter without a closing delimiter most likely ends: before the first
// line that is not a key, a comment, indented, a list item or a flow bracket, and before blank lines in front of it.
func unclosedEnd(source string, start int) int {
	end := start
	for pos := start; pos < len(source); {
		lineEnd, next := lineAt(source, pos, len(source))
		line := source[pos:lineEnd]
		if !isBlank(line) {
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

// A key is where a line's key and colon stand, as offsets into the line.
type key struct {
	text  string
	span  Span
	colon int
}

// scanKey reads the key at the left edge of a line.
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
		return key{text: line[1 : n-1], span: Span{0, n}, colon: colon}, true
	}
	for i := range len(line) {
		switch {
		case line[i] == ':' && endsKey(line, i):
			name := strings.TrimRight(line[:i], blanks)
			if name == "" {
				return key{}, false
			}
			return key{text: name, span: Span{0, len(name)}, colon: i}, true
		case line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t'):
			return key{}, false
		}
	}
	return key{}, false
}

// isBareDashKey reports whether a line beginning with "-" or "?" is a key like "-x: y" and not an indicator.
func isBareDashKey(line string) bool {
	return (line[0] == '-' || line[0] == '?') && len(line) > 1 && strings.IndexByte(" \t-", line[1]) < 0
}

// endsKey reports whether the colon at i ends a key: a blank or the line's end follows.
func endsKey(line string, i int) bool {
	return i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
}

// quotedEnd returns the offset after the quoted scalar that begins at start, or -1 where it is not closed in text.
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
		end, next := lineAt(source, pos, fm.Content.End)
		line := source[pos:end]
		k, isKey := scanKey(line)
		switch {
		case isKey:
			if n := len(fm.Entries); n > 0 {
				fm.Entries[n-1].Span.End = pos
			}
			fm.Entries = append(fm.Entries, Entry{
				Key: k.text, KeySpan: k.span.Shift(pos), Colon: pos + k.colon, Span: Span{pos, fm.Content.End},
			})
			inBlockScalar = isBlockScalarHeader(strings.Trim(line[k.colon+1:], blanks))
		case isBlank(line):
		case strings.HasPrefix(strings.TrimLeft(line, blanks), "#") && (!inBlockScalar || line[0] == '#'):
			fm.Comments = append(fm.Comments, trimBlanks(source, Span{pos, end}))
		case len(fm.Entries) == 0:
			fm.Stray = append(fm.Stray, trimBlanks(source, Span{pos, end}))
		}
		pos = next
	}
	for i := range fm.Entries {
		fm.Entries[i].ValueSpan = valueSpan(source, &fm.Entries[i])
	}
}

// isBlockScalarHeader reports whether a value begins a literal or folded block.
func isBlockScalarHeader(value string) bool {
	return value != "" && (value[0] == '|' || value[0] == '>') && isBlank(stripComment(strings.TrimLeft(value[1:], "+-0123456789")))
}

// stripComment removes a comment from the end of a plain text on one line.
func stripComment(text string) string {
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			return text[:i]
		}
	}
	return text
}

// valueSpan finds the value of an entry as written.
func valueSpan(source string, e *Entry) Span {
	first, next := lineAt(source, e.Colon+1, e.Span.End)
	onLine := trimBlanks(source, Span{e.Colon + 1, first})
	text := onLine.Of(source)
	switch {
	case text == "" || text[0] == '#':
		if block := blockSpan(source, next, e.Span.End); !block.IsEmpty() {
			return block
		}
		return At(afterColon(source, e.Colon, first))
	case text[0] == '"' || text[0] == '\'':
		if n := quotedEnd(source[:e.Span.End], onLine.Start); n >= 0 {
			return Span{onLine.Start, max(n, endOfText(source, n, e.Span.End))}
		}
		return onLine
	case isBlockScalarHeader(text):
		if last := lastTextEnd(source, next, e.Span.End, true); last > onLine.End {
			return Span{onLine.Start, last}
		}
		return onLine
	}
	onLine.End = onLine.Start + len(strings.TrimRight(stripComment(text), blanks))
	if last := lastTextEnd(source, next, e.Span.End, false); last > onLine.End {
		return Span{onLine.Start, last}
	}
	return onLine
}

// afterColon returns where a missing value would be written: after the colon and one blank, if there is one.
func afterColon(source string, colon, limit int) int {
	if colon+1 < limit && (source[colon+1] == ' ' || source[colon+1] == '\t') {
		return colon + 2
	}
	return colon + 1
}

// endOfText returns the end of what follows a closed quote on its line, comments left out: nothing, in valid YAML.
func endOfText(source string, start, limit int) int {
	end, _ := lineAt(source, start, limit)
	return start + len(strings.TrimRight(stripComment(" " + source[start:end])[1:], blanks))
}

// blockSpan returns the first to the last character of the lines that are neither blank nor comments.
func blockSpan(source string, start, limit int) Span {
	for pos := start; pos < limit; {
		end, next := lineAt(source, pos, limit)
		if text := trimBlanks(source, Span{pos, end}); !text.IsEmpty() && source[text.Start] != '#' {
			return Span{text.Start, lastTextEnd(source, pos, limit, false)}
		}
		pos = next
	}
	return At(start)
}

// lastTextEnd returns the end of the last line with text between start and limit, 0 where there is none. Comments at the
// left edge never count; indented ones count where hash says that they are text.
func lastTextEnd(source string, start, limit int, hash bool) int {
	last := 0
	for pos := start; pos < limit; {
		end, next := lineAt(source, pos, limit)
		text := trimBlanks(source, Span{pos, end})
		if !text.IsEmpty() && (source[text.Start] != '#' || hash && text.Start > pos) {
			last = text.End
			if !hash {
				last = text.Start + len(strings.TrimRight(stripComment(text.Of(source)), blanks))
			}
		}
		pos = next
	}
	return last
}

// typeEntries gives the entries their typed values: from the tree of the whole content where that parses, else from each
// entry parsed alone, so that one broken field does not hide its neighbours.
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

// dropTexts takes those lines from the comments that are text, in a quoted value of several lines or in a block.
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
	fm.Comments = slices.DeleteFunc(fm.Comments, func(comment Span) bool {
		for len(texts) > 0 && texts[0].End <= comment.Start {
			texts = texts[1:]
		}
		return len(texts) > 0 && texts[0].Start < comment.Start
	})
}

// matchEntries joins the scanned entries with the parsed pairs. What looked like a key and is none, since it stands inside a
// quoted text of several lines, is given back to the entry before it; a pair whose key the scan does not see, since all of
// the content is indented, becomes an entry.
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

// unscannedEntry makes an entry of a pair whose key does not stand at the left edge.
func unscannedEntry(source string, p Pair, end int) Entry {
	start := p.Key.Span.Start
	e := Entry{
		Key: p.Key.Text, KeySpan: Span{start, min(p.Key.Span.End, end)}, Span: Span{start, end},
		Colon: end, ValueSpan: At(end), Value: p.Value,
	}
	if colon := strings.IndexByte(source[e.KeySpan.End:end], ':'); colon >= 0 {
		e.Colon = e.KeySpan.End + colon
		e.ValueSpan = valueSpan(source, &e)
	}
	return e
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
