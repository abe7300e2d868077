package yamldialect

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// eemeliNames are the tokens as messages name them.
var eemeliNames = map[kind]string{
	blockEntry: "seq-item-ind", keyToken: "explicit-key-ind", valueToken: "map-value-ind", flowEntry: "comma",
	flowSequenceStart: "flow-seq-start", flowSequenceEnd: "flow-seq-end", flowMappingStart: "flow-map-start",
	flowMappingEnd: "flow-map-end", aliasToken: "alias", anchorToken: "anchor", tagToken: "tag",
	documentStart: "doc-start", documentEnd: "doc-end", directive: "directive-line",
}

func (t *token) eemeliName() string {
	if t.kind != scalarToken {
		return eemeliNames[t.kind]
	}
	return [...]string{
		"scalar", "single-quoted-scalar", "double-quoted-scalar", "block-scalar-header", "block-scalar-header",
	}[t.style]
}

// An eemeliPlace is where the parser found a token that it cannot place.
type eemeliPlace struct {
	*parser
	token *token
	open  []*Node // the collections that are open, the innermost last
	// before is the last node in front of the token, nil without one. It is the value of key if that is not
	// nil.
	before, key *Node
	sameLine    bool // the node ends on the line of the token
}

// explain gives up with what the library finds wrong with the next token. Its own parser would go on.
func (p *parser) explain() {
	at := eemeliPlace{parser: p, token: p.tokens[0]}
	for _, t := range p.tokens { // not those without extent
		if at.token = t; t.end != t.start {
			break
		}
	}
	for n, key := p.doc.root, (*Node)(nil); n != nil; n, key = n.lastChild() {
		at.before, at.key = n, key
		k := len(at.open)
		if n.open && (n.flow || k == 0 || !at.open[k-1].flow) { // not a pair in brackets
			at.open = append(at.open, n)
		} else if n.flow {
			break
		}
	}
	at.sameLine = at.before != nil && !p.breaks(at.before.End, at.token.start.Offset)
	at.fault()
}

// breaks reports whether there is a line break between two offsets.
func (c *cursor) breaks(start, end int) bool {
	return start < end && strings.Contains(c.text[start:end], "\n")
}

// lastChild returns what comes last in a collection, nil if it is empty or no collection. If that is a value,
// its key comes with it.
func (n *Node) lastChild() (child, key *Node) {
	if k := len(n.Items); k > 0 {
		return n.Items[k-1], nil
	}
	if k := len(n.Pairs); k > 0 {
		pair := n.Pairs[k-1]
		if pair.Value != nil {
			return pair.Value, pair.Key
		}
		return pair.Key, nil
	}
	return nil, nil
}

// failToken is reject about the token. The library does not count the line breaks up to the end of its line.
func (at *eemeliPlace) failToken(message string) {
	start, end := at.token.start.Offset, at.token.end.Offset
	if at.token.kind == scalarToken && at.token.style >= Literal {
		header := lineOf(at.text[start:])
		end = start + len(header[:strings.IndexAny(header+" ", " \t#")])
	}
	_, unnoticed := at.lineBehind()
	panic(pretty(at.text, Error{Start: start, End: end, Message: message}, unnoticed))
}

func (at *eemeliPlace) fault() {
	t, start := at.token, at.token.start.Offset
	if k := len(at.open); k > 0 && at.open[k-1].flow {
		at.inFlow(at.open[k-1])
	}
	switch t.kind {
	case flowSequenceEnd, flowMappingEnd:
		at.inStream()
	case documentStart, documentEnd:
		at.doc.more = true
	case streamEnd:
		at.reject(len(at.text), len(at.text), "Missing directives-end indicator line")
	}
	switch {
	case at.doc.more:
		at.reject(start, len(at.text),
			"Source contains multiple documents; please use YAML.parseAllDocuments()")
	case at.doc.root == nil && at.last.kind != directive:
		line := start - t.start.Column
		at.reject(line, line+1, "Missing directives-end/doc-start indicator line")
	case at.sameLine:
		at.sameLineFault()
	}
	at.nextLineFault()
}

