package skills

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
	"skills-ls/skills/text"
)

// hostile are the shapes that make Markdown parsers quadratic, each as the function that makes about n bytes of it.
var hostile = map[string]func(n int) string{
	"images":            repeat("![]("),
	"image openers":     repeat("!["),
	"links":             repeat("[a](b"),
	"angled links":      repeat("[a](<b"),
	"linked links":      repeat("[a](b)"),
	"openers":           repeat("["),
	"spaced openers":    repeat("[ "),
	"closers":           repeat("]"),
	"brackets":          halves("[", "]"),
	"text in brackets":  halves("[a ", "]"),
	"brackets of links": halves("[", "[a](b)"),
	"images and links":  halves("![", "[a](b)"),
	"nested images":     halves("![", "](a)"),
	"references":        repeat("[a][b]"),
	"half references":   repeat("[a]["),
	"shortcuts":         repeat("[a]\n"),
	"many definitions":  repeat("[a]: b\n"),
	"own definitions":   numbered("[a%d]: b\n"),
	"defined":           func(n int) string { return "[a]: b\n\n" + repeat("[a]")(n) },
	"open definitions":  repeat("[a]: b \"\n"),
	"titles":            repeat("[a](b \""),
	"paren titles":      repeat("[a](b ("),
	"parens":            func(n int) string { return "[a](" + repeat("(")(n) },
	"many parens":       repeat("](("),
	"paren pairs":       func(n int) string { return repeat("[a](b")(n/2) + repeat("[c](d)e")(n/2) },
	"emphasis":          repeat("*a_ "),
	"stars":             repeat("*"),
	"spaced stars":      repeat("a**b "),
	"emphasis heading":  func(n int) string { return "# " + repeat("*a_ ")(n) },
	"opening heading":   func(n int) string { return "# " + repeat("*a _b ~c ")(n) },
	"mixed heading":     func(n int) string { return "# " + repeat("*a **a ")(n/2) + repeat("b* b*** ")(n/2) },
	"heading links":     func(n int) string { return "# " + repeat("*[*a*](b)")(n) },
	"heading entities":  func(n int) string { return "# " + repeat("&")(n) },
	"heading images":    func(n int) string { return "# " + halves("![", "](a)")(n) },
	"strikes heading":   func(n int) string { return "# " + repeat("~a ~~b ")(n) },
	"equal headings":    repeat("# a\n"),
	"slug collisions":   numbered("# a\n# a-%d\n"),
	"setext":            repeat("a\n=\n"),
	"setext lines":      func(n int) string { return repeat("a\n")(n) + "=\n" },
	"backticks":         ticks,
	"ticks and lines":   func(n int) string { return ticks(n/2) + repeat("a\n")(n/2) },
	"long ticks":        func(n int) string { return "`a" + repeat("``` a ` ")(n) },
	"open fences":       repeat("~~~\n"),
	"quotes":            repeat(">"),
	"spaced quotes":     repeat("> "),
	"quote lines":       repeat(strings.Repeat(">", 100) + "a\n"),
	"growing quotes":    growing(">"),
	"quote and blanks":  func(n int) string { return strings.Repeat("> ", 60) + "a" + repeat("\n")(n) },
	"items":             func(n int) string { return repeat("- ")(n) + "a" },
	"item and blanks":   func(n int) string { return strings.Repeat("- ", 40) + "a" + repeat("\n")(n) },
	"item lines":        repeat(strings.Repeat("- ", 50) + "a\n"),
	"items below":       growing("  "),
	"growing items":     func(n int) string { return indented(n, "- a\n", 2) },
	"ordered items":     func(n int) string { return indented(n, "1. a\n", 3) },
	"empty items":       repeat("-\n"),
	"blank items":       repeat("-\n\n"),
	"loose items":       repeat("- a\n\n"),
	"starred items":     repeat("* + - 1. "),
	"quoted items":      repeat("> - "),
	"tabs":              repeat("\t"),
	"tabs and text":     repeat("\ta\n"),
	"tabbed items":      repeat("-\t"),
	"spaces":            func(n int) string { return "a" + repeat(" ")(n) + "b" },
	"blank lines":       repeat("\n"),
	"space lines":       repeat(" \n"),
	"digits":            repeat("1"),
	"hashes":            repeat("#"),
	"dashes":            repeat("-"),
	"spaced dashes":     repeat("- "),
	"equals":            func(n int) string { return "a\n" + repeat("=")(n) + "a" },
	"tags":              repeat("<a"),
	"open tags":         repeat("<a "),
	"attributes":        func(n int) string { return "x <a" + repeat(" b")(n) },
	"block attributes":  func(n int) string { return "<a" + repeat(" b")(n) },
	"attribute lines":   repeat("<a b c d e=\n"),
	"quoted values":     repeat("<a b=\""),
	"single quotes":     repeat("x <a b='<a b=\""),
	"comments":          repeat("x <!--"),
	"instructions":      repeat("x <?"),
	"declarations":      repeat("x <!A"),
	"cdata":             repeat("x <![CDATA["),
	"comment block":     func(n int) string { return "<!--\n" + repeat("a\n")(n) },
	"script block":      func(n int) string { return "<script>\n" + repeat("</scrip\n")(n) },
	"script line":       func(n int) string { return "<script>\n" + repeat("</scrip")(n) },
	"html blocks":       repeat("<div>\n\n"),
	"autolinks":         repeat("<http://a"),
	"mail links":        repeat("<a@"),
	"urls":              repeat("http://a.b/("),
	"url tail":          func(n int) string { return "http://a.b/" + repeat(")")(n) },
	"url entities":      func(n int) string { return "http://a.b/" + repeat("&a;")(n) },
	"schemes":           repeat("http://"),
	"www":               repeat("www."),
	"spaced www":        repeat("www._a.b "),
	"underscored www":   repeat("www._"),
	"joined www":        repeat("_www."),
	"few dots":          func(n int) string { return repeat("(www_.a_")(n) },
	"underscored hosts": repeat("http://_._"),
	"at signs":          repeat("a@"),
	"mails":             repeat("a@b.c "),
	"mail parts":        func(n int) string { return repeat("a.")(n) + "@b" },
	"wide table":        func(n int) string { return repeat("|a")(n/2) + "\n" + repeat("|-")(n/2) + "\n" },
	"long table":        func(n int) string { return repeat("|a")(n/4) + "\n" + repeat("|-")(n/4) + "\n" + repeat("a\n")(n/2) },
	"many tables":       repeat("|a|b|\n|-|-|\n" + strings.Repeat("a\n", 50) + "\n"),
	"almost tables":     repeat("|-|-\n|-\n"),
	"delimiter rows":    repeat("|-"),
	"escapes":           repeat("\\"),
	"carriage returns":  repeat("\r"),
	"nuls":              repeat("\x00"),
	"invalid":           repeat("[\xff]\xc0"),
	"long words":        repeat("a"),
	"lazy lines":        func(n int) string { return strings.Repeat("> ", 60) + repeat("a\n")(n) },
	"lazy items":        func(n int) string { return strings.Repeat("- ", 30) + repeat("a\n")(n) },
	"tasks":             repeat("- [ ] [x]\n"),
	"defined headings":  repeat("[a]: b\n===\n"),
	"table and rule":    repeat("a|b\n-|-\n---\n"),
	"table to be":       repeat("0\n-:\n-\n"),
	"nested and spaces": func(n int) string { return strings.Repeat("- ", 31) + "a\n" + repeat(strings.Repeat(" ", 70)+"\n")(n) },
	"nested and lines":  func(n int) string { return strings.Repeat("- ", 31) + "a\n" + repeat(strings.Repeat(" ", 62)+"b\n")(n) },
	"tag lines":         repeat("<a\n"),
	"markup lines":      repeat("<!\n"),
	"footnotes":         repeat("[^a]: b\n"),
	"escaped labels":    repeat("[\\]"),
	"long labels":       repeat("[a][" + strings.Repeat("b", 990)),
	"code in headings":  repeat("# `a` [b](c) *d*\n"),
	"colons":            repeat("a://"),
	"quote and code":    repeat(">     a\n"),
}

