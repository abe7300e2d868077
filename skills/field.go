package skills

import (
	"slices"
	"strings"
)

// A Setting is a field and a value of it.
type Setting struct{ Field, Value string }

// Takes reports whether a text may mean something to the runtime.
func (f Field) Takes(text string) bool {
	switch {
	case f.Values != nil:
		return f.Open || slices.Contains(f.Values, text) || f.AnyCase && slices.ContainsFunc(f.Values, func(v string) bool { return strings.EqualFold(v, text) })
	case f.Types == Boolean:
		return text == "true" || text == "false"
	}
	return true
}
