package manifest

import (
	"strings"

	"skills-ls/skills/text"
)

// A Site is a place in the text of a JSON file, which may be unfinished.
type Site struct {
	Path   []string  // the keys around the place, from the outside in; lists add nothing
	IsKey  bool      // a key of an object can be here, else a value
	InList bool      // the value is an item of a list
	Quoted bool      // the place is in a string
	Closed bool      // that string has its closing quote
	Token  text.Span // the word or string at the place, without quotes
	Colon  bool      // a colon follows
	More   bool      // another key or value follows without a comma
	Taken  []string  // the other keys of the object
	Source string    // the string at the object's key "source", if any
}

// maxNesting is the maximum depth of a place.
const maxNesting = 100

// An open is an object or list that is not closed yet.
type open struct {
	isObject bool
	key      string
	inValue  bool // after a colon
	keys     []string
	source   string // the string at the key "source"
}

// SiteAt returns the site at an offset. It returns false outside of the file's value, and in nesting that no
// manifest has.
func SiteAt(source string, offset int) (Site, bool) {
	var site Site
	var stack []open
	depth, found := 0, false // depth is that of the site's object
	settle := func(token text.Span, quoted, closed bool) {
		found, depth = true, len(stack)
		top := &stack[depth-1]
		site.Token, site.Quoted, site.Closed, site.IsKey = token, quoted, closed, top.isObject && !top.inValue
		site.InList = !top.isObject
		for i := range stack {
			if stack[i].isObject && stack[i].inValue {
				site.Path = append(site.Path, stack[i].key)
			}
		}
		rest := strings.TrimLeft(source[min(token.End+btoi(closed), len(source)):], " \t\r\n")
		site.Colon = strings.HasPrefix(rest, ":")
		site.More = rest != "" && strings.IndexByte(",:}]", rest[0]) < 0
	}
	done := func() (Site, bool) {
		if found && site.IsKey && len(stack) >= depth {
			site.Taken, site.Source = stack[depth-1].keys, stack[depth-1].source
		}
		return site, found
	}
	for at := 0; at < len(source); at++ {
		c := source[at]
		if !found && at == offset && len(stack) > 0 && c != '"' {
			settle(text.At(offset), false, false)
		}
		switch {
		case c == '{' || c == '[':
			if len(stack) == maxNesting {
				return done()
			}
			stack = append(stack, open{isObject: c == '{'})
		case c == '}' || c == ']':
			if found && len(stack) == depth {
				return done()
			}
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case len(stack) == 0:
		case c == ':':
			stack[len(stack)-1].inValue = stack[len(stack)-1].isObject
		case c == ',':
			stack[len(stack)-1].inValue = false
		case c == '"':
			end, closed := stringEnd(source, at+1)
			word := source[at+1 : end]
			top := &stack[len(stack)-1]
			switch {
			case !found && at < offset && offset <= end:
				settle(text.Span{Start: at + 1, End: end}, true, closed)
			case !found && at == offset:
				settle(text.At(offset), false, false)
				fallthrough
			default:
				if top.isObject && !top.inValue {
					top.key = word
					top.keys = append(top.keys, word)
				} else if top.key == "source" {
					top.source = word
				}
			}
			at = end + btoi(closed) - 1
		case isWord(c):
			end := at
			for end < len(source) && isWord(source[end]) {
				end++
			}
			if !found && at < offset && offset <= end {
				settle(text.Span{Start: at, End: end}, false, false)
			}
			at = end - 1
		}
	}
	if offset == len(source) && !found && len(stack) > 0 {
		settle(text.At(offset), false, false)
	}
	return done()
}

// stringEnd returns the offset of the quote that closes the string whose text begins at an offset. If the
// quote is missing, it returns the end of the line.
func stringEnd(source string, at int) (end int, closed bool) {
	for ; at < len(source); at++ {
		switch source[at] {
		case '"':
			return at, true
		case '\\':
			if at+1 < len(source) && source[at+1] != '\r' && source[at+1] != '\n' {
				at++
			}
		case '\r', '\n':
			return at, false
		}
	}
	return len(source), false
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '-' || c == '.'
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