// inStream is about a token that ends the document.
func (at *eemeliPlace) inStream() {
	where := "stream"
	if at.doc.root == nil {
		where = "document"
	}
	t := at.token
	name := "Unexpected " + t.eemeliName() + " token in YAML " + where
	at.failToken(name + `: "` + t.kind.String() + `"`)
}

// sameLineFault is about a token behind a complete node. If there is a ":" behind it, the library takes the
// node for a key, unless it is a flow collection and a value already.
func (at *eemeliPlace) sameLineFault() {
	name := "Unexpected " + at.token.eemeliName()
	if colon, _ := at.lineBehind(); !colon || at.before.flow && at.key != nil {
		at.failToken(name + " at node end")
	}
	start := at.before.start.Offset
	if key := at.key; key != nil && !at.breaks(key.End, start) {
		at.before.Kind = Mapping // the key is in it
		at.reject(start, start+1, "Nested mappings are not allowed in compact mappings")
	}
	at.failToken(name + " token")
}

// lineBehind reports whether the token is followed by a ":" before a line begins, and returns where the line
// ends. The lines in a scalar do not count.
func (at *eemeliPlace) lineBehind() (colon bool, end int) {
	line, end := at.token.start.Line, at.token.end.Offset
	for i := slices.Index(at.tokens, at.token); ; i++ {
		for ; i >= len(at.tokens); at.fetchEemeli() {
			if at.done {
				return false, end
			}
		}
		t := at.tokens[i]
		if t.start.Line > line || t.kind == streamEnd || t.kind == valueToken {
			return t.start.Line == line && t.kind == valueToken, end
		}
		line, end = t.end.Line, max(end, t.end.Offset)
	}
}

// afterLine returns where the line behind the node before the token begins.
func (at *eemeliPlace) afterLine() int {
	end := at.before.End
	if at.before.Start == end { // an empty node ends with the spaces behind it
		return end + spacesOf(at.text[end:])
	}
	return min(end+strings.IndexByte(at.text[end:]+"\n", '\n')+1, len(at.text))
}

// nextLineFault is about a token that begins a line, in the innermost block collection that is indented less.
func (at *eemeliPlace) nextLineFault() {
	t, offset := at.token, at.afterLine()
	blanks, _ := at.lead(t.start.Offset)
	indent := spacesOf(blanks)
	for i := len(at.open) - 1; i >= 0; i-- {
		n := at.open[i]
		column := n.Start - lineStart(at.text, n.Start)
		switch {
		case column > indent, n.Kind == Sequence && column == indent && t.kind != blockEntry:
		case n.Kind == Sequence && t.kind == blockEntry:
			at.reject(t.start.Offset, t.start.Offset+1, "All sequence items must start at the same column")
		case n.Kind == Sequence:
			at.reject(offset, offset+1, "Sequence item without - indicator")
		case t.kind == blockEntry:
			last := n.Pairs[len(n.Pairs)-1]
			if last.Value == nil || offset == t.start.Offset &&
				!at.breaks(last.Key.End, last.Value.start.Offset) {
				at.failToken(singleLine)
			}
			at.reject(offset, offset+1, "A block sequence may not be used as an implicit map key")
		case t.kind == scalarToken && t.style >= Literal:
			at.reject(t.start.Offset, t.start.Offset, singleLine)
		case column < indent:
			at.reject(offset, offset+1, "All mapping items must start at the same column")
		}
	}
	if t.kind == valueToken {
		at.inStream()
	}
	at.failToken("Unexpected " + t.eemeliName() + " at node end")
}

