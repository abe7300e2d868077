package opencode

import (
	"path/filepath"
	"regexp"
	"strings"

	"skills-ls/skills/vfs"
)

// ignoreFiles are what ripgrep reads in each directory, the strongest first. Those of git count only where there is a repository.
var ignoreFiles = [...]string{".rgignore", ".ignore", ".gitignore"}

const gitIgnores = 2 // the index of git's

// What counts here of an ignore file: so many bytes, patterns, and bytes of a pattern.
const (
	maxIgnoreFile     = 64 << 10
	maxIgnorePatterns = 1000
	maxIgnorePattern  = 4096
)

// An ignoreLevel is what the ignore files of a directory say, and those above it.
type ignoreLevel struct {
	parent   *ignoreLevel // nil at the file system's root
	dir      string
	isGit    bool // the directory holds .git
	patterns [len(ignoreFiles)][]ignorePattern
}

// ignoresAbove returns what holds in the parent of a real directory.
func ignoresAbove(fsys vfs.FS, real string) *ignoreLevel {
	parent := filepath.Dir(real)
	if parent == real {
		return nil
	}
	return ignoresAbove(fsys, parent).below(fsys, parent)
}

// below returns what holds in a directory below the level's.
func (l *ignoreLevel) below(fsys vfs.FS, dir string) *ignoreLevel {
	next := &ignoreLevel{parent: l, dir: dir}
	if _, err := fsys.Stat(filepath.Join(dir, ".git")); err == nil {
		next.isGit = true
	}
	for i, name := range ignoreFiles {
		if text, err := fsys.ReadFile(filepath.Join(dir, name)); err == nil {
			next.patterns[i] = parseIgnore(text[:min(len(text), maxIgnoreFile)])
		}
	}
	return next
}

// ignores reports whether ripgrep passes over a path below the level's directory: for each kind of file the nearest one that means the
// path decides, and in it the last line.
func (l *ignoreLevel) ignores(path string, isDir bool) bool {
	inGit := false
	for level := l; level != nil; level = level.parent {
		inGit = inGit || level.isGit
	}
	for kind := range ignoreFiles {
		if kind == gitIgnores && !inGit {
			continue
		}
		for level := l; level != nil; level = level.parent {
			if ignored, decided := level.decides(kind, path, isDir); decided {
				return ignored
			}
			if kind == gitIgnores && level.isGit {
				break
			}
		}
	}
	return false
}

func (l *ignoreLevel) decides(kind int, path string, isDir bool) (ignored, decided bool) {
	patterns := l.patterns[kind]
	if len(patterns) == 0 {
		return false, false
	}
	rel, err := filepath.Rel(l.dir, path)
	if err != nil {
		return false, false
	}
	rel = filepath.ToSlash(rel)
	for i := len(patterns) - 1; i >= 0; i-- {
		if p := patterns[i]; (isDir || !p.dirOnly) && p.glob.MatchString(rel) {
			return !p.again, true
		}
	}
	return false, false
}

// An ignorePattern is a line of an ignore file.
type ignorePattern struct {
	glob    *regexp.Regexp
	again   bool // what it means is not ignored
	dirOnly bool
}

// parseIgnore reads an ignore file as ripgrep does (crates/ignore/src/gitignore.rs of BurntSushi/ripgrep 14.1). Lines that are no
// globs are passed over.
func parseIgnore(text string) (patterns []ignorePattern) {
	for line := range strings.Lines(strings.TrimPrefix(text, byteOrderMark)) {
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
		var p ignorePattern
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
		if p.glob, err = regexp.Compile("^(?s:" + globExpression(line) + ")$"); err == nil {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// globExpression writes a glob as a regular expression. One that is not balanced becomes an invalid one.
func globExpression(glob string) string {
	var b strings.Builder
	depth := 0
	star := -1 // where the last one stands that counts
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
			if star < 0 || star != i-1 { // several mean no more than one
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
			b.WriteString(regexp.QuoteMeta(glob[i : i+1])) // a byte of a longer character stays one
		}
	}
	return b.String()
}

// classExpression writes the class at the start of a glob, and returns its length.
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
