package eemeliyaml

import (
	"strings"
	"unicode/utf8"
)

// maxDepth is how many collections may lie in one another.
const maxDepth = 1000

func overflow() { panic(thrown{"Maximum call stack size exceeded"}) }

// A composer makes documents of the parser's nodes. Of every document only the first error counts.
type composer struct {
	text         string
	tags         map[string]string // prefixes by handle
	atDirectives bool
	err          *fault // of what belongs to no document yet
	doc          *composed
	first        *composed
	docs         int

	atRoot bool // no collection has begun in the document
	depth  int
}

// A composed is one document.
type composed struct {
	root *Node
	err  *fault
	from int
	to   int
}

// A fault is an error before it is put into words for a reader.
type fault struct {
	Error
	one bool // the place is one UTF-16 unit, whatever its end says
}

func (c *composer) report(f *fault) {
	if c.err == nil {
		c.err = f
	}
}

// failAt reports an error at an offset.
func (c *composer) failAt(offset int, code, message string) {
	c.report(&fault{Error{code, offset, offset + 1, message}, true})
}

// failOn reports an error that is as long as the token, where that is a part of the text.
func (c *composer) failOn(t *token, code, message string) {
	f := &fault{Error: Error{code, t.offset, t.offset + len(t.source), message}}
	if t.isBlock() || t.kind == flowCollection || t.kind == document {
		f.End, f.one = t.offset+1, true
	}
	c.report(f)
}

func (c *composer) failNode(n *Node, code, message string) {
	c.report(&fault{Error: Error{code, n.Start, n.End, message}})
}

// next takes what the parser has finished.
func (c *composer) next(t *token) {
	switch t.kind {
	case directiveLine:
		c.directive(t)
		c.atDirectives = true
	case document:
		c.document(t)
		c.atDirectives = false
	case byteOrderMark, space, comment, newline:
	case failure:
		message := t.message
		if t.source != "" {
			message += ": " + quote(t.source)
		}
		f := &fault{Error: Error{"UNEXPECTED_TOKEN", t.offset, t.offset + len(t.source), message}}
		if c.atDirectives || c.doc == nil {
			c.report(f)
		} else if c.doc.err == nil {
			c.doc.err = f
		}
	case docEnd:
		if c.doc == nil {
			c.failOn(t, "UNEXPECTED_TOKEN", "Unexpected doc-end without preceding document")
			return
		}
		c.resolveEnd(t.end, t.offset+len(t.source), true)
		c.decorate(true)
	default:
		c.failOn(t, "UNEXPECTED_TOKEN", "Unsupported token "+string(t.kind))
	}
}

// decorate gives the document the errors that were found since the last, after it or in it.
func (c *composer) decorate(after bool) {
	if !after || c.doc.err == nil {
		c.doc.err = c.err
	}
	c.err = nil
}

// end returns the first document, which there always is.
func (c *composer) end() *composed {
	switch {
	case c.doc != nil:
		c.decorate(true)
	default:
		c.begin(&composed{})
		if c.atDirectives {
			c.failAt(len(c.text), "MISSING_CHAR", "Missing directives-end indicator line")
		}
		c.decorate(false)
	}
	return c.first
}

// begin makes a document the current one.
func (c *composer) begin(doc *composed) {
	c.doc = doc
	if c.docs++; c.docs == 1 {
		c.first = doc
	}
	if c.docs == 2 && c.first.err == nil {
		c.first.err = &fault{Error: Error{
			"MULTIPLE_DOCS", doc.from, doc.to, "Source contains multiple documents; please use YAML.parseAllDocuments()",
		}}
	}
}

func (c *composer) document(t *token) {
	doc := &composed{from: t.offset}
	following := t.value
	if following == nil && len(t.end) > 0 {
		following = t.end[0]
	}
	c.atRoot, c.depth = true, 0
	props := c.props(t.start, propsContext{indicator: docStart, next: following, offset: t.offset, startOnNewline: true})
	if props.found != nil && t.value.isBlock() && !props.hasNewline {
		c.failAt(props.end, "MISSING_CHAR", "Block collection cannot start on same line with directives-end marker")
	}
	if t.value != nil {
		doc.root = c.node(t.value, &props)
	} else {
		doc.root = c.emptyNode(props.end, t.start, &props)
	}
	doc.to = doc.root.after
	c.resolveEnd(t.end, doc.to, false)
	if c.atDirectives && props.found == nil {
		c.failOn(t, "MISSING_CHAR", "Missing directives-end/doc-start indicator line")
	}
	c.tags = defaultTags()
	c.begin(doc)
	c.decorate(false)
}

// node composes what the parser has built.
func (c *composer) node(t *token, props *nodeProps) *Node {
	if c.depth++; c.depth > maxDepth {
		overflow()
	}
	defer func() { c.depth-- }()
	var n *Node
	switch t.kind {
	case alias:
		n = c.alias(t)
		if props.anchor != nil || props.tag != nil {
			c.failOn(t, "ALIAS_PROPS", "An alias node must not specify any properties")
		}
	case scalar, singleQuoted, doubleQuoted, blockScalar:
		n = c.scalar(t, props.tag)
	case blockMap, blockSeq, flowCollection:
		n = c.collection(t, props)
	default:
		message := t.message
		if t.kind != failure {
			message = "Unsupported token (type: " + string(t.kind) + ")"
		}
		c.failOn(t, "UNEXPECTED_TOKEN", message)
		n = c.emptyNode(t.offset, nil, props)
	}
	c.anchor(n, props)
	return n
}

