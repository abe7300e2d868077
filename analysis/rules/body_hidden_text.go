package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/vantage"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// checkHiddenText reports text that the model reads and people do not see: invisible characters, characters
// that are displayed in another order or only with a certain font, text decoded with the wrong encoding, and
// instructions in comments.
func checkHiddenText(p *Pass) {
	found := hiddentext.FindHidden(p.Doc.Source, func(offset int) bool { return InCode(p.Scope, offset) }, maxReasons)
	if slices.ContainsFunc(found, func(h hiddentext.Hidden) bool { return h.Kind == hiddentext.PrivateUse }) && aboutIconFonts.MatchString(p.Doc.Source) {
		found = slices.DeleteFunc(found, func(h hiddentext.Hidden) bool { return h.Kind == hiddentext.PrivateUse })
	}
	for _, h := range found {
		reportHidden(p, h)
	}
	garbled := hiddentext.FindGarbled(p.Doc.Source, maxReasons)
	if len(garbled) > 0 && !aboutEncodings.MatchString(p.Doc.Source) {
		for _, g := range garbled {
			reportGarbled(p, g)
		}
	}
	checkComments(p)
}

func inCodeSpan(m *markdown.Document, at int) bool { return refs.CodeSpanAt(m, at) != nil }

// aboutIconFonts and aboutEncodings match texts that show private-use characters and garbled text as
// examples.
var (
	aboutIconFonts = regexp.MustCompile(`(?i)nerd[ -]?font|icon[ -]?font|powerline|font ?awesome|private[ -]use|codepoint|glyph`)
	aboutEncodings = regexp.MustCompile(`(?i)mojibake|garbled|(?:double|mis)-?encod|wrong encoding|windows-?1252|cp-?1252|latin-?1|iso-?8859`)
)

// reportHidden reports the hidden characters in one place.
func reportHidden(p *Pass, h hiddentext.Hidden) {
	text := h.Span.Of(p.Doc.Source)
	d := diagnostic.Diagnostic{Span: h.Span}
	d.Message, d.Detail = Message(h, text)
	if h.Kind == hiddentext.PrivateUse {
		p.report(d) // only the author knows what it was meant to show
		return
	}
	fix := diagnostic.Fix{Title: "Delete " + NameCodePoints(text, false)}
	if n := utf8.RuneCountInString(text); n > 1 {
		fix.Title = fmt.Sprintf("Delete the %d characters", n)
	}
	if h.Kind == hiddentext.Citation {
		fix.Title = "Delete the mark"
		h.Span = withBlank(p, h.Span)
	}
	fix.Edits = []diagnostic.Edit{p.Edit(h.Span, "")}
	fix.Safe = isPlainAround(p, h.Span)
	if !h.End.IsEmpty() {
		fix.Edits = append(fix.Edits, p.Edit(h.End, ""))
		d.Related = append(d.Related, diagnostic.Related{Path: p.File.Path, Span: h.End, Message: "ends here"})
		fix.Safe = fix.Safe && isPlainAround(p, h.End)
	}
	fix.Safe = fix.Safe && keepsFields(p, fix.Edits)
	if isSampled(p, h) {
		d.Severity, fix.Safe = diagnostic.Information, false
		d.Detail = "keep it if a program printed it"
	}
	fix.Preferred = fix.Safe
	d.Fixes = []diagnostic.Fix{fix}
	p.report(d)
}

// outputFences are the languages of fences that may quote the output of a program. One of them is no
// language.
var outputFences = []string{"", "text", "txt", "plaintext", "console", "output", "log"}

// isSampled reports whether h is a few zero-width characters in the output of a program, where deleting them
// would falsify the sample. Eight of them are no longer a few, since two different ones can encode the bits
// of a byte.
func isSampled(p *Pass, h hiddentext.Hidden) bool {
	const many = 8
	text := h.Span.Of(p.Doc.Source)
	if h.Kind != hiddentext.Invisible || utf8.RuneCountInString(text) >= many || strings.Trim(text, "\u200b\u200c\u200d\u2060"+hiddentext.ByteOrderMark) != "" {
		return false
	}
	f := p.FenceAt(h.Span.Start)
	if f == nil || f.Close.IsEmpty() || h.Span.Start < f.Content.Start || h.Span.End > f.Content.End {
		return false
	}
	return slices.Contains(outputFences, refs.FenceLanguage(p.Doc.Source, f)) && !isPrompted(p, h.Span.Start)
}

