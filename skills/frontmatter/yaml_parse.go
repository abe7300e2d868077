package frontmatter

// This is the only file that knows the YAML library. What it works around, with the library's version 3.0.1:
// nodes have a start and no end; lines count NEL, LS and PS as breaks and columns count runes; an error has
// no column and sometimes no line, and leaves no tree at all.

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"skills-ls/skills/text"
)

// parseYAML reads one document; base is added to every span.
func parseYAML(text string, base int) (*Value, *YAMLError) {
	p := yamlParser{text: replaceInvalid(text), base: base}
	decoder := yaml.NewDecoder(strings.NewReader(p.text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, p.syntaxError(err)
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	root, err := p.value(document.Content[0], -1, 0)
	if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&document); err == nil {
		return nil, &YAMLError{Span: p.lineSpan(document.Line), Message: "a second YAML document begins here"}
	} else if !errors.Is(err, io.EOF) {
		return nil, p.syntaxError(err)
	}
	return root, nil
}

// replaceInvalid replaces each byte that is not UTF-8 by one ASCII byte, so that offsets stay the same.
func replaceInvalid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	valid := []byte(text)
	for i := 0; i < len(valid); {
		r, n := utf8.DecodeRune(valid[i:])
		if r == utf8.RuneError && n == 1 {
			valid[i] = '?'
		}
		i += n
	}
	return string(valid)
}

type yamlParser struct {
	text string
	base int
	// entries is the number of pairs and items so far.
	entries int
	lines   []int // the start of each line as the library counts them; nil until needed
	// last is the position converted last, and at its offset. Nodes come in the order of the text, and on a
	// long line with many of them none is counted for from the line's start.
	last struct{ line, column, at int }
}

// syntaxError turns the library's "yaml: line 3: message" into an error with a place.
func (p *yamlParser) syntaxError(err error) *YAMLError {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, after, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, message = n, after
			}
		}
	}
	if name, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		if i := strings.Index(p.text, "*"+name); i >= 0 {
			return &YAMLError{Span: text.Span{Start: i, End: i + 1 + len(name)}.Shift(p.base), Message: message}
		}
	}
	return &YAMLError{Span: p.lineSpan(line), Message: message, Limit: strings.Contains(message, "exceeded max depth of ")}
}

// lineSpan returns the text of the 1-based line, or of the last line before it that has any.
func (p *yamlParser) lineSpan(line int) text.Span {
	starts := p.lineStarts()
	for line = min(max(line, 1), len(starts)); ; line-- {
		start := starts[line-1]
		end, _ := text.LineAt(p.text, start, len(p.text))
		if span := text.TrimBlanks(p.text, text.Span{Start: start, End: end}); !span.IsEmpty() || line == 1 {
			return span.Shift(p.base)
		}
	}
}

func (p *yamlParser) lineStarts() []int {
	if p.lines != nil {
		return p.lines
	}
	p.lines = []int{0}
	for i := 0; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '\r' && i+1 < len(p.text) && p.text[i+1] == '\n':
		case c == '\r' || c == '\n':
			p.lines = append(p.lines, i+1)
		case c == 0xc2 && i+1 < len(p.text) && p.text[i+1] == 0x85: // NEL
			p.lines = append(p.lines, i+2)
		case c == 0xe2 && i+2 < len(p.text) && p.text[i+1] == 0x80 && (p.text[i+2] == 0xa8 || p.text[i+2] == 0xa9): // LS, PS
			p.lines = append(p.lines, i+3)
		}
	}
	return p.lines
}

// offset converts the library's position, 1-based and in runes, to an offset into the text.
func (p *yamlParser) offset(line, column int) int {
	starts := p.lineStarts()
	if line < 1 || line > len(starts) {
		return len(p.text)
	}
	at, from := starts[line-1], 1
	if line == p.last.line && column >= p.last.column {
		at, from = p.last.at, p.last.column
	}
	for left := column - from; left > 0 && at < len(p.text); left-- {
		_, n := utf8.DecodeRuneInString(p.text[at:])
		at += n
	}
	p.last.line, p.last.column, p.last.at = line, column, at
	return at
}

// column returns how many bytes the offset is from the start of its line.
func (p *yamlParser) column(offset int) int {
	starts := p.lineStarts()
	return offset - starts[sort.SearchInts(starts, offset+1)-1]
}

// value converts a node. indent is the column of the enclosing block, -1 at the top.
func (p *yamlParser) value(n *yaml.Node, indent, depth int) (*Value, *YAMLError) {
	start := p.offset(n.Line, n.Column)
	if depth > MaxDepth {
		return nil, &YAMLError{Span: text.At(start + p.base), Message: fmt.Sprintf("nested deeper than %d levels", MaxDepth), Limit: true}
	}
	start = p.skipProperties(start, n)
	v := &Value{Tag: n.ShortTag(), Tagged: n.Style&yaml.TaggedStyle != 0, Anchor: n.Anchor, Text: n.Value}
	end := start
	switch n.Kind {
	case yaml.ScalarNode:
		v.Style = scalarStyle(n.Style)
		end = p.scalarEnd(v, start, indent)
	case yaml.AliasNode:
		v.Kind, v.Tag = AliasValue, ""
		end = start + 1 + len(n.Value)
	case yaml.MappingNode, yaml.SequenceNode:
		v.Style, v.Text = BlockStyle, ""
		if n.Style&yaml.FlowStyle != 0 {
			v.Style = FlowStyle
		}
		var err *YAMLError
		if end, err = p.collection(v, n, start, indent, depth); err != nil {
			return nil, err
		}
	}
	v.Span = text.Span{Start: start, End: max(start, min(end, len(p.text)))}.Shift(p.base)
	return v, nil
}