func repeat(s string) func(int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func halves(a, b string) func(int) string {
	return func(n int) string {
		count := n / (len(a) + len(b))
		return strings.Repeat(a, count) + strings.Repeat(b, count)
	}
}

func numbered(format string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n-len(format)-8; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
}

// ticks are runs of backticks of ever new lengths, which all remain open.
func ticks(n int) string {
	var b strings.Builder
	for i := 1; b.Len()+i+1 < n; i++ {
		b.WriteString(strings.Repeat("`", i) + " ")
	}
	return b.String()
}

func growing(s string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len()+i*len(s)+2 < n; i++ {
			b.WriteString(strings.Repeat(s, i) + "a\n")
		}
		return b.String()
	}
}

func indented(n int, item string, step int) string {
	var b strings.Builder
	for i := 0; b.Len()+i*step+len(item) < n; i++ {
		b.WriteString(strings.Repeat(" ", i*step) + item)
	}
	return b.String()
}

// TestHostileMarkdown checks that the time to parse a body grows linearly for every hostile shape. goldmark alone is quadratic for many of
// them.
func TestHostileMarkdown(t *testing.T) {
	size := MaxBody / 32 // and four times as much
	if testing.Short() {
		size /= 4
	}
	for name, generate := range hostile {
		t.Run(name, func(t *testing.T) {
			growthtest.Linear(t, size, func(n int) time.Duration {
				source := generate(n)
				return growthtest.Take(t, func() { parseMarkdown(source, text.Span{Start: 0, End: len(source)}) })
			})
		})
	}
}
