package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/util"

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
	s.plain = end
	return s.addAutolink(start, end, text.Span{Start: start, End: end}, prefix)
}

// bareURL returns the URL whose scheme ends at the colon at i, or nothing.
func (s *inlineScanner) bareURL(i int) (start, end int) {
	if !bytes.HasPrefix(s.text[i:], []byte("://")) {
		return 0, 0
	}
	const longest = len("https")
	before := s.text[max(s.plain, i-longest-1):i]
	scheme := string(before[len(bytes.TrimRight(before, letters)):])
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "ftp") {
		return 0, 0
	}
	start = i - len(scheme)
	if start > 0 && s.text[start-1] == '<' {
		return 0, 0 // the brackets make no autolink: the address has a space, or another part that none may have
	}
	host := s.host(i + 3)
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
	host := s.host(i)
	if host <= i+len("www.") {
		return 0
	}
	return s.addressEnd(i, host)
}

// host returns the end of the host name at i. It is i if no host name begins there, or if one of its last
// two parts has an underscore.
func (s *inlineScanner) host(i int) int {
	name := hostName.Find(s.text[i:])
	last := bytes.LastIndexByte(name, '.')
	beforeLast := bytes.LastIndexByte(name[:max(last, 0)], '.')
	// As in cmark-gfm a name of many parts is taken as it is: what is refused is read again from its next
	// part on.
	const many = 10
	refused := bytes.IndexByte(name[beforeLast+1:], '_') >= 0 && bytes.Count(name, []byte(".")) <= many
	if refused || bytes.HasPrefix(name, []byte(".")) {
		return i
	}
	return i + len(name)
}

// hostName matches a name of letters, digits, "-", "." and "_", and of all characters beyond ASCII that are
// neither punctuation nor white space. The last of these is U+0085.
var hostName = regexp.MustCompile(`^(?:[A-Za-z0-9._-]|[^\x00-\x7f\pP\pZ\x{85}\x{fffd}])+`)

// addressEnd returns the end of the address of which start to i was read: before the next space, "<" or
// punctuation that belongs to the sentence around it.
func (s *inlineScanner) addressEnd(start, i int) int {
	end := len(s.text)
	if n := bytes.IndexAny(s.text[i:], " \t\n<"); n >= 0 {
		end = i + n
	}
	unopened := bytes.Count(s.text[start:end], []byte(")")) - bytes.Count(s.text[start:end], []byte("("))
	for end > start {
		switch c := s.text[end-1]; {
		case c == ')' && unopened > 0:
			unopened--
		case c == ';':
			reference := bytes.TrimRight(s.text[start:end-1], letters)
			if start+len(reference) < end-1 && bytes.HasSuffix(reference, []byte("&")) {
				end = start + len(reference)
			}
		case strings.IndexByte("?!.,:*_~'\"", c) < 0:
			return end
		}
		end--
	}
	return 0
}

// bareEmail returns the address around the "@" at i.
func (s *inlineScanner) bareEmail(i int) (start, end int, prefix string) {
	for start = i; start > s.plain && mailName[s.text[start-1]]; {
		start--
	}
	for end = i + 1; mailHost[s.at(end)] || s.at(end) == '.' && util.IsAlphaNumeric(s.at(end+1)); {
		end++
	}
	host := s.text[i+1 : end]
	if start == i || s.at(end) == '@' || bytes.IndexByte(host, '.') < 0 || !text.IsLetter(s.text[end-1]) {
		return 0, 0, ""
	}
	const scheme = "mailto:"
	before, ok := bytes.CutSuffix(s.text[s.plain:start], []byte(scheme))
	if ok && (len(before) == 0 || !util.IsAlphaNumeric(before[len(before)-1])) {
		return start - len(scheme), end, ""
	}
	return start, end, scheme
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// mailName and mailHost are the bytes of an e-mail address before and after the "@". A "." in the host must have a
// letter or a digit after it.
var mailName, mailHost = byteSet(letters + "0123456789.+-_"), byteSet(letters + "0123456789-_")
