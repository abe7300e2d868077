package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkHiddenText reports text that the model reads and people do not see: invisible characters, characters
// that are displayed in another order or only with a certain font, text decoded with the wrong encoding, and
// instructions in comments.
func checkHiddenText(p *pass) {
	found := findHidden(p.doc.Source, func(offset int) bool { return p.inCode(offset) }, maxReasons)
	if slices.ContainsFunc(found, func(h hidden) bool { return h.kind == privateUse }) && aboutIconFonts.MatchString(p.doc.Source) {
		found = slices.DeleteFunc(found, func(h hidden) bool { return h.kind == privateUse })
	}
	for _, h := range found {
		p.reportHidden(h)
	}
	garbled := findGarbled(p.doc.Source, maxReasons)
	if len(garbled) > 0 && !aboutEncodings.MatchString(p.doc.Source) {
		for _, g := range garbled {
			p.reportGarbled(g)
		}
	}
	p.checkComments()
}

// inCode reports whether an offset is in code or raw HTML of the body.
func (p *scope) inCode(offset int) bool {
	return offset >= p.doc.Body.Start && p.doc.Markdown().InCode(offset)
}

// aboutIconFonts and aboutEncodings match texts that show private-use characters and garbled text as
// examples.
var (
	aboutIconFonts = regexp.MustCompile(`(?i)nerd[ -]?font|icon[ -]?font|powerline|font ?awesome|private[ -]use|codepoint|glyph`)
	aboutEncodings = regexp.MustCompile(`(?i)mojibake|garbled|(?:double|mis)-?encod|wrong encoding|windows-?1252|cp-?1252|latin-?1|iso-?8859`)
)

// reportHidden reports the hidden characters in one place.
func (p *pass) reportHidden(h hidden) {
	text := h.span.Of(p.doc.Source)
	d := Diagnostic{Severity: Warning, Span: h.span, Message: h.message(text)}
	if h.kind == privateUse {
		p.report(d) // only the author knows what it was meant to show
		return
	}
	fix := Fix{Title: "Delete " + nameCodePoints(text, false)}
	if n := utf8.RuneCountInString(text); n > 1 {
		fix.Title = fmt.Sprintf("Delete the %d characters", n)
	}
	if h.kind == citation {
		fix.Title = "Delete the mark"
		h.span = p.withBlank(h.span)
	}
	fix.Edits = []Edit{p.edit(h.span, "")}
	fix.Safe = p.isPlainAround(h.span)
	if !h.end.IsEmpty() {
		fix.Edits = append(fix.Edits, p.edit(h.end, ""))
		d.Related = append(d.Related, Related{Path: p.file.Path, Span: h.end, Message: "and ends here"})
		fix.Safe = fix.Safe && p.isPlainAround(h.end)
	}
	fix.Safe = fix.Safe && p.keepsFields(fix.Edits)
	if p.isSampled(h) {
		d.Severity, fix.Safe = Information, false
		d.Message += ". Where this block quotes what a program has printed, the character belongs to it"
	}
	fix.Preferred = fix.Safe
	d.Fixes = []Fix{fix}
	p.report(d)
}

// outputFences are the languages of fences that may quote the output of a program. One of them is no
// language.
var outputFences = []string{"", "text", "txt", "plaintext", "console", "output", "log"}

// isSampled reports whether h is a few zero-width characters in the output of a program, where deleting them
// would falsify the sample. Eight of them are no longer a few, since two different ones can encode the bits
// of a byte.
func (p *pass) isSampled(h hidden) bool {
	const many = 8
	text := h.span.Of(p.doc.Source)
	if h.kind != invisible || utf8.RuneCountInString(text) >= many || strings.Trim(text, "\u200b\u200c\u200d\u2060"+byteOrderMark) != "" {
		return false
	}
	f := p.fenceAt(h.span.Start)
	if f == nil || f.Close.IsEmpty() || h.span.Start < f.Content.Start || h.span.End > f.Content.End {
		return false
	}
	return slices.Contains(outputFences, fenceLanguage(p.doc.Source, f)) && !p.isPrompted(h.span.Start)
}