// collection converts the children of a mapping or a sequence and returns where it ends.
func (p *yamlParser) collection(v *Value, n *yaml.Node, start, indent, depth int) (int, *YAMLError) {
	if v.Style == BlockStyle {
		indent = p.column(start)
	}
	if p.entries += entriesOf(n); p.entries > MaxEntries {
		return 0, tooManyEntries(start + p.base)
	}
	end := start
	children := make([]*Value, len(n.Content))
	for i, c := range n.Content {
		child, err := p.value(c, indent, depth+1)
		if err != nil {
			return 0, err
		}
		children[i] = child
		end = max(end, child.Span.End-p.base)
	}
	if n.Kind == yaml.SequenceNode {
		v.Kind, v.Items = SequenceValue, children
	} else {
		v.Kind = MappingValue
		for i := 0; i+1 < len(children); i += 2 {
			v.Pairs = append(v.Pairs, Pair{children[i], children[i+1]})
		}
	}
	if v.Style == FlowStyle && start < len(p.text) && (p.text[start] == '[' || p.text[start] == '{') {
		end = p.flowEnd(max(end, start+1)) // a pair in a list, as in "[a: b]", has no bracket of its own
	}
	return end, nil
}

// yamlBlanks are the characters that end a tag, the library's line breaks included.
const yamlBlanks = " \t\r\n\u0085\u2028\u2029"

// entriesOf returns the number of pairs or items of a collection.
func entriesOf(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

func tooManyEntries(at int) *YAMLError {
	return &YAMLError{Span: text.At(at), Message: fmt.Sprintf("more than %d entries", MaxEntries), Limit: true}
}

// skipProperties moves past an anchor and a tag in front of a node.
func (p *yamlParser) skipProperties(at int, n *yaml.Node) int {
	for properties := 0; properties < 2 && at < len(p.text); properties++ {
		c := p.text[at]
		switch {
		case c == '&' && n.Anchor != "":
			at += len("&") + len(n.Anchor)
		case c == '!' && n.Style&yaml.TaggedStyle != 0:
			blank := strings.IndexAny(p.text[at:], yamlBlanks)
			if blank < 0 {
				return len(p.text)
			}
			at += blank
		default:
			return at
		}
		after := at
		for after < len(p.text) && isYAMLSpace(p.text[after]) {
			after++
		}
		if n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&^yaml.TaggedStyle == 0 {
			return at
		}
		at = after
	}
	return at
}

func scalarStyle(s yaml.Style) Style {
	switch {
	case s&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case s&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case s&yaml.LiteralStyle != 0:
		return LiteralBlock
	case s&yaml.FoldedStyle != 0:
		return FoldedBlock
	}
	return PlainStyle
}

// scalarEnd finds the end of a scalar from its start and style.
func (p *yamlParser) scalarEnd(v *Value, start, indent int) int {
	switch v.Style {
	case DoubleQuoted, SingleQuoted:
		if start < len(p.text) {
			if end := quotedEnd(p.text, start); end >= 0 {
				return end
			}
		}
		return start
	case LiteralBlock, FoldedBlock:
		return p.blockScalarEnd(start, indent)
	}
	return p.plainEnd(v.Text, start)
}

// plainEnd matches the text of a plain scalar, whose line breaks were folded, against the source.
func (p *yamlParser) plainEnd(text string, start int) int {
	if strings.HasPrefix(p.text[start:], text) {
		return start + len(text)
	}
	at := start
	for i := 0; i < len(text) && at < len(p.text); {
		if isYAMLSpace(text[i]) {
			for i < len(text) && isYAMLSpace(text[i]) {
				i++
			}
			for at < len(p.text) && isYAMLSpace(p.text[at]) {
				at++
			}
			continue
		}
		if text[i] != p.text[at] {
			break // NEL, LS or PS was folded: what was matched so far is the best there is
		}
		i, at = i+1, at+1
	}
	return at
}

func isYAMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockScalarEnd finds the end of the last line with text of a literal or folded block whose indicator is at
// start.
func (p *yamlParser) blockScalarEnd(start, indent int) int {
	header, next := text.LineAt(p.text, start, len(p.text))
	end := start + len(strings.TrimRight(stripComment(p.text[start:header]), text.Blanks))
	content := -1
	for pos := next; pos < len(p.text); {
		lineEnd, next := text.LineAt(p.text, pos, len(p.text))
		line := p.text[pos:lineEnd]
		source := strings.TrimLeft(line, " ")
		if !text.IsBlank(source) {
			column := len(line) - len(source)
			if content < 0 {
				content = max(indent+1, min(column, indent+1+9))
			}
			if column < min(content, indent+1) || column <= indent {
				break
			}
			end = pos + len(strings.TrimRight(line, text.Blanks))
		}
		pos = next
	}
	return end
}

// flowEnd returns the offset after the bracket that closes a flow collection whose last child ended before
// at.
func (p *yamlParser) flowEnd(at int) int {
	for at < len(p.text) {
		switch p.text[at] {
		case ']', '}':
			return at + 1
		case '#':
			at, _ = text.LineAt(p.text, at, len(p.text))
		default:
			at++
		}
	}
	return at
}
