package match

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A NameFinder finds the names of files in text, in all the ways that people and programs write them: with
// and without extension and directory, in another case, with spaces instead of hyphens, and as directories
// and patterns that match many files.
//
// Words consist of ASCII letters and digits. Other letters separate words, since many scripts put no spaces
// around a name. Names that contain such letters are searched for as a whole.
type NameFinder struct {
	first map[string][]fileName // by the first word, in lowercase
	// lengths has a bit for the length of each first word, indexed by the lower five bits of the word's first
	// byte. It saves a lookup for most words of a text.
	lengths [32]uint32
	bases   []string // base names of the files, in lowercase
	stems   []string // folded names without extension, if not ASCII; otherwise ""
	folds   bool     // some name is not ASCII
}

// A fileName is the name of a file without its extension, or of a directory.
type fileName struct {
	words []string // in lowercase
	ext   string   // with its dot, in lowercase; may be empty
	isDir bool
	files []int // indexes of the files that it stands for
}

func NewNameFinder(resources []Resource) *NameFinder {
	n := &NameFinder{first: make(map[string][]fileName)}
	dirs := make(map[string][]int)
	for i, r := range resources {
		base := strings.ToLower(path.Base(r.Rel))
		ext := path.Ext(base)
		n.bases = append(n.bases, base)
		if IsASCII(base) {
			n.stems = append(n.stems, "")
			n.add(fileName{words: NameWords(strings.TrimSuffix(base, ext)), ext: ext, files: []int{i}})
		} else {
			n.stems, n.folds = append(n.stems, foldName(strings.TrimSuffix(base, ext))), true
		}
		for dir := path.Dir(r.Rel); dir != "."; dir = path.Dir(dir) {
			dirs[dir] = append(dirs[dir], i)
		}
	}
	for dir, files := range dirs {
		n.add(fileName{words: NameWords(strings.ToLower(path.Base(dir))), isDir: true, files: files})
	}
	return n
}

func (n *NameFinder) add(name fileName) {
	if len(name.words) > 0 {
		first := name.words[0]
		n.first[first] = append(n.first[first], name)
		n.lengths[first[0]&31] |= lengthBit(len(first))
	}
}

// lengthBit returns the bit for a word's length. All lengths from 31 on share a bit.
func lengthBit(length int) uint32 { return 1 << min(length, 31) }

// foldName returns text in lowercase and NFC, so that names are equal that differ only in case or
// composition.
func foldName(text string) string { return norm.NFC.String(strings.ToLower(text)) }

// NameWords returns the ASCII words of a name.
func NameWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r >= 0x80 || !IsWordByte(byte(r)) })
}

func IsWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// lowerByte converts A to Z to lowercase, and no other bytes.
func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

func IsASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}

// maxCompared bounds the number of names that a text is compared with, and maxPatterns the number of patterns
// in it that are matched. If a text exceeds either, every file counts as named.
const (
	maxCompared = 1 << 20
	maxPatterns = 1000
)

// Find returns the indexes of the files that text names, in order. In code, any word may be a name.
func (n *NameFinder) Find(text string, code bool) []int {
	named := make([]bool, len(n.bases))
	compared := 0
	var lower []byte
	for i := 0; i < len(text); {
		if !IsWordByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && IsWordByte(text[i]) {
			i++
		}
		if n.lengths[text[start]&31]&lengthBit(i-start) == 0 {
			continue
		}
		lower = lower[:0]
		for _, c := range []byte(text[start:i]) {
			lower = append(lower, lowerByte(c))
		}
		names := n.first[string(lower)]
		if compared += len(names); compared > maxCompared {
			return n.all()
		}
		for _, name := range names {
			if end := name.matchRest(text, i); end >= 0 && name.isNamed(text, start, end, code) {
				for _, file := range name.files {
					named[file] = true
				}
			}
		}
	}
	patterns := make(map[namePattern]bool)
	findPatterns(text, code, patterns)
	findPrefixes(text, patterns)
	if len(patterns) > maxPatterns {
		return n.all()
	}
	for p := range patterns {
		n.mark(p, named)
	}
	if n.folds {
		text = foldName(text)
		for i, stem := range n.stems {
			named[i] = named[i] || stem != "" && strings.Contains(text, stem)
		}
	}
	var found []int
	for i, is := range named {
		if is {
			found = append(found, i)
		}
	}
	return found
}

// matchRest returns the end of a name whose first word ends at an offset, or -1 if the other words do not
// follow.
func (f *fileName) matchRest(text string, at int) int {
	for _, word := range f.words[1:] {
		skipped := 0
		for at < len(text) && !IsWordByte(text[at]) && skipped < 3 && text[at] != '/' && text[at] != '\n' {
			at++
			skipped++
		}
		if len(text)-at < len(word) || !strings.EqualFold(text[at:at+len(word)], word) {
			return -1
		}
		at += len(word)
	}
	if at < len(text) && IsWordByte(text[at]) {
		return -1
	}
	return at
}

// rules.isNamed reports whether the words between two offsets are used as the file's name.
func (f *fileName) isNamed(text string, start, end int, code bool) bool {
	before, after := byte('\n'), text[end:]
	if start > 0 {
		before = text[start-1]
	}
	if f.isDir {
		return f.isNamedDir(before, after)
	}
	if rest := strings.TrimPrefix(after, "."); f.ext != "" && len(rest) < len(after) {
		if len(rest) >= len(f.ext)-1 && strings.EqualFold(rest[:len(f.ext)-1], f.ext[1:]) && (len(rest) < len(f.ext) || !IsWordByte(rest[len(f.ext)-1])) {
			return before != '-' && before != '_'
		}
	}
	if before == '-' || before == '_' || len(after) > 1 && (after[0] == '-' || after[0] == '_') && IsWordByte(after[1]) {
		return false // part of another name
	}
	return code || len(f.words) > 1 || before == '/' || before == '\\' || before == '.' ||
		after != "" && strings.IndexByte("`\"'[*", before) >= 0 && strings.IndexByte("`\"']*", after[0]) >= 0
}

