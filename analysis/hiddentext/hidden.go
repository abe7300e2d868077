// Package hiddentext finds characters that a reader does not see and text in a wrong encoding.
package hiddentext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// A Hidden is text that readers do not see, or a character that only a certain font can show. It is not part
// of an emoji or of the script around it.
type Hidden struct {
	Kind hiddenKind
	Span text.Span
	// End is the character that closes a direction control; empty if nothing closes it.
	End text.Span
}

type hiddenKind uint8

const (
	Invisible  hiddenKind = iota // one or more characters without width
	Tags                         // characters without width that spell ASCII
	Direction                    // a control of the order in which text is displayed
	SoftHyphen                   // in code, where nothing is hyphenated, or outside a word
	PrivateUse                   // a character of no standard
	Citation                     // a reference to a search, as a chat marks it for its own page
)

// FindHidden returns the hidden parts of a text in order, at most the given number. It takes linear time.
func FindHidden(text string, inCode func(offset int) bool, most int) []Hidden {
	s := hiddenScan{text: text, inCode: inCode}
	if strings.HasPrefix(text, ByteOrderMark) {
		s.at = len(ByteOrderMark) // other rules report it
	}
	for len(s.found) <= most && s.next() {
	}
	return s.found[:min(len(s.found), most)]
}

const ByteOrderMark = "\ufeff"

type hiddenScan struct {
	text   string
	at     int
	inCode func(offset int) bool
	found  []Hidden
	part   directions
}

// MayHide has the first bytes of the characters that may be hidden. Other characters are skipped without
// decoding.
var MayHide = func() (table [256]bool) {
	for _, r := range []rune{0xad, 0x34f, 0x61c, 0x115f, 0x200b, 0x3164, 0xe000, 0xf8ff, 0xfe00, 0xfeff, 0x1bca0, 0x1d173, 0xe0001, 0xf0000, 0x10fffd} {
		table[string(r)[0]] = true
	}
	return table
}()

// next examines the next character that may be hidden, and reports whether there was one.
func (s *hiddenScan) next() bool {
	rest, skipped := s.text[s.at:], 0
	for skipped < len(rest) && !MayHide[rest[skipped]] {
		skipped++
	}
	s.at += skipped
	if skipped == len(rest) {
		return false
	}
	start := s.at
	r, n := utf8.DecodeRuneInString(s.text[start:])
	s.at += n
	switch {
	case r == '\u00ad':
		s.softHyphen(start)
	case IsDirection(r):
		s.direction(start)
	case r >= 0xe0000 && r <= 0xe007f:
		s.tags(start)
	case IsPrivateUse(r):
		s.privateUse(start)
	case IsInvisible(r) && !s.belongs(start, r):
		s.add(Invisible, start)
	}
	return true
}

// add records the character from an offset to the position of the scan. It extends the previous result if
// that has the same kind and ends there.
func (s *hiddenScan) add(kind hiddenKind, start int) {
	if n := len(s.found); n > 0 && s.found[n-1].Kind == kind && s.found[n-1].Span.End == start && kind != Direction {
		s.found[n-1].Span.End = s.at
		return
	}
	s.found = append(s.found, Hidden{Kind: kind, Span: text.Span{Start: start, End: s.at}})
}

// before and after return the characters before an offset and at the position of the scan, or utf8.RuneError
// at the beginning or end of the text.
func (s *hiddenScan) before(start int) rune {
	r, _ := utf8.DecodeLastRuneInString(s.text[:start])
	return r
}

func (s *hiddenScan) after() rune {
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return r
}

// IsInvisible reports whether a character is displayed as nothing at all: the characters with the property
// Default_Ignorable_Code_Point (Unicode, DerivedCoreProperties.txt), except the soft hyphen and direction
// controls, and the characters around annotations.
func IsInvisible(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf) &&
		!unicode.In(r, unicode.Prepended_Concatenation_Mark, unicode.Bidi_Control) &&
		r != 0xad && (r < 0x13430 || r > 0x1343f) // the controls of hieroglyphs
}

// IsPrivateUse reports whether a character has no meaning in any standard.
func IsPrivateUse(r rune) bool { return unicode.Is(unicode.Co, r) }

