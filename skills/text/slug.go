package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slug returns the anchor that GitHub gives to a heading with the rendered text. [Slugger.Unique] makes it
// unique. Slug converts the text to lowercase, replaces each space by a hyphen, and removes punctuation and
// symbols. Like github-slugger 2.0 it keeps letters, marks, numbers of the categories Nd and Nl, connecting
// punctuation and "-".
func Slug(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	before := rune(-1)
	for i, r := range text {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r < utf8.RuneSelf:
			if c := byte(r); IsLetter(c) {
				b.WriteByte(c | 0x20)
			} else if IsDigit(c) || c == '-' || c == '_' {
				b.WriteByte(c)
			}
		case r == 'Σ' && unicode.IsLetter(before) && !startsLetter(text[i+len("Σ"):]):
			b.WriteRune('ς') // as String.prototype.toLowerCase does
		case r == 'İ':
			b.WriteString("i̇")
		case inSlug(r):
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return b.String()
}

// startsLetter reports whether the text begins with a letter.
func startsLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// inSlug reports whether GitHub keeps a character that is not ASCII. It keeps Ruby's \p{Word}.
func inSlug(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic)
}

// A Slugger makes slugs unique within a document, as github-slugger does: the second "a" becomes "a-1", or
// "a-2" if an earlier heading has the slug "a-1". The zero Slugger is ready for use.
type Slugger struct {
	seen map[string]int // slugs in use, with the number of the last suffix tried
}

// Unique returns the slug for the next heading. It appends a number if an earlier heading has the slug.
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