// inFlow is about a token in a flow collection.
func (at *eemeliPlace) inFlow(n *Node) {
	t, start := at.token, at.token.start.Offset
	name, bracket, where := "flow sequence", "]", "in block collection must be sufficiently indented and"
	if n.Kind == Mapping {
		name, bracket = "flow map", "}"
	}
	if n == at.doc.root {
		where = "must"
	}
	switch t.kind {
	case streamEnd, flowSequenceEnd, flowMappingEnd, documentStart, documentEnd:
		at.reject(start, start+1, text.UpperFirst(name)+" "+where+" end with a "+bracket)
	case flowEntry:
		at.reject(start, start+1, "Unexpected , in "+name)
	case blockEntry, valueToken:
		from, b := start, at.before
		if t.kind == valueToken && b != nil {
			from = b.start.Offset
			if strings.Contains(at.text[b.Start:b.End], "\n") {
				at.reject(b.Start, b.End, singleLine)
			}
		}
		end := start + strings.IndexAny(at.text[start:]+"\n", ",]}\n")
		at.reject(from, end, "Block collections are not allowed within flow collections")
	}
	switch {
	case len(n.Items)+len(n.Pairs) == 0:
	case at.key == nil && !at.before.flow:
		at.reject(start, start+1, "Missing , or : between "+name+" items")
	case at.sameLine:
		at.failToken("Unexpected " + t.eemeliName() + " at node end")
	}
	at.reject(start, start+1, "Missing , between "+name+" items")
}

// An excerpt shows at most 80 UTF-16 units of a line (src/errors.ts).
const eemeliWidth = 80

// reject gives up about a place, with the library's message.
func (c *cursor) reject(start, end int, message string) {
	panic(pretty(c.text, Error{Start: start, End: end, Message: message}, 0))
}

// pretty adds the place and an excerpt to the message. The library does not notice the line breaks in front
// of the offset unnoticed.
func pretty(source string, err Error, unnoticed int) *Error {
	err.Start = min(err.Start, len(source))
	_, size := utf8.DecodeRuneInString(source[err.Start:])
	single := err.End <= err.Start+1
	if err.End == err.Start+1 {
		err.End += size - 1
	}
	err.End = min(err.End, len(source))
	begin := lineStart(source, err.Start)
	line := strings.Count(source[:begin], "\n") + 1
	column := text.UTF16.Len(source[begin:err.Start])
	err.Message += fmt.Sprintf(" at line %d, column %d", line, column+1)

	noticed := max(err.Start, unnoticed)
	shown := utf16.Encode([]rune(strings.TrimRight(source[begin:noticed]+lineOf(source[noticed:]), "\r\n")))
	at := column
	if at >= 60 && len(shown) > eemeliWidth {
		cut := min(at-39, len(shown)-eemeliWidth+1)
		shown = append([]uint16{'…'}, shown[cut:]...)
		at -= cut - 1
	}
	if len(shown) > eemeliWidth {
		shown = append(shown[:eemeliWidth-1:eemeliWidth-1], '…')
	}
	excerpt := string(utf16.Decode(shown))
	if before := string(utf16.Decode(shown[:min(at, len(shown))])); line > 1 && strings.Trim(before, " ") == "" {
		previous := utf16.Encode([]rune(source[lineStart(source, begin-1):begin]))
		if len(previous) > eemeliWidth {
			previous = append(previous[:eemeliWidth-1:eemeliWidth-1], '…', '\n')
		}
		excerpt = string(utf16.Decode(previous)) + excerpt
	}
	count := 1
	if !single && (unnoticed > 0 || !strings.Contains(source[err.Start:err.End], "\n")) {
		count = max(1, min(text.UTF16.Len(source[err.Start:err.End]), eemeliWidth-at))
	}
	err.Message += ":\n\n" + excerpt + "\n" + strings.Repeat(" ", at) + strings.Repeat("^", count) + "\n"
	return &err
}

// lineStart returns where the line with the offset begins.
func lineStart(source string, offset int) int {
	return strings.LastIndexByte(source[:offset], '\n') + 1
}
