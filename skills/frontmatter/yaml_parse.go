package frontmatter

// Only this file imports the YAML library. Version 3.0.1 returns nodes with a start but without an end. It
// ends lines at NEL, LS and PS too, and its columns count runes. Its errors have no column and sometimes no
// line, and come without a tree.

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"skills-ls/skills/text"
)

// PlainTag returns the short tag that YAML gives to a plain scalar, such as "!!str" or "!!int".
func PlainTag(scalar string) string {
	return (&yaml.Node{Kind: yaml.ScalarNode, Value: scalar}).ShortTag()
}

// parseYAML is [ParseYAML] but adds base to every span.
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

// decodeYAML is [DecodeYAML]. It does not replace bytes that are not UTF-8, since the library refuses them.
func decodeYAML(text string, into any) ([]*YAMLError, error) {
	p := yamlParser{text: text}
	var document yaml.Node
	err := yaml.Unmarshal([]byte(text), &document)
	if err == nil {
		if !limitKeys(&document) {
			e := &YAMLError{Span: p.lineSpan(1), Message: fmt.Sprintf("a mapping has more than %d keys", MaxKeys), Limit: true}
			return []*YAMLError{e}, e
		}
		err = document.Decode(into)
	}
	var types *yaml.TypeError
	switch {
	case err == nil:
		return nil, nil
	case !errors.As(err, &types):
		return []*YAMLError{p.syntaxError(err)}, err
	}
	errs := make([]*YAMLError, len(types.Errors))
	for i, message := range types.Errors {
		errs[i] = p.syntaxError(errors.New(message))
	}
	return errs, err
}

// maxRepeated limits the repeated keys of a mapping: the library has an error for each two keys that are equal.
const maxRepeated = 10

// limitKeys removes repeated keys beyond maxRepeated from all mappings of a node, and reports whether no mapping has more than
// MaxKeys keys. The library compares each key of a mapping with all others.
func limitKeys(n *yaml.Node) bool {
	if n.Kind == yaml.MappingNode {
		type key struct {
			kind  yaml.Kind
			value string
		}
		seen, repeated := make(map[key]bool), 0
		kept := n.Content[:0]
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := key{n.Content[i].Kind, n.Content[i].Value}
			if seen[k] {
				repeated++
			}
			if !seen[k] || repeated <= maxRepeated {
				kept = append(kept, n.Content[i], n.Content[i+1])
			}
			seen[k] = true
		}
		n.Content = kept
		if len(seen) > MaxKeys {
			return false
		}
	}
	return !slices.ContainsFunc(n.Content, func(child *yaml.Node) bool { return !limitKeys(child) })
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

// A yamlParser converts the nodes of the library to values.
type yamlParser struct {
	text string
	base int // added to every span
	// entries is the number of pairs and items so far.
	entries int
	lines   []int // the start of each line as the library counts lines; nil until needed
	// last is the last position that offset converted, with its result. Nodes come in source order, so offset
	// can continue from there. On a long line it would otherwise count from the start for every node.
	last struct{ line, column, at int }
}

// syntaxError converts the library's error "yaml: line 3: message" to a YAMLError with a span.
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
			span := text.Span{Start: i, End: i + 1 + len(name)}
			return &YAMLError{Span: span.Shift(p.base), Message: message}
		}
	}
	tooDeep := strings.Contains(message, "exceeded max depth of ")
	return &YAMLError{Span: p.lineSpan(line), Message: message, Limit: tooDeep}
}

// lineSpan returns the span of a 1-based line without spaces and tabs at its ends. For a blank line it
// returns the last line before it that is not blank.
func (p *yamlParser) lineSpan(line int) text.Span {
	starts := p.lineStarts()
	for line = min(max(line, 1), len(starts)); ; line-- {
		start := starts[line-1]
		end, _ := text.LineAt(p.text, start, len(p.text))
		span := text.TrimSpaceTab(p.text, text.Span{Start: start, End: end})
		if !span.IsEmpty() || line == 1 {
			return span.Shift(p.base)
		}
	}
}

// lineStarts returns p.lines and computes it in the first call.
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
		case c == 0xc2 && strings.HasPrefix(p.text[i:], "\u0085"): // NEL
			p.lines = append(p.lines, i+len("\u0085"))
		case c == 0xe2 && strings.HasPrefix(p.text[i:], "\u2028"), // LS
			c == 0xe2 && strings.HasPrefix(p.text[i:], "\u2029"): // PS
			p.lines = append(p.lines, i+len("\u2028"))
		}
	}
	return p.lines
}

// offset converts a position of the library, 1-based and in runes, to an offset into the text.
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

// value converts a node. The indent is the column of the enclosing block, or -1 for the root.
func (p *yamlParser) value(n *yaml.Node, indent, depth int) (*Value, *YAMLError) {
	start := p.offset(n.Line, n.Column)
	if depth > MaxDepth {
		message := fmt.Sprintf("nested deeper than %d levels", MaxDepth)
		return nil, &YAMLError{Span: text.At(start + p.base), Message: message, Limit: true}
	}
	start = p.skipProperties(start, n)
	tagged := n.Style&yaml.TaggedStyle != 0
	v := &Value{Tag: n.ShortTag(), Tagged: tagged, Anchor: n.Anchor, Text: n.Value}
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

// collection converts the children of a mapping or a sequence and returns its end.
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
	// A pair in a list, as in "[a: b]", is a mapping in flow style without brackets of its own.
	if v.Style == FlowStyle && start < len(p.text) && (p.text[start] == '[' || p.text[start] == '{') {
		end = p.flowEnd(max(end, start+1))
	}
	return end, nil
}

// yamlBlanks has the characters that end a tag, including the line breaks of the library.
const yamlBlanks = " \t\r\n\u0085\u2028\u2029"

// entriesOf returns the number of pairs or items of a collection.
func entriesOf(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

func tooManyEntries(at int) *YAMLError {
	message := fmt.Sprintf("more than %d entries", MaxEntries)
	return &YAMLError{Span: text.At(at), Message: message, Limit: true}
}

// skipProperties returns the offset after the anchor and the tag of a node, or at if it has neither.
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

// plainEnd finds the end of a plain scalar. It matches the text of the scalar, in which the library folded
// line breaks, against the source.
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
			break // the library folded a NEL, LS or PS: end the scalar here
		}
		i, at = i+1, at+1
	}
	return at
}

func isYAMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockScalarEnd finds the end of a literal or folded block whose indicator is at start: the end of its last
// line that is not blank.
func (p *yamlParser) blockScalarEnd(start, indent int) int {
	header, next := text.LineAt(p.text, start, len(p.text))
	end := start + len(strings.TrimRight(stripComment(p.text[start:header]), text.SpaceTab))
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
			end = pos + len(strings.TrimRight(line, text.SpaceTab))
		}
		pos = next
	}
	return end
}

// flowEnd returns the offset after the closing bracket of a flow collection. The offset at is after the last
// child.
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