// belongs reports whether an invisible character has a function at its position.
func (s *hiddenScan) belongs(start int, r rune) bool {
	before, after := s.before(start), s.after()
	switch {
	case r == '\u200d' && endsEmoji(before) && beginsEmoji(after):
		return true // an emoji made of several
	case r == '\u200b', r == '\u200c', r == '\u200d', r == '\u2060': // joiners, and controls of line breaks
		return isIntricate(before) || isIntricate(after) || r != '\u200c' && r != '\u200d' && (isEastAsian(before) || isEastAsian(after))
	case r >= 0xfe00 && r <= 0xfe0f:
		return before >= utf8.RuneSelf && before != utf8.RuneError && !unicode.IsSpace(before) && !IsInvisible(before) || before == '#' || before == '*' || before >= '0' && before <= '9'
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, before)
	case r == '\u034f':
		return unicode.IsMark(before) || unicode.IsMark(after) && after != '\u034f' || unicode.Is(unicode.Hebrew, before)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r == 0x17b4, r == 0x17b5:
		return unicode.Is(unicode.Khmer, before)
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0:
		return unicode.Is(unicode.Hangul, before) && !IsInvisible(before) || unicode.Is(unicode.Hangul, after) && !IsInvisible(after)
	}
	return false
}

// isIntricate reports whether a character belongs to a script that needs joiners, or that has no spaces
// between words: the scripts from Arabic to Mongolian, the other ones of South and Southeast Asia, and the
// forms of Arabic.
func isIntricate(r rune) bool {
	return (r >= 0x600 && r <= 0x18af || r >= 0x1900 && r <= 0x1cff || r >= 0xa800 && r <= 0xabff || r >= 0xfb50 && r <= 0xfdff ||
		r >= 0xfe70 && r <= 0xfefc || r >= 0x10a00 && r <= 0x11fff || r >= 0x1e900 && r <= 0x1e95f) && (unicode.IsLetter(r) || unicode.IsMark(r)) && !IsInvisible(r)
}

// isEastAsian reports whether a character is Chinese or Japanese, including punctuation. These have no spaces
// between words, so Markdown's emphasis needs another separator from the text around it.
func isEastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff01 && r <= 0xff65
}

// beginsEmoji and endsEmoji report whether an emoji may begin with a character, or end with it before a
// joiner. They accept more than the property Extended_Pictographic, to allow for future emoji.
func beginsEmoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || unicode.Is(unicode.So, r) || r >= 0x2190 && r <= 0x21ff
}

func endsEmoji(r rune) bool {
	return beginsEmoji(r) || r == 0xfe0f || r == 0xe007f
}

// SoftHyphen records the soft hyphen at an offset, unless it is between the letters of a word in prose. In
// code, it makes a command or a path a different one.
func (s *hiddenScan) softHyphen(start int) {
	if s.inCode(start) || !IsWordRune(s.before(start)) || !IsWordRune(s.after()) {
		s.add(SoftHyphen, start)
	}
}

func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

const blackFlag = '\U0001f3f4'

// tags records the tag characters from an offset on, unless they form the flag of a region after a black flag
// (Unicode Technical Standard 51, Emoji Tag Sequence): two letters of a country, up to four letters or digits
// of a part of it, and an end.
func (s *hiddenScan) tags(start int) {
	const first, last, size = 0xe0000, 0xe007f, 4
	n, letters := 1, 0
	for {
		r, _ := utf8.DecodeRuneInString(s.text[start+(n-1)*size:])
		if c := r - first; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			letters++
		}
		if r, _ = utf8.DecodeRuneInString(s.text[s.at:]); r < first || r > last {
			break
		}
		s.at += size
		n++
	}
	end, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	if s.before(start) == blackFlag && end == last && letters == n-1 && letters >= 3 && letters <= 6 {
		return
	}
	s.add(Tags, start)
}

// IsDirection reports whether a character is a control of the order in which text is displayed.
func IsDirection(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// PrivateUse records the private-use character at an offset, unless it is in code: an author who writes about
// an icon font shows its characters there.
func (s *hiddenScan) privateUse(start int) {
	if end := citationEnd(s.text, start); end > 0 {
		s.at = end
		s.add(Citation, start)
		return
	}
	if !s.inCode(start) {
		s.add(PrivateUse, start)
	}
}

// citationEnd returns the end of the citation mark that begins at an offset, or 0 if no mark begins there. A
// mark is U+E200, a word such as "cite", and for each source U+E202 and its number; then U+E201.
func citationEnd(text string, start int) int {
	const opening, closing, separator, longest = "\ue200", "\ue201", "\ue202", 400
	rest := text[start:min(len(text), start+longest)]
	if !strings.HasPrefix(rest, opening) {
		return 0
	}
	end := strings.Index(rest, closing)
	if end < 0 || !strings.Contains(rest[:end], separator) || strings.ContainsAny(rest[:end], "\r\n") {
		return 0
	}
	return start + end + len(closing)
}