// isPrompted reports whether an offset is on a line that begins with a shell prompt, and so was typed rather
// than printed.
func (p *pass) isPrompted(at int) bool {
	line := p.doc.Source[strings.LastIndexAny(p.doc.Source[:at], "\r\n")+1 : at]
	return strings.HasPrefix(strings.TrimLeft(line, " \t>"), "$ ")
}

// message describes what is hidden in text and names the code points.
func (h hidden) message(text string) string {
	switch {
	case h.kind == citation:
		return fmt.Sprintf("%s mark a source on the page of a chat: people see boxes here, and the model reads `%s`", nameCodePoints(text, false), visible(text))
	case h.kind == privateUse:
		return fmt.Sprintf("%s: no standard says what this private-use character is. Without a certain font people see a box, and the model does not know what it stands for", nameCodePoints(text, false))
	case h.kind == direction && strings.ContainsAny(text, "\u202d\u202e"):
		return fmt.Sprintf("%s, shows the text behind it in another order than the model reads it", nameCodePoints(text, true))
	case h.kind == direction:
		return fmt.Sprintf("%s, changes the order in which text is shown and has no need to here: people do not see it, and the model reads it", nameCodePoints(text, true))
	case h.kind == softHyphen:
		return fmt.Sprintf("%s, stands in no word that could be hyphenated: people do not see it, and the model reads it", nameCodePoints(text, true))
	}
	if spelt := spelling(text); spelt != "" {
		return fmt.Sprintf("%s: people do not see this, and the model may read it as `%s`", nameCodePoints(text, false), shorten(spelt, 120))
	}
	return fmt.Sprintf("%s: people do not see this, and the model reads it", nameCodePoints(text, true))
}

// withBlank extends a span to the space before it, if the line ends after the span, or if a space or
// punctuation follows.
func (p *pass) withBlank(s text.Span) text.Span {
	source := p.doc.Source
	if s.Start > 0 && source[s.Start-1] == ' ' && (s.End == len(source) || strings.IndexByte(" \r\n.,;:!?", source[s.End]) >= 0) {
		s.Start--
	}
	return s
}

// isPlainAround reports whether the span has no markup or syntax next to it, so that deleting the span has no
// other effect. Authors also use invisible characters to separate backticks, asterisks and quotes.
func (p *pass) isPlainAround(s text.Span) bool {
	source := p.doc.Source
	before, _ := utf8.DecodeLastRuneInString(source[:s.Start])
	after, _ := utf8.DecodeRuneInString(source[s.End:])
	if !isPlainRune(before) && s.Start > 0 || !isPlainRune(after) && s.End < len(source) {
		return false
	}
	start := strings.LastIndexAny(source[:s.Start], "\r\n") + 1
	indented := strings.TrimRight(source[start:s.Start], " \t0123456789") == ""
	return !indented || unicode.IsLetter(after) || s.End == len(source) || strings.IndexByte("\r\n", source[s.End]) >= 0
}

// isPlainRune reports whether a character has no meaning in Markdown or YAML between other characters.
func isPlainRune(r rune) bool {
	return r >= utf8.RuneSelf && r != utf8.RuneError || isWordByte(byte(r)) || strings.ContainsRune(" \t\r\n.,;:!?", r)
}

// maxReread is the maximum size of a frontmatter, in bytes, that is parsed again to check the effect of a
// change.
const maxReread = 64 << 10

// keepsFields reports whether a change keeps the fields of the frontmatter and the kinds of their values.
func (p *pass) keepsFields(edits []Edit) bool {
	if edits[0].Span.Start >= p.doc.Body.Start {
		return true
	}
	if p.doc.Body.Start > maxReread {
		return false
	}
	after := skills.Parse(applyEdits(p.doc.Source, edits)).Frontmatter
	return after.State == p.fm.State && (after.Err == nil) == (p.fm.Err == nil) &&
		slices.EqualFunc(after.Entries, p.fm.Entries, func(a, b frontmatter.Entry) bool {
			return a.Key == b.Key && (a.Value == nil) == (b.Value == nil) && (a.Value == nil || a.Value.Kind == b.Value.Kind)
		})
}