// isNamedDir reports whether the name of a directory, given the text before and after it, stands for all
// files in it.
func (f *fileName) isNamedDir(before byte, after string) bool {
	if rest, ok := strings.CutPrefix(after, "/"); ok {
		return rest == "" || !IsWordByte(rest[0]) && strings.IndexByte("._-", rest[0]) < 0 ||
			len(rest) > 1 && !IsWordByte(rest[1])
	}
	if before == '/' && (after == "" || strings.IndexByte("-_.", after[0]) < 0 || after[0] == '.' && (len(after) == 1 || !IsWordByte(after[1]))) {
		return true // the end of a path
	}
	if after != "" && strings.IndexByte("`\"'*", before) >= 0 && strings.IndexByte("`\"'*:", after[0]) >= 0 {
		return true
	}
	rest := strings.ToLower(strings.TrimLeft(after[:min(len(after), 16)], "`\"'* "))
	return strings.HasPrefix(rest, "director") || strings.HasPrefix(rest, "folder") || strings.HasPrefix(rest, "subdir") || strings.HasPrefix(rest, "dir ")
}

// all returns the indexes of all files.
func (n *NameFinder) all() []int {
	list := make([]int, len(n.bases))
	for i := range list {
		list[i] = i
	}
	return list
}

// A namePattern matches all names with a prefix and a suffix.
type namePattern struct{ prefix, suffix string }

// findPatterns adds the patterns in text, at most maxPatterns+1: "step-*.md", "{theme}.css",
// "${name}-guide.md".
func findPatterns(text string, code bool, found map[namePattern]bool) {
	for at := 0; at < len(text) && len(found) <= maxPatterns; {
		i := strings.IndexAny(text[at:], "*{<[$%")
		if i < 0 {
			return
		}
		start := at + i
		end := placeholderEnd(text, start)
		if at = start + 1; end < 0 {
			continue
		}
		left := start
		for left > 0 && IsNamePart(text[left-1]) {
			left--
		}
		right := end
		for right < len(text) && IsNamePart(text[right]) {
			right++
		}
		p := namePattern{strings.ToLower(text[left:start]), strings.ToLower(strings.TrimRight(text[end:right], "."))}
		if p.isTelling(code) {
			found[p] = true
		}
	}
}

// findPrefixes adds the beginnings of names in code or quotes: "`query-`".
func findPrefixes(text string, found map[namePattern]bool) {
	for at := 1; at < len(text) && len(found) <= maxPatterns; at++ {
		if c := text[at]; c != '`' && c != '"' && c != '\'' || text[at-1] != '-' && text[at-1] != '_' {
			continue
		}
		start := at - 1
		for start > 0 && IsNamePart(text[start-1]) {
			start--
		}
		if start > 0 && text[start-1] == text[at] && at-start > 2 {
			found[namePattern{prefix: strings.ToLower(text[start:at])}] = true
		}
	}
}

// mark marks the files whose names match a pattern.
func (n *NameFinder) mark(p namePattern, named []bool) {
	for i, base := range n.bases {
		if len(base) >= len(p.prefix)+len(p.suffix) && strings.HasPrefix(base, p.prefix) && strings.HasSuffix(base, p.suffix) {
			named[i] = true
		}
	}
}

// isTelling reports whether a pattern matches some files rather than nearly all: it contains a word, or is an
// extension. In prose, extensions that most files of skills have do not count.
func (p namePattern) isTelling(code bool) bool {
	if len(strings.Trim(p.prefix, ".-_")) > 1 && p.suffix != "" {
		return true
	}
	ext := path.Ext(p.suffix)
	return ext != "" && (len(strings.Trim(strings.TrimSuffix(p.suffix, ext), ".-_")) > 1 ||
		p.suffix == ext && (code || !slices.Contains([]string{".md", ".py", ".ts", ".js"}, ext)))
}

func IsNamePart(c byte) bool { return IsWordByte(c) || c == '-' || c == '_' || c == '.' }

// placeholderEnd returns the end of the placeholder at start, or -1 if not found.
func placeholderEnd(text string, start int) int {
	const longest = 40
	rest := text[start+1 : min(len(text), start+longest)]
	closing := byte(0)
	switch text[start] {
	case '*':
		return start + 1
	case '%':
		if rest != "" && (rest[0] == 's' || rest[0] == 'd') {
			return start + 2
		}
		return -1
	case '$':
		if !strings.HasPrefix(rest, "{") {
			n := 0
			for n < len(rest) && (IsWordByte(rest[n]) || rest[n] == '_') {
				n++
			}
			if n == 0 {
				return -1
			}
			return start + 1 + n
		}
		closing = '}'
	case '{':
		closing = '}'
	case '<':
		closing = '>'
	case '[':
		closing = ']'
	}
	n := strings.IndexByte(rest, closing)
	if n <= 0 || strings.ContainsAny(rest[:n], "\n\r`\"") {
		return -1
	}
	return start + 1 + n + 1
}

// A Resource is a file of a skill that is meant to be read, run or copied, not one that tools find by its
// name.
type Resource struct {
	Path string // absolute
	Rel  string // slash-separated, relative to the skill directory
}
