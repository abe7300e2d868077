package otto

import (
	"encoding/json"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// fields reads lines as parseYamlFrontmatter does (parser.ts), which knows keys at the start of a line and
// indented lines below them, and skips everything else. The last of repeated keys counts. Keys are in camel
// case.
//
// There is one difference: a key `__proto__` is an ordinary key here, while JavaScript would make its value
// the prototype.
func fields(source string, content text.Span) (map[string]kit.Field, map[string]*frontmatter.Value) {
	r := reader{source: source, fields: make(map[string]kit.Field), json: make(map[string]*frontmatter.Value)}
	start := content.Start
	for line := range strings.SplitSeq(content.Of(source), "\n") {
		r.lines = append(r.lines, text.Span{Start: start, End: start + len(line)})
		start += len(line) + 1
	}
	for r.next < len(r.lines) {
		r.entry()
	}
	return r.fields, r.json
}

type reader struct {
	source string
	lines  []text.Span // without line feeds
	next   int         // index of the line to be read
	fields map[string]kit.Field
	json   map[string]*frontmatter.Value // the fields that are collections in JSON
}

// entry reads one line and the lines that belong to it.
func (r *reader) entry() {
	line := r.lines[r.next]
	source := line.TrimJS(r.source)
	r.next++
	colon := strings.IndexByte(source.Of(r.source), ':')
	if source.IsEmpty() || source.Start > line.Start || colon < 0 {
		return
	}
	key := text.Span{Start: source.Start, End: source.Start + colon}.TrimJS(r.source)
	value := text.Span{Start: source.Start + colon + 1, End: source.End}.TrimJS(r.source)
	name := camelCase(key.Of(r.source))
	delete(r.json, name)
	var f kit.Field
	switch {
	case value.IsEmpty():
		f = r.indented(key)
	case blockHead.MatchString(value.Of(r.source)):
		f = r.block(value.Start, value.Of(r.source)[0] == '>')
	default:
		var v *frontmatter.Value
		if f, v = parseValue(r.source, value); v != nil {
			r.json[name] = v
		}
	}
	r.fields[name] = f
}

// camelCase replaces every hyphen before a lowercase letter by making the letter uppercase, as normalizeKey
// does.
func camelCase(key string) string {
	return hyphen.ReplaceAllStringFunc(key, func(match string) string { return strings.ToUpper(match[1:]) })
}

var (
	hyphen    = regexp.MustCompile(`-[a-z]`)
	blockHead = regexp.MustCompile(`^[|>][-+]?[0-9]*[-+]?$`) // the start of a block scalar
	keyHead   = kit.RegexpJS(`^[A-Za-z0-9_-]+\s*:`)
)

// block reads the lines of a block scalar: all following lines that are blank or indented. It removes the
// indentation of the first line from each line, even if that removes text of a line that is indented by less.
// (JavaScript would split a character beyond U+FFFF there. Here it stays whole.)
func (r *reader) block(start int, folded bool) kit.Field {
	f := kit.Field{Place: text.Span{Start: start, End: r.lines[r.next-1].TrimJS(r.source).End}}
	var lines []string
	indent := -1
	for ; r.next < len(r.lines); r.next++ {
		line := r.lines[r.next]
		source := line.TrimJS(r.source)
		if source.IsEmpty() {
			lines = append(lines, "")
			continue
		}
		if source.Start == line.Start {
			break
		}
		if indent < 0 {
			indent = text.UTF16.Len(r.source[line.Start:source.Start])
		}
		decoded := text.DecodeUTF8(line.Of(r.source))
		lines = append(lines, decoded[text.UTF16.Offset(decoded, indent):])
		f.Place.End = source.End
	}
	if folded {
		f.Text = fold(lines)
	} else {
		f.Text = text.TrimJS(strings.Join(lines, "\n"))
	}
	f.Value = f.Place
	return f
}

// fold joins the lines of a paragraph by spaces, and paragraphs by line feeds.
func fold(lines []string) string {
	var b strings.Builder
	separator := ""
	for _, line := range lines {
		line = text.TrimJS(line)
		switch {
		case line != "":
			b.WriteString(separator + line)
			separator = " "
		case b.Len() > 0:
			separator = "\n"
		}
	}
	return b.String()
}

// indented reads the lines below a key without a value: nothing, a mapping if the first line begins with a
// key, or a folded text, such as a list in block style.
func (r *reader) indented(key text.Span) kit.Field {
	first := r.next
	for first < len(r.lines) && r.lines[first].TrimJS(r.source).IsEmpty() {
		first++
	}
	if first == len(r.lines) || r.lines[first].TrimJS(r.source).Start == r.lines[first].Start {
		r.next = first
		return kit.Field{Value: text.At(key.End), Place: key}
	}
	start := r.lines[first].TrimJS(r.source)
	f := r.block(start.Start, true)
	if keyHead.MatchString(start.Of(r.source)) {
		f.Other, f.Text = true, ""
	}
	return f
}

// parseValue reads a value on the line of its key. It removes quotes around the value, without regard to
// escapes. A value that looks like a flow collection is one if it is JSON. (Here a value that is nested
// deeper than [frontmatter.MaxDepth] stays a string.)
func parseValue(source string, value text.Span) (f kit.Field, collection *frontmatter.Value) {
	f = kit.Field{Value: value, Place: value}
	src := value.Of(source)
	enclosed := func(open, end string) bool { return strings.HasPrefix(src, open) && strings.HasSuffix(src, end) }
	switch {
	case enclosed(`"`, `"`), enclosed("'", "'"):
		f.Value = text.Span{Start: value.Start + 1, End: max(value.Start+1, value.End-1)}
	case enclosed("{", "}"), enclosed("[", "]"):
		decoded := text.DecodeUTF8(src)
		if !json.Valid([]byte(decoded)) {
			break
		}
		if v, err := skills.ParseJSON(decoded); err == nil {
			f.Other = true
			return f, v
		}
	}
	f.Text = text.DecodeUTF8(f.Value.Of(source))
	return f, nil
}