// reportGarbled reports one run of garbled text. In a code span it is an example and not reported.
func (p *pass) reportGarbled(g garbled) {
	if inCodeSpan(p.doc.Markdown(), g.span.Start) {
		return
	}
	text := g.span.Of(p.doc.Source)
	d := Diagnostic{Severity: Warning, Span: g.span}
	title := "Change to `" + shorten(g.restored, 40) + "`"
	if g.restored == "" {
		d.Message = fmt.Sprintf("`%s` is an invisible character whose UTF-8 was read as Windows-1252", visible(text))
		title = "Delete it"
	} else {
		d.Message = fmt.Sprintf("`%s` is `%s`, whose UTF-8 was read as Windows-1252", shorten(visible(text), 60), shorten(g.restored, 40))
	}
	fix := Fix{Title: title, Edits: []Edit{p.edit(g.span, g.restored)}}
	fix.Safe = p.keepsFields(fix.Edits)
	fix.Preferred = fix.Safe
	d.Fixes = []Fix{fix}
	p.report(d)
}

// visible returns text with every character that people do not see replaced by a space, without spaces at its
// ends.
func visible(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isPrivateUse(r) || isInvisible(r) || isDirection(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

// spelling returns the text that invisible characters encode: tag characters encode ASCII, and variation
// selectors encode bytes. It returns an empty string if they encode nothing readable.
func spelling(text string) string {
	var ascii, data []byte
	for _, r := range text {
		switch {
		case r >= 0xe0020 && r <= 0xe007e:
			ascii = append(ascii, byte(r-0xe0000))
		case r >= 0xfe00 && r <= 0xfe0f:
			data = append(data, byte(r-0xfe00))
		case r >= 0xe0100 && r <= 0xe01ef:
			data = append(data, byte(r-0xe0100+16))
		}
	}
	if len(ascii) > 0 {
		return string(ascii)
	}
	if spelt := string(data); len(spelt) > 2 && utf8.ValidString(spelt) && !strings.ContainsFunc(spelt, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return spelt
	}
	return ""
}

// nameCodePoints lists the hidden code points in text, each once and at most four of them. If there is only
// one and named is set, its name follows: "U+200B, a zero width space".
func nameCodePoints(text string, named bool) string {
	const most = 4
	var list []string
	seen := make(map[rune]bool)
	for _, r := range text {
		if seen[r] || !isPrivateUse(r) && !isInvisible(r) && !isDirection(r) && r != '\u00ad' {
			continue
		}
		seen[r] = true
		if len(list) < most {
			list = append(list, fmt.Sprintf("U+%04X", r))
		}
	}
	switch more := len(seen) - len(list); {
	case more > 0:
		return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), more)
	case len(list) == 1 && named:
		r, n := utf8.DecodeRuneInString(text)
		if name := codePointNames[r]; name != "" && n == len(text) {
			return list[0] + ", " + name
		}
	}
	return joinAnd(list)
}

// codePointNames are the Unicode names of the characters that are hidden most often.
var codePointNames = map[rune]string{
	'\u00ad': "a soft hyphen",
	'\u034f': "a combining grapheme joiner",
	'\u061c': "an Arabic letter mark",
	'\u115f': "a Hangul filler",
	'\u1160': "a Hangul filler",
	'\u180e': "a Mongolian vowel separator",
	'\u200b': "a zero width space",
	'\u200c': "a zero width non-joiner",
	'\u200d': "a zero width joiner",
	'\u200e': "a left-to-right mark",
	'\u200f': "a right-to-left mark",
	'\u202a': "a left-to-right embedding",
	'\u202b': "a right-to-left embedding",
	'\u202c': "an end of directional formatting",
	'\u202d': "a left-to-right override",
	'\u202e': "a right-to-left override",
	'\u2060': "a word joiner",
	'\u2061': "an invisible sign of a function",
	'\u2062': "an invisible sign of multiplication",
	'\u2063': "an invisible separator",
	'\u2064': "an invisible plus",
	'\u2066': "a left-to-right isolate",
	'\u2067': "a right-to-left isolate",
	'\u2068': "a first strong isolate",
	'\u2069': "an end of an isolate",
	'\u3164': "a Hangul filler",
	'\ufe0e': "a variation selector",
	'\ufe0f': "a variation selector",
	'\ufeff': "a byte order mark",
}
