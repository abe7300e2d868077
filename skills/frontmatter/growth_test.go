package frontmatter

import (
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
)

// longText makes values long, so that content of the tested size has fewer than [MaxEntries] entries. Scan
// stops early at that limit.
var longText = strings.Repeat("b", 80)

// hostileContents has contents for which a YAML parser can take quadratic time. Each function returns about n
// bytes.
var hostileContents = map[string]func(n int) string{
	"pairs in a list":          within("x: [", growthtest.Repeat("a: "+longText+","), "]"),
	"distinct pairs in a list": within("x: [", growthtest.Numbered("a%d: b,"), "]"),
	"quoted pairs in a list":   within("x: [", growthtest.Repeat(`"a":b,`), "]"),
	"explicit pairs in a list": within("x: [", growthtest.Repeat("? a,"), "]"),
	"empty keys in a list":     within("x: [", growthtest.Repeat(": b,"), "]"),
	"lists in a list":          within("x: [", growthtest.Repeat("[],"), "]"),
	"mappings in a list":       within("x: [", growthtest.Repeat("{a: b},"), "]"),
	"pairs of a mapping":       within("x: {", growthtest.Numbered("a%d: b,"), "}"),
	"keys of a mapping":        within("x: {", growthtest.Numbered("a%d,"), "}"),
	"anchors":                  within("x: [", growthtest.Repeat("&"+longText+","), "]"),
	"anchored values":          within("x: [", growthtest.Repeat("&a b,"), "]"),
	"tags":                     within("x: [", growthtest.Repeat("!a,"), "]"),
	"verbatim tags":            within("x: [", growthtest.Repeat("!<a> b,"), "]"),
	"aliases":                  within("y: &a b\nx: [", growthtest.Repeat("*a,"), "]"),
	"lines of a list":          within("x: [", growthtest.Repeat(longText+",\n "), "]"),
	"comments in a list":       within("x: [", growthtest.Repeat("a, #c\n "), "]"),
	"open list":                within("x: [", growthtest.Repeat("a: b,"), ""),
	"open lists":               growthtest.Repeat("["),
	"open mappings":            growthtest.Repeat("{"),
	"nested pairs":             growthtest.Repeat("{a: "),
	"fields":                   growthtest.Numbered("k%d: v\n"),
	"equal fields":             growthtest.Repeat("k: v\n"),
	"empty fields":             growthtest.Numbered("k%d:\n"),
	"broken fields":            growthtest.Numbered("k%d: a: b\n"),
	"anchored fields":          growthtest.Numbered("k%d: &a b\n"),
	"fields after LS":          growthtest.Repeat("a: b\u2028"),
	"fields after NEL":         growthtest.Numbered("k%d: v\u0085"),
	"open quotes":              growthtest.Numbered("k%d: \"a\n"),
	"blocks":                   growthtest.Numbered("k%d: |\n  t\n"),
	"explicit keys":            growthtest.Numbered("? k%d\n"),
	"key indicators":           growthtest.Repeat("? "),
	"key indicators on lines":  growthtest.Repeat("?\n"),
	"colons":                   growthtest.Repeat(": "),
	"dashes":                   growthtest.Repeat("- "),
	"items":                    growthtest.Repeat("- a\n"),
	"merges":                   growthtest.Repeat("<<: {a: b}\n"),
	"nested fields":            within("metadata:\n", growthtest.Numbered("  k%d: v\n"), ""),
	"equal nested fields":      within("metadata:\n", growthtest.Repeat("  k: v\n"), ""),
	"growing indentation":      growthtest.Growing(" "),
	"comments":                 growthtest.Repeat("# c\n"),
	"blank lines":              growthtest.Repeat("\n"),
	"space lines":              growthtest.Repeat(" \n"),
	"carriage returns":         growthtest.Repeat("\r"),
	"stray lines":              growthtest.Numbered("stray %d\n"),
	"document ends":            growthtest.Repeat("...\n"),
	"documents":                growthtest.Repeat("--- a\n"),
	"quotes":                   growthtest.Repeat(`"`),
	"single quotes":            growthtest.Repeat("'"),
	"values on a line":         within("x: [", growthtest.Repeat(longText+", "), "]"),
	"long key":                 growthtest.Repeat("k"),
	"lines of a value":         within("k: a\n", growthtest.Repeat("  b\n"), ""),
	"blank lines in a value":   within("k: a\n", growthtest.Repeat("  b\n\n"), ""),
	"comments in a block":      within("k: |\n", growthtest.Repeat("  # c\n"), ""),
	"line breaks NEL":          growthtest.Repeat("\u0085"),
}

// within returns a function that adds a prefix and a suffix to the result of another.
func within(prefix string, generate func(int) string, suffix string) func(int) string {
	return func(n int) string { return prefix + generate(n) + suffix + "\n" }
}

// TestScanGrowth checks that the time of Scan is linear in the size of the frontmatter, with and without a
// closing delimiter.
func TestScanGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	for name, generate := range hostileContents {
		for _, closing := range []string{"---\n", ""} {
			t.Run(strings.TrimSpace(name+" "+closing), func(t *testing.T) {
				size := 10_000 // four times as much stays below MaxEntries
				if strings.Contains(generate(size), longText) {
					size = 60_000
				}
				growthtest.Linear(t, size, func(n int) time.Duration {
					source := "---\nname: x\n" + generate(n) + closing
					return growthtest.Take(t, func() { Scan(source, 0) })
				})
			})
		}
	}
}

// TestFlowSpans checks the spans of pairs without braces and of empty values in a flow sequence.
func TestFlowSpans(t *testing.T) {
	const source = "x: [a: b, &n, !t , &m c, ? d : e ] # end"
	root, err := ParseYAML(source)
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
		t.Errorf("spans of the list and its items: %q, want %q", got, want)
	}
}

// TestFlowEntries checks that the values of a frontmatter in flow style end before the commas and the brace.
func TestFlowEntries(t *testing.T) {
	for _, test := range []struct {
		content string
		want    []string
	}{
		{"{name: a, description: b c}", []string{"a", "b c"}},
		{"{name: 'a', description: \"b\" }", []string{"'a'", "\"b\""}},
		{"{\nname: a,\ndescription: b # no\n}", []string{"a", "b"}},
		{"{name: , x: [a, b], y: {z: 1}, w: }", []string{"", "[a, b]", "{z: 1}", ""}},
		{"{name: &n a, x: !!str b}", []string{"&n a", "!!str b"}},
		{"name: a,\nx: [b]", []string{"a,", "[b]"}},
	} {
		source := "---\n" + test.content + "\n---\n"
		fm, _ := Scan(source, 0)
		var got []string
		for _, e := range fm.Entries {
			got = append(got, e.ValueSpan.Of(source))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q has the values %q, want %q", test.content, got, test.want)
		}
	}
}