func (c *composer) anchor(n *Node, props *nodeProps) {
	if props.anchor == nil || n.Kind == Alias {
		return
	}
	n.anchor = props.anchor.source[1:]
	if n.anchor == "" {
		c.failOn(props.anchor, "BAD_ALIAS", "Anchor cannot be an empty string")
	}
}

// emptyNode composes a scalar that is not there. It lies behind the last of the tokens before it that is no white space.
func (c *composer) emptyNode(offset int, before []*token, props *nodeProps) *Node {
	void := 0
	for i := len(before) - 1; i >= 0; i-- {
		if k := before[i].kind; k == space || k == comment || k == newline {
			void += len(before[i].source)
			continue
		}
		offset -= void
		for i++; i < len(before) && before[i].kind == space; i++ {
			offset += len(before[i].source)
		}
		void = 0
		break
	}
	offset -= void
	n := c.scalar(&token{kind: scalar, offset: offset, indent: -1}, props.tag)
	c.anchor(n, props)
	if props.comment > 0 {
		n.after = props.end
	}
	return n
}

func (c *composer) alias(t *token) *Node {
	n := &Node{Kind: Alias, name: t.source[1:], Start: t.offset, End: t.offset + len(t.source)}
	if n.name == "" {
		c.failAt(t.offset, "BAD_ALIAS", "Alias cannot be an empty string")
	}
	n.after = c.resolveEnd(t.end, n.End, true)
	return n
}

const commentSpace = "Comments must be separated from other tokens by white space characters"

// resolveEnd looks at what follows a node on its line and returns where that ends.
func (c *composer) resolveEnd(end []*token, offset int, strict bool) int {
	spaced := false
	for _, t := range end {
		switch t.kind {
		case space, newline:
			spaced = true
		case comment:
			if strict && !spaced {
				c.failOn(t, "MISSING_CHAR", commentSpace)
			}
		default:
			c.failOn(t, "UNEXPECTED_TOKEN", "Unexpected "+string(t.kind)+" at node end")
		}
		offset += len(t.source)
	}
	return offset
}

func defaultTags() map[string]string { return map[string]string{"!!": "tag:yaml.org,2002:"} }

// directive takes a line that begins with "%". Those that are not known, and versions, are no errors.
func (c *composer) directive(t *token) {
	fail := func(offset int, message string) {
		c.report(&fault{Error: Error{"BAD_DIRECTIVE", t.offset + offset, t.offset + len(t.source), message}})
	}
	parts := strings.FieldsFunc(t.source, func(r rune) bool { return r == ' ' || r == '\t' })
	switch parts[0] {
	case "%TAG":
		if len(parts) != 3 {
			fail(0, "%TAG directive should contain exactly two parts")
		}
		if len(parts) >= 3 {
			c.tags[parts[1]] = parts[2]
		}
	case "%YAML":
		if len(parts) != 2 {
			fail(0, "%YAML directive should contain exactly one part")
		} else if !isVersion(parts[1]) {
			fail(6, "Unsupported YAML version "+parts[1])
		}
	}
}

// isVersion reports whether the text has the form of a version.
func isVersion(text string) bool {
	major, minor, ok := strings.Cut(text, ".")
	return ok && isDigits(major) && isDigits(minor)
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// tagName returns the whole name of a tag, empty where that cannot be told.
func (c *composer) tagName(t *token) string {
	fail := func(message string) { c.failOn(t, "TAG_RESOLVE_FAILED", message) }
	source := t.source
	if source == "!" {
		return source
	}
	if strings.HasPrefix(source, "!<") {
		name := source[2:max(2, len(source)-1)]
		if name == "!" || name == "!!" {
			fail("Verbatim tags aren't resolved, so " + source + " is invalid.")
			return ""
		}
		if !strings.HasSuffix(source, ">") {
			fail("Verbatim tags must end with a >")
		}
		return name
	}
	cut := strings.LastIndexByte(source, '!') + 1
	handle, suffix := source[:cut], source[cut:]
	if suffix == "" {
		fail("The " + source + " tag has no suffix")
	}
	if prefix := c.tags[handle]; prefix != "" {
		decoded, ok := unescapeURI(suffix)
		if !ok {
			fail("URIError: URI malformed")
			return ""
		}
		return prefix + decoded
	}
	if handle == "!" {
		return source
	}
	fail("Could not resolve tag: " + source)
	return ""
}

// unescapeURI does what decodeURIComponent does.
func unescapeURI(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		if i+2 >= len(text) || !isHex(int(text[i+1])) || !isHex(int(text[i+2])) {
			return "", false
		}
		b.WriteByte(unhex(text[i+1])<<4 | unhex(text[i+2]))
		i += 2
	}
	return b.String(), utf8.ValidString(b.String())
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}
