package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"skills-ls/skills/vfs"
)

// This is the only file that uses the glob library. It translates patterns of gitignore to globs, and escapes
// what the library supports beyond those: braces.

// A Pattern is one line in the syntax of gitignore.
type Pattern struct {
	glob    string // matches whole paths, relative to the patterns' directory and with slashes
	name    string // if not empty, the pattern matches every path with this base name
	again   bool   // it began with "!": what it matches is no longer ignored
	dirOnly bool   // it ended with a slash
}

// maxPattern is the maximum length of a pattern, in bytes. No path is longer.
const maxPattern = 4096

// ParsePattern parses a pattern. If the pattern can match nothing, fault says why.
func ParsePattern(text string) (p Pattern, fault string) {
	for strings.HasSuffix(text, " ") && !strings.HasSuffix(text, `\ `) {
		text = text[:len(text)-1]
	}
	rest := text
	rest, p.again = strings.CutPrefix(rest, "!")
	rest, p.dirOnly = strings.CutSuffix(rest, "/")
	switch {
	case len(text) > maxPattern:
		return p, "longer than any path"
	case strings.HasPrefix(text, "#"):
		return p, "a line with # is a comment"
	case rest == "":
		return p, "empty pattern"
	}
	rest, anchored := strings.CutPrefix(rest, "/")
	segments := strings.Split(rest, "/")
	if len(segments) > 1 || anchored {
		anchored = true
	} else {
		segments = slices.Insert(segments, 0, "**")
	}
	for i, segment := range segments {
		switch segment {
		case "..":
			return p, "`..` is not allowed"
		case ".":
			return p, "`.` matches no path"
		case "":
			return p, "an empty segment matches no path"
		}
		if segments[i], fault = globOf(segment); fault != "" {
			return p, fault
		}
	}
	if anchored && segments[len(segments)-1] == "**" {
		segments = append(segments, "*") // the contents of the directory, but not the directory
	}
	p.glob = strings.Join(segments, "/")
	if !anchored && !strings.ContainsAny(rest, `*?[\`) {
		p.name = rest
	}
	return p, ""
}

// globOf translates one segment of a pattern to the library's syntax.
func globOf(segment string) (glob, fault string) {
	if len(segment) > 1 && strings.Trim(segment, "*") == "" {
		return "**", ""
	}
	var b strings.Builder
	for i := 0; i < len(segment); i++ {
		switch c := segment[i]; c {
		case '\\':
			if i++; i == len(segment) {
				return "", "backslash at the end of a name"
			}
			b.WriteString(segment[i-1 : i+1])
		case '{', '}':
			b.WriteString(`\` + string(c))
		case '*':
			if i == 0 || segment[i-1] != '*' { // within a name, several in a row are one
				b.WriteByte(c)
			}
		case '[':
			end := classEnd(segment, i)
			if end < 0 {
				return "", "unclosed `[`"
			}
			class := segment[i+1 : end]
			if class[0] == '!' || class[0] == '^' {
				class = "^/" + class[1:] // no class matches a slash
			}
			b.WriteString("[" + class + "]")
			i = end
		default:
			b.WriteByte(c)
		}
	}
	if glob = b.String(); !doublestar.ValidatePattern(glob) {
		return "", "empty or invalid brackets"
	}
	return glob, ""
}

// GlobFault says why text is not a glob, or returns "" if it is one. In the library of every agent, unclosed
// brackets or braces keep a glob from matching as intended.
func GlobFault(text string) string {
	if doublestar.ValidatePattern(text) {
		return ""
	}
	braces := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; i == len(text) {
				return "backslash at the end"
			}
		case '[':
			end := classEnd(text, i)
			if end < 0 {
				return `unclosed "["`
			}
			i = end
		case '{':
			braces++
		case '}':
			if braces--; braces < 0 {
				return `unmatched "}"`
			}
		}
	}
	if braces > 0 {
		return `unclosed "{"`
	}
	return "invalid brackets"
}

// classEnd returns the index of the bracket that closes the one at start, or -1. A bracket right after the
// opening one is a member.
func classEnd(segment string, start int) int {
	first := start + 1
	if first < len(segment) && (segment[first] == '!' || segment[first] == '^') {
		first++
	}
	for i := first; i < len(segment); i++ {
		switch {
		case segment[i] == '\\':
			i++
		case segment[i] == ']' && i > first:
			return i
		}
	}
	return -1
}

func (p Pattern) match(path string, isDir bool) bool {
	switch {
	case p.dirOnly && !isDir:
		return false
	case p.name != "":
		return path[strings.LastIndexByte(path, '/')+1:] == p.name
	}
	return doublestar.MatchUnvalidated(p.glob, path)
}

// Patterns are lines in the syntax of gitignore, and the directory that they are relative to.
type Patterns struct {
	Base string // absolute and clean
	List []Pattern
}

// Match returns the effect of the last pattern that matches the path itself: whether it selects the path
// (meant). decided is false if no pattern matches, as for paths that are not below the base.
func (p *Patterns) Match(path string, isDir bool) (meant, decided bool) {
	if len(p.List) == 0 || path == p.Base || !vfs.Within(p.Base, path) {
		return false, false
	}
	rel := filepath.ToSlash(strings.TrimLeft(path[len(p.Base):], string(filepath.Separator)))
	for _, one := range slices.Backward(p.List) {
		if one.match(rel, isDir) {
			return !one.again, true
		}
	}
	return false, false
}

// Holds reports whether the patterns select a path, or one of the directories above it. Everything in a
// selected directory is selected, even if another pattern says otherwise.
func (p *Patterns) Holds(path string, isDir bool) bool {
	if len(p.List) == 0 || !vfs.Within(p.Base, path) {
		return false
	}
	for i := len(p.Base) + 1; i < len(path); i++ {
		if path[i] == filepath.Separator {
			if meant, _ := p.Match(path[:i], true); meant {
				return true
			}
		}
	}
	meant, _ := p.Match(path, isDir)
	return meant
}
