package markdown

import (
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
	"skills-ls/skills/text"
)

// hostile are the shapes that make Markdown parsers quadratic, each as the function that makes about n bytes of it.
var hostile = map[string]func(n int) string{
	"images":            growthtest.Repeat("![]("),
	"image openers":     growthtest.Repeat("!["),
	"half links":        growthtest.Repeat("[a]("),
	"links":             growthtest.Repeat("[a](b"),
	"angled links":      growthtest.Repeat("[a](<b"),
	"linked links":      growthtest.Repeat("[a](b)"),
	"openers":           growthtest.Repeat("["),
	"spaced openers":    growthtest.Repeat("[ "),
	"closers":           growthtest.Repeat("]"),
	"brackets":          growthtest.Halves("[", "]"),
	"text in brackets":  growthtest.Halves("[a ", "]"),
	"brackets of links": growthtest.Halves("[", "[a](b)"),
	"images and links":  growthtest.Halves("![", "[a](b)"),
	"nested images":     growthtest.Halves("![", "](a)"),
	"references":        growthtest.Repeat("[a][b]"),
	"half references":   growthtest.Repeat("[a]["),
	"shortcuts":         growthtest.Repeat("[a]\n"),
	"many definitions":  growthtest.Repeat("[a]: b\n"),
	"own definitions":   growthtest.Numbered("[a%d]: b\n"),
	"defined":           func(n int) string { return "[a]: b\n\n" + growthtest.Repeat("[a]")(n) },
	"open definitions":  growthtest.Repeat("[a]: b \"\n"),
	"titles":            growthtest.Repeat("[a](b \""),
	"paren titles":      growthtest.Repeat("[a](b ("),
	"parens":            func(n int) string { return "[a](" + growthtest.Repeat("(")(n) },
	"many parens":       growthtest.Repeat("](("),
	"paren pairs":       func(n int) string { return growthtest.Repeat("[a](b")(n/2) + growthtest.Repeat("[c](d)e")(n/2) },
	"emphasis":          growthtest.Repeat("*a_ "),
	"stars":             growthtest.Repeat("*"),
	"spaced stars":      growthtest.Repeat("a**b "),
	"emphasis heading":  func(n int) string { return "# " + growthtest.Repeat("*a_ ")(n) },
	"opening heading":   func(n int) string { return "# " + growthtest.Repeat("*a _b ~c ")(n) },
	"mixed heading": func(n int) string {
		return "# " + growthtest.Repeat("*a **a ")(n/2) + growthtest.Repeat("b* b*** ")(n/2)
	},
	"heading links":     func(n int) string { return "# " + growthtest.Repeat("*[*a*](b)")(n) },
	"heading entities":  func(n int) string { return "# " + growthtest.Repeat("&")(n) },
	"heading images":    func(n int) string { return "# " + growthtest.Halves("![", "](a)")(n) },
	"strikes heading":   func(n int) string { return "# " + growthtest.Repeat("~a ~~b ")(n) },
	"equal headings":    growthtest.Repeat("# a\n"),
	"slug collisions":   growthtest.Numbered("# a\n# a-%d\n"),
	"setext":            growthtest.Repeat("a\n=\n"),
	"setext lines":      func(n int) string { return growthtest.Repeat("a\n")(n) + "=\n" },
	"backticks":         ticks,
	"ticks and lines":   func(n int) string { return ticks(n/2) + growthtest.Repeat("a\n")(n/2) },
	"long ticks":        func(n int) string { return "`a" + growthtest.Repeat("``` a ` ")(n) },
	"open fences":       growthtest.Repeat("~~~\n"),
	"quotes":            growthtest.Repeat(">"),
	"spaced quotes":     growthtest.Repeat("> "),
	"quote lines":       growthtest.Repeat(strings.Repeat(">", 100) + "a\n"),
	"growing quotes":    growthtest.Growing(">"),
	"quote and blanks":  func(n int) string { return strings.Repeat("> ", 60) + "a" + growthtest.Repeat("\n")(n) },
	"items":             func(n int) string { return growthtest.Repeat("- ")(n) + "a" },
	"item and blanks":   func(n int) string { return strings.Repeat("- ", 40) + "a" + growthtest.Repeat("\n")(n) },
	"item lines":        growthtest.Repeat(strings.Repeat("- ", 50) + "a\n"),
	"items below":       growthtest.Growing("  "),
	"growing items":     func(n int) string { return indented(n, "- a\n", 2) },
	"ordered items":     func(n int) string { return indented(n, "1. a\n", 3) },
	"empty items":       growthtest.Repeat("-\n"),
	"blank items":       growthtest.Repeat("-\n\n"),
	"loose items":       growthtest.Repeat("- a\n\n"),
	"starred items":     growthtest.Repeat("* + - 1. "),
	"quoted items":      growthtest.Repeat("> - "),
	"tabs":              growthtest.Repeat("\t"),
	"tabs and text":     growthtest.Repeat("\ta\n"),
	"tabbed items":      growthtest.Repeat("-\t"),
	"spaces":            func(n int) string { return "a" + growthtest.Repeat(" ")(n) + "b" },
	"blank lines":       growthtest.Repeat("\n"),
	"space lines":       growthtest.Repeat(" \n"),
	"digits":            growthtest.Repeat("1"),
	"hashes":            growthtest.Repeat("#"),
	"dashes":            growthtest.Repeat("-"),
	"spaced dashes":     growthtest.Repeat("- "),
	"equals":            func(n int) string { return "a\n" + growthtest.Repeat("=")(n) + "a" },
	"tags":              growthtest.Repeat("<a"),
	"open tags":         growthtest.Repeat("<a "),
	"attributes":        func(n int) string { return "x <a" + growthtest.Repeat(" b")(n) },
	"block attributes":  func(n int) string { return "<a" + growthtest.Repeat(" b")(n) },
	"attribute lines":   growthtest.Repeat("<a b c d e=\n"),
	"quoted values":     growthtest.Repeat("<a b=\""),
	"single quotes":     growthtest.Repeat("x <a b='<a b=\""),
	"comments":          growthtest.Repeat("x <!--"),
	"instructions":      growthtest.Repeat("x <?"),
	"declarations":      growthtest.Repeat("x <!A"),
	"cdata":             growthtest.Repeat("x <![CDATA["),
	"comment block":     func(n int) string { return "<!--\n" + growthtest.Repeat("a\n")(n) },
	"script block":      func(n int) string { return "<script>\n" + growthtest.Repeat("</scrip\n")(n) },
	"script line":       func(n int) string { return "<script>\n" + growthtest.Repeat("</scrip")(n) },
	"html blocks":       growthtest.Repeat("<div>\n\n"),
	"autolinks":         growthtest.Repeat("<http://a"),
	"mail links":        growthtest.Repeat("<a@"),
	"urls":              growthtest.Repeat("http://a.b/("),
	"url tail":          func(n int) string { return "http://a.b/" + growthtest.Repeat(")")(n) },
	"url entities":      func(n int) string { return "http://a.b/" + growthtest.Repeat("&a;")(n) },
	"schemes":           growthtest.Repeat("http://"),
	"www":               growthtest.Repeat("www."),
	"spaced www":        growthtest.Repeat("www._a.b "),
	"underscored www":   growthtest.Repeat("www._"),
	"joined www":        growthtest.Repeat("_www."),
	"few dots":          func(n int) string { return growthtest.Repeat("(www_.a_")(n) },
	"underscored hosts": growthtest.Repeat("http://_._"),
	"at signs":          growthtest.Repeat("a@"),
	"mails":             growthtest.Repeat("a@b.c "),
	"mail parts":        func(n int) string { return growthtest.Repeat("a.")(n) + "@b" },
	"wide table":        func(n int) string { return growthtest.Repeat("|a")(n/2) + "\n" + growthtest.Repeat("|-")(n/2) + "\n" },
	"long table": func(n int) string {
		return growthtest.Repeat("|a")(n/4) + "\n" + growthtest.Repeat("|-")(n/4) + "\n" + growthtest.Repeat("a\n")(n/2)
	},
	"many tables":      growthtest.Repeat("|a|b|\n|-|-|\n" + strings.Repeat("a\n", 50) + "\n"),
	"almost tables":    growthtest.Repeat("|-|-\n|-\n"),
	"delimiter rows":   growthtest.Repeat("|-"),
	"escapes":          growthtest.Repeat("\\"),
	"carriage returns": growthtest.Repeat("\r"),
	"nuls":             growthtest.Repeat("\x00"),
	"invalid":          growthtest.Repeat("[\xff]\xc0"),
	"long words":       growthtest.Repeat("a"),
	"lazy lines":       func(n int) string { return strings.Repeat("> ", 60) + growthtest.Repeat("a\n")(n) },
	"lazy items":       func(n int) string { return strings.Repeat("- ", 30) + growthtest.Repeat("a\n")(n) },
	"tasks":            growthtest.Repeat("- [ ] [x]\n"),
	"defined headings": growthtest.Repeat("[a]: b\n===\n"),
	"table and rule":   growthtest.Repeat("a|b\n-|-\n---\n"),
	"table to be":      growthtest.Repeat("0\n-:\n-\n"),
	"nested and spaces": func(n int) string {
		return strings.Repeat("- ", 31) + "a\n" + growthtest.Repeat(strings.Repeat(" ", 70)+"\n")(n)
	},
	"nested and lines": func(n int) string {
		return strings.Repeat("- ", 31) + "a\n" + growthtest.Repeat(strings.Repeat(" ", 62)+"b\n")(n)
	},
	"tag lines":        growthtest.Repeat("<a\n"),
	"markup lines":     growthtest.Repeat("<!\n"),
	"footnotes":        growthtest.Repeat("[^a]: b\n"),
	"escaped labels":   growthtest.Repeat("[\\]"),
	"long labels":      growthtest.Repeat("[a][" + strings.Repeat("b", 990)),
	"code in headings": growthtest.Repeat("# `a` [b](c) *d*\n"),
	"colons":           growthtest.Repeat("a://"),
	"quote and code":   growthtest.Repeat(">     a\n"),
}

// ticks are runs of backticks of ever new lengths, which all remain open.
func ticks(n int) string {
	var b strings.Builder
	for i := 1; b.Len()+i+1 < n; i++ {
		b.WriteString(strings.Repeat("`", i) + " ")
	}
	return b.String()
}

func indented(n int, item string, step int) string {
	var b strings.Builder
	for i := 0; b.Len()+i*step+len(item) < n; i++ {
		b.WriteString(strings.Repeat(" ", i*step) + item)
	}
	return b.String()
}

// TestHostileMarkdown checks that the time to parse and to render a body grows linearly for every hostile shape. goldmark alone is
// quadratic for many of them.
func TestHostileMarkdown(t *testing.T) {
	size := MaxBody / 32 // and four times as much
	if testing.Short() {
		size /= 4
	}
	for name, generate := range hostile {
		t.Run(name, func(t *testing.T) {
			growthtest.Linear(t, size, func(n int) time.Duration {
				source := generate(n)
				return growthtest.Take(t, func() { Parse(source, text.Span{Start: 0, End: len(source)}) })
			})
			growthtest.Linear(t, size, func(n int) time.Duration {
				source := generate(n)
				return growthtest.Take(t, func() { HTML(source, noOffset) })
			})
		})
	}
}
