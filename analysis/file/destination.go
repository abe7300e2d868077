package file

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// A Destination is the parsed destination of a link. Parsing does not access the file system.
type Destination struct {
	Kind     destinationKind
	Path     string // percent-decoded, slash-separated, relative; empty for a fragment of the file itself
	Fragment string // percent-decoded, without the "#"
	// Hash is the offset of the "#" in the text, -1 for none.
	Hash int
}

type destinationKind uint8

const (
	Unchecked    destinationKind = iota // empty, absolute, a template, or anything else that cannot be checked
	External                            // has a scheme
	RelativePath                        // names a file, perhaps with a fragment
	OwnFragment                         // "#heading"
)

// ParseDestination parses a link's destination.
func ParseDestination(text string) Destination {
	d := Destination{Hash: strings.IndexByte(text, '#')}
	if HasScheme(text) {
		d.Kind = External
		return d
	}
	path := text
	if d.Hash >= 0 {
		path = text[:d.Hash]
		d.Fragment = Decode(text[d.Hash+1:])
	}
	path, _, _ = strings.Cut(path, "?")
	switch {
	case text == "" || IsTemplate(text):
	case text[0] == '#':
		d.Kind = OwnFragment
	case path == "" || path[0] == '/' || path[0] == '~' || strings.ContainsRune(path, '\\') || len(path) > 1 && path[1] == ':':
	default:
		if strings.IndexByte(path, ':') >= 0 {
			path = LineSuffix.ReplaceAllString(path, "")
		}
		d.Kind, d.Path = RelativePath, Decode(path)
	}
	return d
}

// HasScheme reports whether a destination begins with a URI scheme of two letters or more (one letter is a
// Windows drive).
func HasScheme(text string) bool {
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

// IsTemplate reports whether a destination is a placeholder to fill in, as in skills about writing documents.
func IsTemplate(text string) bool {
	lower := strings.ToLower(text)
	return strings.ContainsAny(text, "{}<>*$|\x00") || strings.Contains(text, "...") || strings.Contains(text, "…") ||
		strings.Contains(text, "%s") || strings.HasPrefix(text, "@") ||
		strings.HasPrefix(lower, "path/to/") || strings.HasPrefix(lower, "your-") || strings.HasPrefix(lower, "your ") || strings.HasPrefix(lower, "your_") ||
		slices.Contains([]string{"url", "link", "path", "href"}, lower)
}

// LineSuffix matches the position that editors accept after a path, "guide.md:12:3".
var LineSuffix = regexp.MustCompile(`:\d+(:\d+)?$`)

func Decode(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}