// isPrompted reports whether an offset is on a line that begins with a shell prompt, and so was typed rather
// than printed.
func isPrompted(p *Pass, at int) bool {
	line := p.Doc.Source[strings.LastIndexAny(p.Doc.Source[:at], "\r\n")+1 : at]
	return strings.HasPrefix(strings.TrimLeft(line, " \t>"), "$ ")
}

// Message returns the message and the detail about hidden text. It names the code points.
func Message(h hiddentext.Hidden, text string) (message, detail string) {
	const unseen = "the model reads it, readers do not"
	switch {
	case h.Kind == hiddentext.Citation:
		return "citation mark from a chat: " + NameCodePoints(text, false), "readers see boxes"
	case h.Kind == hiddentext.PrivateUse:
		return "private-use character " + NameCodePoints(text, false), "it means nothing without a certain font"
	case h.Kind == hiddentext.Direction && strings.ContainsAny(text, "\u202d\u202e"):
		return "text in another order than the model reads it: " + NameCodePoints(text, true), ""
	case h.Kind == hiddentext.Direction:
		return "needless direction mark " + NameCodePoints(text, true), unseen
	case h.Kind == hiddentext.SoftHyphen:
		return "soft hyphen outside a word", unseen
	}
	if spelt := Spelling(text); spelt != "" {
		return "hidden text " + InQuotes(spelt) + ": " + NameCodePoints(text, false), unseen
	}
	if n := utf8.RuneCountInString(text); n > 1 {
		return fmt.Sprintf("%d invisible characters: %s", n, NameCodePoints(text, true)), unseen
	}
	return "invisible character " + NameCodePoints(text, true), unseen
}

// withBlank extends a span to the space before it, if the line ends after the span, or if a space or
// punctuation follows.
func withBlank(p *Pass, s text.Span) text.Span {
	source := p.Doc.Source
	if s.Start > 0 && source[s.Start-1] == ' ' && (s.End == len(source) || strings.IndexByte(" \r\n.,;:!?", source[s.End]) >= 0) {
		s.Start--
	}
	return s
}

// isPlainAround reports whether the span has no markup or syntax next to it, so that deleting the span has no
// other effect. Authors also use invisible characters to separate backticks, asterisks and quotes.
func isPlainAround(p *Pass, s text.Span) bool {
	source := p.Doc.Source
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
	return r >= utf8.RuneSelf && r != utf8.RuneError || match.IsWordByte(byte(r)) || strings.ContainsRune(" \t\r\n.,;:!?", r)
}

// reportGarbled reports one run of garbled text. In a code span it is an example and not reported.
func reportGarbled(p *Pass, g hiddentext.Garbled) {
	if inCodeSpan(p.Doc.Markdown(), g.Span.Start) {
		return
	}
	text := g.Span.Of(p.Doc.Source)
	d := diagnostic.Diagnostic{Span: g.Span}
	title := "Change to " + InQuotes(g.Restored)
	if g.Restored == "" {
		d.Message = "garbled invisible character " + InQuotes(Visible(text))
		title = "Delete characters"
	} else {
		d.Message = "garbled text " + InQuotes(Visible(text))
	}
	d.Detail = "UTF-8 was read as Windows-1252"
	fix := diagnostic.Fix{Title: title, Edits: []diagnostic.Edit{p.Edit(g.Span, g.Restored)}}
	fix.Safe = keepsFields(p, fix.Edits)
	fix.Preferred = fix.Safe
	d.Fixes = []diagnostic.Fix{fix}
	p.report(d)
}

