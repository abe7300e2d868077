package otto

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// A notice is a warning that otto adds to a loaded skill.
type notice struct {
	kind        string
	description string // escaped for JSON
	line        int    // 1-based, in the trimmed body
}

func (n notice) String() string {
	return `{"type":"` + n.kind + `","description":"` + n.description + `","line":` + strconv.Itoa(n.line) + "}"
}

// printNotices returns the notices as the last field of an object, or "" if there are none.
func printNotices(notices []notice) string {
	if len(notices) == 0 {
		return ""
	}
	texts := make([]string, len(notices))
	for i, n := range notices {
		texts[i] = n.String()
	}
	return `,"securityNotices":[` + strings.Join(texts, ",") + "]"
}

// notices returns the notices on what a reader of the rendered body might not see, as scanContent does
// (security.ts).
func notices(content string) []notice {
	notices := comments(content)
	scan := scan{}
	for line := range strings.SplitSeq(content, "\n") {
		scan.line++
		notices = append(notices, scan.notices(line)...)
	}
	return notices
}

// Lengths in UTF-16 units.
const (
	shortComment = 20  // a comment of at most this length gets no notice
	shortBase64  = 100 // base64 text of at most this length gets no notice
	quoted       = 80  // of a comment, in a notice
	quotedMore   = 100 // of a comment that looks like an instruction
)

// comments returns the notices on HTML comments.
func comments(content string) []notice {
	var notices []notice
	line := 1
	for at := 0; ; {
		start := strings.Index(content[at:], "<!--")
		if start < 0 {
			return notices
		}
		line += strings.Count(content[at:at+start], "\n")
		at += start
		length := strings.Index(content[at+len("<!--"):], "-->")
		if length < 0 {
			return notices
		}
		end := at + len("<!--") + length
		source := text.TrimJS(content[at+len("<!--") : end])
		switch size := text.UTF16.Len(source); {
		case source == "":
		case suspicious.MatchString(kit.LowerASCII(source)):
			notices = append(notices, notice{
				"hidden_instruction",
				fmt.Sprintf(`HTML comment at line %d contains suspicious instruction-like content: \"%s\"`, line, truncate(source, quotedMore)), line,
			})
		case size > shortComment:
			notices = append(notices, notice{
				"html_comment",
				fmt.Sprintf(`HTML comment at line %d (%d chars) — hidden from rendered view: \"%s\"`, line, size, truncate(source, quoted)), line,
			})
		}
		line += strings.Count(content[at:end], "\n")
		at = end + len("-->")
	}
}

// truncate returns the first n UTF-16 units, escaped for JSON, with an ellipsis if there are more. It prints
// half of a character beyond U+FFFF as an escape sequence, like JSON.stringify.
func truncate(source string, n int) string {
	if text.UTF16.Len(source) <= n {
		return kit.EscapeJSON(source)
	}
	head := source[:text.UTF16.Offset(source, n)]
	half := ""
	if text.UTF16.Len(head) < n {
		r := []rune(source[len(head):][:4])[0]
		high, _ := utf16.EncodeRune(r)
		half = fmt.Sprintf(`\u%04x`, high)
	}
	return kit.EscapeJSON(head) + half + "…"
}

// suspicious are SUSPICIOUS_PATTERNS, for lowercase text: JavaScript's /i matches ASCII letters only with
// ASCII letters, and Go's does not. The first pattern matches "system:" anywhere.
var suspicious = kit.RegexpJS(strings.Join([]string{
	`system\s*:`,
	`\bignore\s+(previous|above|all)\s+(instructions?|prompts?)\b`,
	`\byou\s+are\s+now\b`,
	`\brole\s*:\s*(system|assistant)\b`,
	`\bdo\s+not\s+mention\b`,
	`\bpretend\s+you\s+are\b`,
	`\bact\s+as\s+(if|a|an|though)\b`,
	`\boverride\b.*\b(instructions?|rules?|safety)\b`,
	`\bsecretly\b`,
	`\bhidden\s+instruction\b`,
}, "|"))

// A scan is the state of a scan of the lines of a body.
type scan struct {
	line int // number of the line, from 1
	// skip is the offset in the next line at which the search for data URIs begins, in UTF-16 units. otto's
	// expression keeps the offset of a match, and so skips the text before it in the next line. Here skip is
	// 0 at the start of each load, while otto's offset survives across loads.
	skip int
}

var (
	dataURI   = regexp.MustCompile(`data:[a-z]+/[a-z]+;base64,`)
	base64    = regexp.MustCompile(`(?:[A-Za-z0-9+/]{4}){10,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?`)
	invisible = regexp.MustCompile(
		`[\x{ad}\x{feff}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{2064}\x{2066}-\x{2069}]`) // INVISIBLE_CODEPOINTS
)

func (s *scan) notices(line string) []notice {
	var notices []notice
	add := func(kind, description string) { notices = append(notices, notice{kind, description, s.line}) }
	if s.dataURI(line) {
		add("data_uri", fmt.Sprintf("Data URI detected at line %d — may embed hidden content", s.line))
	}
	for _, match := range base64.FindAllString(line, -1) {
		if size := len(match); size > shortBase64 {
			add("base64_content", fmt.Sprintf("Large base64 string (%d chars) at line %d — may contain hidden instructions", size, s.line))
		}
	}
	if n := len(invisible.FindAllString(line, -1)); n > 0 {
		add("invisible_chars", fmt.Sprintf("%d invisible Unicode character(s) at line %d — may hide content from visual inspection", n, s.line))
	}
	return notices
}

func (s *scan) dataURI(line string) bool {
	skip := s.skip
	s.skip = 0
	if skip > text.UTF16.Len(line) {
		return false
	}
	start := text.UTF16.Offset(line, skip)
	at := dataURI.FindStringIndex(kit.LowerASCII(line[start:]))
	if at == nil {
		return false
	}
	s.skip = text.UTF16.Len(line[:start+at[1]])
	return true
}
