package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills/text"
)

// bareLink reads the autolink without angle brackets that the ":", "w" or "@" at i belongs to, as
// GitHub's cmark-gfm does (extensions/autolink.c): addresses that begin with http, https, ftp or www, and
// those of e-mail.
func (s *inlineScanner) bareLink(i int) int {
	if len(s.brackets) > 0 {
		return i + 1 // as in cmark-gfm: a link's text must not hold another link
	}
	start, end, prefix := 0, 0, ""
	switch s.text[i] {
	case ':':
		start, end = s.bareURL(i)
	case 'w':
		start, end, prefix = i, s.bareWWW(i), "http://"
	default:
		start, end, prefix = s.bareEmail(i)
	}
	if end == 0 {
		return i + 1
	}
	s.addAutolink(start, end, text.Span{Start: start, End: end}, prefix)
	s.plain = end
	return end
}

// bareURL returns the URL whose scheme ends at the colon at i.
func (s *inlineScanner) bareURL(i int) (start, end int) {
	if i+3 >= len(s.text) || s.text[i+1] != '/' || s.text[i+2] != '/' {
		return 0, 0
	}
	start = i
	for start > s.plain && i-start <= len("https") && text.IsLetter(s.text[start-1]) {
		start--
	}
	if start > 0 && s.text[start-1] == '<' {
		return 0, 0 // the brackets make no autolink: the address has a space, or another part that none may have
	}
	switch scheme := string(s.text[start:i]); {
	case strings.EqualFold(scheme, "http"), strings.EqualFold(scheme, "https"), strings.EqualFold(scheme, "ftp"):
	default:
		return 0, 0
	}
	host, _ := s.host(i + 3)
	if host == i+3 {
		return 0, 0
	}
	return start, s.addressEnd(start, host)
}

// bareWWW returns the end of the address at i, or 0 if no address begins there.
func (s *inlineScanner) bareWWW(i int) int {
	if !bytes.HasPrefix(s.text[i:], []byte("www.")) || i > 0 && strings.IndexByte(" \t\n*_~(", s.text[i-1]) < 0 {
		return 0
	}
	host, dots := s.host(i)
	if dots == 0 || host <= i+len("www.") {
		return 0
	}
	return s.addressEnd(i, host)
}

// host returns the end of the host name at i and how many dots it has. The end is i if no host name begins
// there, or if one of its last two parts has an underscore.
func (s *inlineScanner) host(i int) (end, dots int) {
	last, beforeLast := false, false // whether the parts have underscores
scan:
	for end = i; end < len(s.text); {
		c := s.text[end]
		switch {
		case c == '_':
			last = true
		case c == '.':
			dots++
			last, beforeLast = false, last
		case isAlphanumeric(c) || c == '-':
		default:
			r, n := utf8.DecodeRune(s.text[end:])
			if c < utf8.RuneSelf || r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsPunct(r) {
				break scan
			}
			end += n - 1
		}
		end++
	}
	// As in cmark-gfm a name of many parts is taken as it is: what is refused is read again from its next
	// part on.
	const many = 10
	if (last || beforeLast) && dots <= many || end > i && s.text[i] == '.' {
		return i, dots
	}
	return end, dots
}

// addressEnd returns the end of the address of which start to i was read: before the next space, "<" or
// punctuation that belongs to the sentence around it.
func (s *inlineScanner) addressEnd(start, i int) int {
	for i < len(s.text) && !isSpace(s.text[i]) && s.text[i] != '<' {
		i++
	}
	unopened := bytes.Count(s.text[start:i], []byte(")")) - bytes.Count(s.text[start:i], []byte("("))
	for i > start {
		switch c := s.text[i-1]; {
		case c == ')':
			if unopened <= 0 {
				return i
			}
			unopened--
			i--
		case strings.IndexByte("?!.,:*_~'\"", c) >= 0:
			i--
		case c == ';':
			name := i - 1
			for name > start && text.IsLetter(s.text[name-1]) {
				name--
			}
			if name < i-1 && name > start && s.text[name-1] == '&' {
				i = name - 1
			} else {
				i--
			}
		default:
			return i
		}
	}
	return 0
}

// bareEmail returns the address around the "@" at i.
func (s *inlineScanner) bareEmail(i int) (start, end int, prefix string) {
	start = i
	for start > s.plain && (isAlphanumeric(s.text[start-1]) || strings.IndexByte(".+-_", s.text[start-1]) >= 0) {
		start--
	}
	if start == i {
		return 0, 0, ""
	}
	dots := 0
	for end = i + 1; end < len(s.text); end++ {
		c := s.text[end]
		if c == '.' && end+1 < len(s.text) && isAlphanumeric(s.text[end+1]) {
			dots++
		} else if c == '@' {
			return 0, 0, ""
		} else if !isAlphanumeric(c) && c != '-' && c != '_' {
			break
		}
	}
	if dots == 0 || !text.IsLetter(s.text[end-1]) {
		return 0, 0, ""
	}
	const scheme = "mailto:"
	if from := start - len(scheme); from >= s.plain && string(s.text[from:start]) == scheme {
		if from == s.plain || !isAlphanumeric(s.text[from-1]) {
			return from, end, ""
		}
	}
	return start, end, scheme
}

func isAlphanumeric(c byte) bool { return text.IsLetter(c) || text.IsDigit(c) }