// Visible returns text with every character that people do not see replaced by a space, without spaces at its
// ends.
func Visible(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if hiddentext.IsPrivateUse(r) || hiddentext.IsInvisible(r) || hiddentext.IsDirection(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

// Spelling returns the text that invisible characters encode: tag characters encode ASCII, and variation
// selectors encode bytes. It returns an empty string if they encode nothing readable.
func Spelling(text string) string {
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

// NameCodePoints lists the hidden code points in text, each once and at most four of them. If there is only
// one and named is set, its name follows: "U+200B, a zero width space".
func NameCodePoints(text string, named bool) string {
	const most = 4
	var list []string
	seen := make(map[rune]bool)
	for _, r := range text {
		if seen[r] || !hiddentext.IsPrivateUse(r) && !hiddentext.IsInvisible(r) && !hiddentext.IsDirection(r) && r != '\u00ad' {
			continue
		}
		seen[r] = true
		list = append(list, fmt.Sprintf("U+%04X", r))
	}
	if len(list) == 1 && named {
		r, n := utf8.DecodeRuneInString(text)
		if name := codePointNames[r]; name != "" && n == len(text) {
			return list[0] + ", " + name
		}
	}
	return vantage.JoinFirst(list, most)
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

// maxComment is the maximum number of bytes of a comment that are examined.
const maxComment = 4096

// checkComments reports comments that instruct a model. People who read the rendered page do not see them.
func checkComments(p *Pass) {
	told := 0
	for _, span := range p.Doc.Markdown().Comments {
		text := strings.TrimSuffix(strings.TrimPrefix(span.Of(p.Doc.Source), "<!--"), "-->")
		text = strings.Join(strings.Fields(text[:min(len(text), maxComment)]), " ")
		if !instructsModel(text) {
			continue
		}
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: span,
			Message: "comment reads like an instruction: " + InQuotes(text), Detail: "the model reads it, readers do not",
		})
		if told++; told == maxReasons {
			return
		}
	}
}

// forPeople matches the beginning of comments for people and their tools: directives, tables of contents,
// licenses, notes to oneself, and marks of generated text.
var forPeople = regexp.MustCompile(`(?i)^\W*(?:` + suppress.SuppressionMark + `|@|#|/|\w+lint|prettier|cspell|spell|vale\b|remark|yaml\b|json\b|toc\b|(?:start|end|begin) |doctoc|region|licen[cs]e|copyright|spdx|todo|fixme|xxx|hack|generated|auto-?generated|this (?:file|section|table|list|block) (?:is|was) |do not (?:edit|modify|change|remove|delete)|don't (?:edit|modify|change|remove|delete)|never edit|source|adr:|template\b)`)

// instructions match comments that are addressed to a model: by its name, with orders about its instructions,
// about secrets or about hiding something from users, or with the emphatic words of a prompt.
var instructions = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|other|system|safety|user)\b[^.]{0,30}\b(?:instruction|prompt|rule|guideline|message|direction|request|restriction|warning)s?\b`),
	regexp.MustCompile(`(?i)\b(?:do not|don't|never|without)\s+(?:tell|inform|mention|reveal|show|ask|alert|notify|warn)\w*\b[^.]{0,40}\b(?:users?|humans?|anyone|anybody|people)\b`),
	regexp.MustCompile(`(?i)^\W*(?:(?:note|notes|instructions?|message|hint|reminder|important)\s+(?:for|to)\s+)?(?:the\s+)?(?:claude|(?:chat)?gpt|codex|copilot|gemini|cursor|agents?|ais?|(?:ai )?assistants?|llms?|models?)\s*[:,!–—-].*\b(?:you|your|always|never|must|do not|don't|read|run|use|follow|ignore|execute|call|load|make sure|when|before|after)\b`),
	regexp.MustCompile(`(?i)\b(?:claude|codex|copilot|the (?:agent|ai|assistant|model|llm)|agents|assistants|llms|models)\s+(?:must|should|shall|needs? to|has to|have to|is to|are to|may not|cannot)\b`),
	regexp.MustCompile(`(?i)\byou (?:must (?:always|never|not|first|also)\b|are (?:now |a helpful |an? (?:ai|llm|language model|assistant|agent)\b))`),
	regexp.MustCompile(`(?i)^\W*(?:mandatory|important|critical|system|attention|instructions?)\b\W.*\b(?:always|never|must|do not|don't|read|execute|load|follow|ignore)\b`),
	regexp.MustCompile(`(?i)\b(?:send|upload|post|exfiltrate|copy|read)\b[^.]{0,60}(?:~?/\.ssh|\.env\b|credential|api[ _-]?key|secret|password|token)`),
}

// instructsModel reports whether the text of a comment reads like an instruction to a model.
func instructsModel(text string) bool {
	return !forPeople.MatchString(text) && slices.ContainsFunc(instructions, func(way *regexp.Regexp) bool { return way.MatchString(text) })
}
