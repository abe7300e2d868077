package yamldialect

import "strings"

// LoadJSYAML reads a text as js-yaml does: load of version 4, safeLoad of version 3. The value is nil (null),
// a bool, a float64, a string, a [time.Time], a []byte, a *[JSArray] or a *[JSObject]. Values of aliases are
// shared, and may contain themselves. A text without a document is null.
//
// Bytes that are not UTF-8 count as U+FFFD. A directive is an error, because it needs a "---" after it, which
// ends a frontmatter. Nesting that exhausts Node's stack, and keys that fill its memory, are errors from a
// fixed limit on. Messages of version 3 end with the place and an excerpt, as those of its exceptions do.
func LoadJSYAML(source string, dialect Dialect) (value any, err *Error) {
	input := strings.TrimPrefix(source, string(byteOrderMark))
	mark := len(source) - len(input)
	if input != "" && !strings.HasSuffix(input, "\n") && !strings.HasSuffix(input, "\r") {
		input += "\n"
	}
	c := &jsComposer{scanner: scanner{cursor: newCursor(input, dialect)}, tab: Mark{Line: -1}, line: -1}
	c.buffer = make([]byte, 0, min(len(input), 1024))
	err = catch(func() { value = c.documents() })
	if err != nil {
		err.Start = min(err.Start+mark, len(source))
		err.End = min(err.End+mark, len(source))
		return nil, err
	}
	return value, nil
}

// A jsComposer makes values of a text in one pass. js-yaml (lib/loader.js) has neither tokens nor nodes, and
// which of two errors comes first depends on that. The scanner reads the scalars.
type jsComposer struct {
	scanner
	anchors map[string]any
	depth   int
	work    int
	tab     Mark // the tab that was skipped last in front of all others on its line
	line    int  // the line of which the indentation is known
	spaces  int  // that indentation

	// What the last node had. All of them may be empty.
	tag, anchor string
	kind        string // scalar, sequence or mapping
	value       any

	token [1]token // the last scalar
}

// maxJSWork bounds the keys that merges copy and the bytes of the texts of keys that are arrays.
const maxJSWork = 1 << 20

// spend gives up if keys grow out of hand.
func (c *jsComposer) spend(work int) {
	if c.work += work; c.work > maxJSWork {
		failLimit(c.Offset, c.Offset, "the keys are too many or too long")
	}
}

func (c *jsComposer) documents() (value any) {
	if nul := strings.IndexByte(c.text, 0); nul >= 0 {
		at := Mark{Offset: nul}
		panic(c.jsError("null byte is not allowed in input", at, at))
	}
	c.skipSpaces()
	count := 0
	for ; c.Offset < len(c.text)-1; count++ {
		value = c.document()
	}
	if count > 1 {
		const message = "expected a single document in the stream, but found more"
		panic(&Error{Cause: Documents, Start: c.Offset, End: c.Offset, Message: message})
	}
	return value
}

func (c *jsComposer) document() any {
	c.anchors = nil
	c.space()
	if c.indentation() == 0 && c.peek() == '%' {
		c.refuse("directives end mark is expected")
	}
	if c.indentation() == 0 && strings.HasPrefix(c.text[c.Offset:], "---") {
		c.forwardBy(3)
		c.space()
	}
	c.node(c.indentation()-1, blockOut, false)
	c.space()
	document := c.value
	switch separator := c.Column == 0 && c.atSeparator(); {
	case separator && c.peek() == '.':
		c.forwardBy(3)
		c.space()
	case !separator && c.Offset < len(c.text)-1:
		c.refuse("end of the stream or a document separator is expected")
	}
	return document
}

// space moves over spaces, tabs, comments and line breaks, and reports whether there was a line break.
func (c *jsComposer) space() (broken bool) {
	for {
		for ; isBlank(c.peek()); c.forward() {
			if c.peek() == '\t' && !c.tabbed() {
				c.tab = c.Mark
			}
		}
		c.skipComment()
		if c.lineBreak() == "" {
			return broken
		}
		broken = true
	}
}

// tabbed reports whether a tab is in front of the cursor that version 4 does not take for indentation.
func (c *jsComposer) tabbed() bool { return c.dialect == JSYAML4 && c.tab.Line == c.Line }

// refuseTab gives up about that tab.
func (c *jsComposer) refuseTab() {
	if c.tabbed() {
		c.Mark = c.tab
		c.refuse("tab characters must not be used in indentation")
	}
}

// indentation returns how many spaces begin the cursor's line.
func (c *jsComposer) indentation() int {
	if c.line != c.Line {
		c.line, c.spaces = c.Line, spacesOf(c.text[c.lineStart():])
	}
	return c.spaces
}
