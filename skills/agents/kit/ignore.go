package kit

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// Limits of an ignore file: its bytes, its patterns, and the bytes of a pattern. Anything beyond them is
// skipped.
const (
	maxIgnoreFile     = 64 << 10
	maxIgnorePatterns = 1000
	maxIgnorePattern  = 4096
)

// An IgnorePattern is a line of an ignore file.
type IgnorePattern struct {
	glob    *regexp.Regexp
	again   bool // a path that matches is not ignored
	dirOnly bool
}

// Ignored reports whether the patterns of a directory ignore a path below it, and whether a pattern matches
// the path. The last pattern that matches decides.
func Ignored(patterns []IgnorePattern, dir, path string, isDir bool) (ignored, decided bool) {
	rel := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(path, dir)), "/")
	for _, p := range slices.Backward(patterns) {
		if (isDir || !p.dirOnly) && p.glob.MatchString(rel) {
			return !p.again, true
		}
	}
	return false, false
}

// ParseIgnore reads an ignore file as ripgrep does (crates/ignore/src/gitignore.rs of BurntSushi/ripgrep
// 14.1). It skips lines that are not valid globs. The flags are those of a regular expression, such as "i".
func ParseIgnore(source, flags string) (patterns []IgnorePattern) {
	source = source[:min(len(source), maxIgnoreFile)]
	for line := range strings.Lines(strings.TrimPrefix(source, text.ByteOrderMark)) {
		line = strings.TrimRight(line, "\r\n")
		if !strings.HasSuffix(line, `\ `) {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" || line[0] == '#' || len(line) > maxIgnorePattern {
			continue
		}
		if len(patterns) == maxIgnorePatterns {
			break
		}
		var p IgnorePattern
		anchored := false
		if !strings.HasPrefix(line, `\!`) && !strings.HasPrefix(line, `\#`) {
			line, p.again = strings.CutPrefix(line, "!")
			line, anchored = strings.CutPrefix(line, "/")
		}
		if line, p.dirOnly = strings.CutSuffix(line, "/"); p.dirOnly {
			line = strings.TrimSuffix(line, `\`)
		}
		if !anchored && !strings.Contains(line, "/") {
			line = "**/" + line
		}
		if strings.HasSuffix(line, "/**") {
			line += "/*"
		}
		var err error
		if p.glob, err = regexp.Compile("^(?s" + flags + ":" + GlobExpression(line) + ")$"); err == nil {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// GlobExpression returns a glob as a regular expression. A glob with an open brace or bracket becomes an
// invalid one.
func GlobExpression(glob string) string {
	var b strings.Builder
	depth := 0
	star := -1 // index of the last star
	for i := 0; i < len(glob); i++ {
		rest := glob[i:]
		atName := i == 0 || glob[i-1] == '/'
		switch c := glob[i]; {
		case atName && strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case atName && rest == "**":
			b.WriteString(".*")
			i++
		case c == '*':
			if star < 0 || star != i-1 { // consecutive stars count as one
				b.WriteString("[^/]*")
			}
			star = i
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			class, n := classExpression(rest)
			b.WriteString(class)
			i += n - 1
		case c == '{':
			depth++
			b.WriteString("(?:")
		case c == '}' && depth > 0:
			depth--
			b.WriteString(")")
		case c == ',' && depth > 0:
			b.WriteString("|")
		case c == '\\' && len(rest) > 1:
			i++
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(glob[i : i+1])) // a byte of a multibyte character is kept
		}
	}
	return b.String()
}

// classExpression returns the class at the start of a glob as a regular expression, and its length in the
// glob.
func classExpression(glob string) (class string, n int) {
	inside, open := glob[1:], "["
	if inside != "" && (inside[0] == '!' || inside[0] == '^') {
		inside, open = inside[1:], "[^"
	}
	end := -1
	if inside != "" {
		if i := strings.IndexByte(inside[1:], ']'); i >= 0 {
			end = i + 1
		}
	}
	if end < 0 {
		return "[", len(glob)
	}
	text := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`, "&", `\&`, "~", `\~`).Replace(inside[:end])
	return open + text + "]", len(glob) - len(inside) + end + 1
}
