package analysis

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// A destination is the parsed destination of a link. Parsing does not access the file system.
type destination struct {
	kind     destinationKind
	path     string // percent-decoded, slash-separated, relative; empty for a fragment of the file itself
	fragment string // percent-decoded, without the "#"
	// hash is the offset of the "#" in the text, -1 for none.
	hash int
}

type destinationKind uint8

const (
	unchecked    destinationKind = iota // empty, absolute, a template, or anything else that cannot be checked
	external                            // has a scheme
	relativePath                        // names a file, perhaps with a fragment
	ownFragment                         // "#heading"
)

// parseDestination parses a link's destination.
func parseDestination(text string) destination {
	d := destination{hash: strings.IndexByte(text, '#')}
	if hasScheme(text) {
		d.kind = external
		return d
	}
	path := text
	if d.hash >= 0 {
		path = text[:d.hash]
		d.fragment = decode(text[d.hash+1:])
	}
	path, _, _ = strings.Cut(path, "?")
	switch {
	case text == "" || isTemplate(text):
	case text[0] == '#':
		d.kind = ownFragment
	case path == "" || path[0] == '/' || path[0] == '~' || strings.ContainsRune(path, '\\') || len(path) > 1 && path[1] == ':':
	default:
		if strings.IndexByte(path, ':') >= 0 {
			path = lineSuffix.ReplaceAllString(path, "")
		}
		d.kind, d.path = relativePath, decode(path)
	}
	return d
}

// hasScheme reports whether a destination begins with a URI scheme of two letters or more (one letter is a
// Windows drive).
func hasScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return c == ':' && i > 1
		}
	}
	return false
}

// isTemplate reports whether a destination is a placeholder to fill in, as in skills about writing documents.
func isTemplate(text string) bool {
	lower := strings.ToLower(text)
	return strings.ContainsAny(text, "{}<>*$|\x00") || strings.Contains(text, "...") || strings.Contains(text, "…") ||
		strings.Contains(text, "%s") || strings.HasPrefix(text, "@") ||
		strings.HasPrefix(lower, "path/to/") || strings.HasPrefix(lower, "your-") || strings.HasPrefix(lower, "your ") || strings.HasPrefix(lower, "your_") ||
		slices.Contains([]string{"url", "link", "path", "href"}, lower)
}

// lineSuffix matches the position that editors accept after a path, "guide.md:12:3".
var lineSuffix = regexp.MustCompile(`:\d+(:\d+)?$`)

func decode(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}
