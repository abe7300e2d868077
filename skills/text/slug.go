package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slug returns GitHub's anchor for a heading with the rendered text, before it is made unique: in lowercase,
// without punctuation and symbols, with hyphens for spaces. It follows github-slugger 2.0, which keeps
// letters, marks, numbers of the categories Nd and Nl, connecting punctuation, "-" and the space.
func Slug(text string) string {
	if slug, ok := slugASCII(text); ok {
		return slug
	}
	var b strings.Builder
	b.Grow(len(text))
	before := rune(-1)
	for i, r := range text {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == 'Σ' && unicode.IsLetter(before) && !startsLetter(text[i+len("Σ"):]):
			b.WriteRune('ς') // as String.prototype.toLowerCase has it
		case r == 'İ':
			b.WriteString("i̇")
		case inSlug(r):
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return b.String()
}

// slugASCII is Slug for ASCII. It does not allocate if nothing changes.
func slugASCII(text string) (slug string, ok bool) {
	same := true
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		same = same && (c >= 'a' && c <= 'z' || IsDigit(c) || c == '-' || c == '_')
	}
	if same {
		return text, true
	}
	b := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ':
			b = append(b, '-')
		case IsLetter(c):
			b = append(b, c|0x20)
		case IsDigit(c) || c == '-' || c == '_':
			b = append(b, c)
		}
	}
	return string(b), true
}

func startsLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// inSlug reports whether GitHub keeps the character: Ruby's \p{Word}, and "-".
func inSlug(r rune) bool {
	return r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic)
}

// A Slugger makes slugs unique within a document as github-slugger does: the second "a" becomes "a-1", unless
// an earlier heading has that slug.
type Slugger struct {
	seen map[string]int // how many suffixes were tried for a slug
}

// Unique returns the slug, with a number if an earlier heading has it.
func (s *Slugger) Unique(slug string) string {
	if s.seen == nil {
		s.seen = make(map[string]int)
	}
	result := slug
	for {
		if _, taken := s.seen[result]; !taken {
			break
		}
		s.seen[slug]++
		result = slug + "-" + strconv.Itoa(s.seen[slug])
	}
	s.seen[result] = 0
	return result
}
