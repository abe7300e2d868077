package jsyaml

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A nodeContext says what may stand in a place.
type nodeContext uint8

const (
	flowIn nodeContext = iota
	flowOut
	blockIn
	blockOut
)

// composeNode reads a node and leaves it in the state. It reports whether there was any. A node may be sought on the lines
// that follow, and may be a collection in the line of its parent's indicator.
func (l *loader) composeNode(parentIndent int, context nodeContext, seek, compact bool) bool {
	if l.depth++; l.depth > maxDepth {
		l.failAnywhere("Maximum call stack size exceeded")
	}
	l.tag, l.anchor, l.kind, l.result = "", "", noKind, null
	block := context == blockOut || context == blockIn
	collections := block
	deeper, level := true, false // than the parent's indentation, as that
	newLine := false
	indented := func() {
		newLine = true
		deeper, level = l.lineIndent > parentIndent, l.lineIndent == parentIndent
	}
	if seek && l.skipSpace(true) > 0 {
		indented()
	}
	for property := deeper && l.readProperty(); property; property = l.readProperty() {
		if l.skipSpace(true) > 0 {
			indented()
			collections = block
		} else {
			collections = false
		}
	}
	collections = collections && (newLine || compact)

	content := false
	if deeper || context == blockOut {
		flowIndent := parentIndent
		if block {
			flowIndent++
		}
		blockIndent := l.position - l.lineStart
		switch {
		case deeper && (collections && (l.readBlockSequence(blockIndent) || l.readBlockMapping(blockIndent, flowIndent)) || l.readFlowCollection(flowIndent)):
			content = true
		case deeper:
			content = l.readScalar(flowIndent, block, context == flowIn)
			l.keepAnchor()
		case level: // a sequence may stand as deep as the key above it
			content = collections && l.readBlockSequence(blockIndent)
		}
	}
	switch l.tag {
	case "":
		if !l.v3 { // there a node without content has an anchor only where a scalar could stand
			l.keepAnchor()
		}
	case "?":
		l.resolveImplicit()
	case "!":
	default:
		l.resolveTag()
	}
	l.depth--
	return l.tag != "" || l.anchor != "" || content
}

func (l *loader) readProperty() bool { return l.readTag() || l.readAnchor() }

// keepAnchor remembers the result under the anchor.
func (l *loader) keepAnchor() {
	if l.anchor != "" {
		l.anchors[l.anchor] = l.result
	}
}

func (l *loader) readScalar(flowIndent int, block, inFlow bool) bool {
	switch {
	case block && l.readBlockScalar(flowIndent), l.readQuoted('\'', "single"), l.readQuoted('"', "double"):
		return true
	case l.readAlias():
		if l.tag != "" || l.anchor != "" {
			l.fail("alias node should not have any properties")
		}
		return true
	case l.readPlainScalar(flowIndent, inFlow):
		if l.tag == "" {
			l.tag = "?"
		}
		return true
	}
	return false
}

// readName reads what follows the sigil of an anchor or an alias.
func (l *loader) readName(what string) string {
	start := l.position + 1
	for c := l.next(); c != 0 && !isSpace(c) && !isFlowIndicator(c); {
		c = l.next()
	}
	if l.position == start {
		l.fail("name of an " + what + " node must contain at least one character")
	}
	return l.input[start:l.position]
}

func (l *loader) readAnchor() bool {
	if l.char() != '&' {
		return false
	}
	if l.anchor != "" {
		l.fail("duplication of an anchor property")
	}
	l.anchor = l.readName("anchor")
	return true
}

func (l *loader) readAlias() bool {
	if l.char() != '*' {
		return false
	}
	name := l.readName("alias")
	value, ok := l.anchors[name]
	if !ok || l.v3 && name == "__proto__" {
		l.fail(`unidentified alias "` + name + `"`)
	}
	l.result = value
	l.skipSpace(true)
	return true
}

var tagHandle = regexp.MustCompile(`^(?:!|!!|![A-Za-z-]+!)$`)

func (l *loader) readTag() bool {
	if l.char() != '!' {
		return false
	}
	if l.tag != "" {
		l.fail("duplication of a tag property")
	}
	handle, start := "!", l.position+1
	switch l.next() {
	case '<':
		l.tag = l.readVerbatimTag()
		return true
	case '!':
		handle, start = "!!", start+1
		l.position++
	}
	for c := l.char(); c != 0 && !isSpace(c); c = l.next() {
		if c != '!' {
			continue
		}
		if handle != "!" {
			l.fail("tag suffix cannot contain exclamation marks")
		}
		if handle = l.input[start-1 : l.position+1]; !tagHandle.MatchString(handle) {
			l.fail("named tag handle cannot contain such characters")
		}
		start = l.position + 1
	}
	name := l.input[start:l.position]
	if strings.ContainsAny(name, ",[]{}") {
		l.fail("tag suffix cannot contain flow indicator characters")
	}
	name = l.decodeTag(name)
	switch handle {
	case "!":
		l.tag = "!" + name
	case "!!":
		l.tag = yamlTag + name
	default:
		l.fail(`undeclared tag handle "` + handle + `"`)
	}
	return true
}

// readVerbatimTag reads a tag between angle brackets, the first of which stands at the position.
func (l *loader) readVerbatimTag() string {
	l.position++
	start := l.position
	for c := byte('<'); c != 0 && c != '>'; {
		if l.char() == 0 {
			break
		}
		c = l.next()
	}
	if l.position >= l.length {
		l.fail("unexpected end of the stream within a verbatim tag")
	}
	name := l.input[start:l.position]
	l.position++
	return l.decodeTag(name)
}

// decodeTag checks a tag and decodes what is percent-encoded in it.
func (l *loader) decodeTag(name string) string {
	if name != "" && !isTagURI(name) {
		l.fail("tag name cannot contain such characters: " + name)
	}
	if l.v3 {
		return name
	}
	decoded, err := url.PathUnescape(name)
	if err != nil || !utf8.ValidString(decoded) && utf8.ValidString(name) {
		l.fail("tag name is malformed: " + name)
	}
	return decoded
}

var tagRest = regexp.MustCompile(`^(?:%[0-9A-Fa-f]{2}|[0-9A-Za-z\-#;/?:@&=+$,_.!~*'()\[\]])*$`)

// isTagURI reports whether the text is any one unit of UTF-16 but a flow indicator, and after it what may stand in a URI.
func isTagURI(name string) bool {
	r, n := utf8.DecodeRuneInString(name)
	return r <= 0xffff && !strings.ContainsRune(",[]{}", r) && tagRest.MatchString(name[n:])
}
