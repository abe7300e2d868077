package skills

import (
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/growthtest"
)

// longText keeps the shapes that repeat it below [MaxEntries], where the analysis would stop early.
var longText = strings.Repeat("b", 80)

// hostileFrontmatter holds the shapes that make YAML readers quadratic. Each function returns the content of a frontmatter
// of about n bytes.
var hostileFrontmatter = map[string]func(n int) string{
	"pairs in a list":            within("x: [", repeat("a: "+longText+","), "]"),
	"distinct pairs in a list":   within("x: [", numbered("a%d: b,"), "]"),
	"quoted pairs in a list":     within("x: [", repeat(`"a":b,`), "]"),
	"explicit pairs in a list":   within("x: [", repeat("? a,"), "]"),
	"empty keys in a list":       within("x: [", repeat(": b,"), "]"),
	"lists in a list":            within("x: [", repeat("[],"), "]"),
	"mappings in a list":         within("x: [", repeat("{a: b},"), "]"),
	"pairs of a mapping":         within("x: {", numbered("a%d: b,"), "}"),
	"keys of a mapping":          within("x: {", numbered("a%d,"), "}"),
	"anchors":                    within("x: [", repeat("&"+longText+","), "]"),
	"anchored texts":             within("x: [", repeat("&a b,"), "]"),
	"tags":                       within("x: [", repeat("!a,"), "]"),
	"verbatim tags":              within("x: [", repeat("!<a> b,"), "]"),
	"aliases":                    within("y: &a b\nx: [", repeat("*a,"), "]"),
	"lines of a list":            within("x: [", repeat(longText+",\n "), "]"),
	"comments in a list":         within("x: [", repeat("a, #c\n "), "]"),
	"open list":                  within("x: [", repeat("a: b,"), ""),
	"open lists":                 repeat("["),
	"open mappings":              repeat("{"),
	"nested pairs":               repeat("{a: "),
	"fields":                     numbered("k%d: v\n"),
	"equal fields":               repeat("k: v\n"),
	"empty fields":               numbered("k%d:\n"),
	"broken fields":              numbered("k%d: a: b\n"),
	"anchored fields":            numbered("k%d: &a b\n"),
	"fields after LS":            repeat("a: b\u2028"),
	"fields after NEL":           numbered("k%d: v\u0085"),
	"open quotes":                numbered("k%d: \"a\n"),
	"blocks":                     numbered("k%d: |\n  t\n"),
	"explicit keys":              numbered("? k%d\n"),
	"key indicators":             repeat("? "),
	"key indicators, one a line": repeat("?\n"),
	"colons":                     repeat(": "),
	"dashes":                     repeat("- "),
	"items":                      repeat("- a\n"),
	"merges":                     repeat("<<: {a: b}\n"),
	"nested fields":              within("metadata:\n", numbered("  k%d: v\n"), ""),
	"equal nested fields":        within("metadata:\n", repeat("  k: v\n"), ""),
	"growing indentation":        growing(" "),
	"comments":                   repeat("# c\n"),
	"blank lines":                repeat("\n"),
	"space lines":                repeat(" \n"),
	"carriage returns":           repeat("\r"),
	"stray lines":                numbered("stray %d\n"),
	"document ends":              repeat("...\n"),
	"documents":                  repeat("--- a\n"),
	"quotes":                     repeat(`"`),
	"single quotes":              repeat("'"),
	"values on a line":           within("x: [", repeat(longText+", "), "]"),
	"long key":                   repeat("k"),
	"lines of a text":            within("k: a\n", repeat("  b\n"), ""),
	"blank lines in a text":      within("k: a\n", repeat("  b\n\n"), ""),
	"comments in a block":        within("k: |\n", repeat("  # c\n"), ""),
	"line breaks NEL":            repeat("\u0085"),
}

// within puts a prefix and a suffix around what a function makes.
func within(prefix string, generate func(int) string, suffix string) func(int) string {
	return func(n int) string { return prefix + generate(n) + suffix + "\n" }
}

// TestFrontmatterGrowth checks that the time to parse a frontmatter grows with its size, closed or not.
func TestFrontmatterGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	for name, generate := range hostileFrontmatter {
		for _, closing := range []string{"---\n", ""} {
			t.Run(strings.TrimSpace(name+" "+closing), func(t *testing.T) {
				size := 10_000 // four times as much stays below MaxEntries
				if strings.Contains(generate(size), longText) {
					size = 60_000
				}
				growthtest.Linear(t, size, func(n int) time.Duration {
					source := "---\nname: x\n" + generate(n) + closing
					return growthtest.Take(t, func() { Parse(source) })
				})
			})
		}
	}
}

// TestFlowSpans checks the spans of values in a list in brackets that have no brackets or no text of their own.
func TestFlowSpans(t *testing.T) {
	const source = "x: [a: b, &n, !t , &m c, ? d : e ] # end"
	root, err := frontmatter.ParseYAML(source)
	if err != nil {
		t.Fatal(err)
	}
	list := root.Pairs[0].Value
	got := []string{list.Span.Of(source)}
	for _, item := range list.Items {
		got = append(got, item.Span.Of(source))
	}
	want := []string{"[a: b, &n, !t , &m c, ? d : e ]", "a: b", "", "", "c", "? d : e"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
