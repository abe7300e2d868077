package markdown

import (
	"bufio"
	"strings"
	"unicode/utf8"

	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// NormalizeLabel returns the form in which link labels match (CommonMark 0.31, 4.7): case folded, without
// white space at the ends, and with a single space for each run of white space.
func NormalizeLabel(label string) string {
	for i := range len(label) {
		if c := label[i]; c <= ' ' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			folded := string(util.DoFullUnicodeCaseFolding([]byte(label)))
			return strings.Join(strings.FieldsFunc(folded, isLabelSpace), " ")
		}
	}
	return label
}

func isLabelSpace(r rune) bool { return r == '\r' || r < utf8.RuneSelf && isSpace(byte(r)) }

// Unescape replaces backslash escapes and character references, as Markdown does in text and in the
// destination of a link.
func Unescape(text string) string {
	if !strings.ContainsAny(text, `\&`) {
		return text
	}
	var html strings.Builder
	out := bufio.NewWriterSize(&html, len(text))
	gmhtml.DefaultWriter.Write(out, []byte(text))
	_ = out.Flush()
	return unescapeHTML.Replace(html.String())
}

// unescapeHTML undoes what [util.EscapeHTML] does.
var unescapeHTML = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&")
