package yamldialect

import (
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
)

// TestEemeliErrors holds messages that follow from the package's source, beyond those that RemcoChat's own runs have recorded.
func TestEemeliErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: [1\nb: 2\n", "Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1:\n\na: [1\nb: 2\n^\n"},
		{"[1, 2\n", "Flow sequence must end with a ] at line 2, column 1:\n\n[1, 2\n\n^\n"},
		{"a: [b,,c]\n", "Unexpected , in flow sequence at line 1, column 7:\n\na: [b,,c]\n      ^\n"},
		{"{a: b, a: c}\n", "Map keys must be unique at line 1, column 8:\n\n{a: b, a: c}\n       ^\n"},
		{"a: ]\n", "Unexpected flow-seq-end token in YAML stream: \"]\" at line 1, column 4:\n\na: ]\n   ^\n"},
		{"a: 'x\nb: 1\n", "Missing closing 'quote at line 3, column 1:\n\nb: 1\n\n^\n"},
		{"a: \"b\nc: d\"\n", "Missing closing \"quote at line 1, column 6:\n\na: \"b\n     ^\n"},
		{"a: \"x\\q\"\n", "Invalid escape sequence \\q at line 1, column 6:\n\na: \"x\\q\"\n     ^\n"},
		{"a: \"\\UFFFFFFFF\"", "Invalid code point 4294967295"},
		{"a: | text\n b\n", "Not a YAML token: text at line 1, column 6:\n\na: | text\n     ^^^^\n"},
		{"a: |x\n b\n", "Block scalar header includes extra characters: |x at line 1, column 5:\n\na: |x\n    ^\n"},
		{"a: |\n  x\n\ty\n", "Block scalar lines must not be less indented than their first line at line 3, column 1:\n\n  x\n\ty\n^\n"},
		{"a: b\nc\n", "Implicit map keys need to be followed by map values at line 2, column 1:\n\na: b\nc\n^\n"},
		{"a\nb: c\n", "Implicit keys need to be on a single line at line 1, column 1:\n\na\n^\n"},
		{"- a\nb: c\n", "Unexpected scalar at node end at line 2, column 1:\n\n- a\nb: c\n^\n"},
		{"a: - b\n", "Unexpected block-seq-ind on same line with key at line 1, column 4:\n\na: - b\n   ^\n"},
		{"a: [b](c): d\n", "Unexpected scalar at node end at line 1, column 7:\n\na: [b](c): d\n      ^^^\n"},
		{"a:\n  - b\n - c\n", "A block sequence may not be used as an implicit map key at line 3, column 1:\n\n  - b\n - c\n^\n"},
		{"a:\n  b: c\n d: e\n", "All mapping items must start at the same column at line 3, column 1:\n\n  b: c\n d: e\n^\n"},
		{"a:\n\t- b\n", "Tabs are not allowed as indentation at line 2, column 1:\n\na:\n\t- b\n^\n"},
		{"d: \"e\"#f\n", "Comments must be separated from other tokens by white space characters at line 1, column 7:\n\nd: \"e\"#f\n      ^^\n"},
		{"%YAML 1.2\na: b\n", "Missing directives-end/doc-start indicator line at line 2, column 1:\n\n%YAML 1.2\na: b\n^\n"},
		{"c: !e!x d\n", "Could not resolve tag: !e!x at line 1, column 4:\n\nc: !e!x d\n   ^^^^\n"},
		{"a: b\n...\nc: d\n", "Source contains multiple documents; please use YAML.parseAllDocuments() at line 3, column 1:\n\n...\nc: d\n^\n"},
		{"c: *y\n", "Unresolved alias (the anchor must be set before the alias): y"},
		{"a: &a [1, 2]\nb: [" + strings.Repeat("*a, ", 101) + "*a]\n", "Excessive alias count indicates a resource exhaustion attack"},
		{strings.Repeat("[", 2000), "Maximum call stack size exceeded"},
		{"éééé: 😀 b: c\n", "Nested mappings are not allowed in compact mappings at line 1, column 7:\n\néééé: 😀 b: c\n      ^\n"},
	} {
		doc := LoadEemeli(tt.text)
		if doc.Err == nil || doc.Err.Message != tt.want {
			t.Errorf("%q: %+v, want %q", clipEemeli(tt.text), doc.Err, tt.want)
		}
		if doc.Value != nil {
			t.Errorf("%q has the value %v", clipEemeli(tt.text), doc.Value)
		}
	}
}

// TestEemeliValues holds the texts of the values of "a".
func TestEemeliValues(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: b\n c\n\n d\n", "b c\nd"},
		{"a: |+\n x\n\n\n", "x\n\n\n"},
		{"a: >-\n a\n b\n\n c\n  d\n e\n", "a b\nc\n d\ne"},
		{"a: >2\n   x\n  y\n", " x\ny\n"},
		{"a: |\nb: c\n", ""},
		{"a: |\r\n x\r\n y\r\n", "x\ny\n"},
		{"a: \"x\n  y\\\n  z\n\n  w\"\n", "x yz\nw"},
		{"a: 'i''t\n\n s'\n", "i't\ns"},
		{`a: "\ud83d\ude00\x41\U0001F600\ud800"`, "😀A😀\ufffd"},
		{"a: 0x1F\n", "31"},
		{"a: 0o17\n", "15"},
		{"a: -0\n", "0"},
		{"a: 1.10\n", "1.1"},
		{"a: 1e21\n", "1e+21"},
		{"a: 123456789012345678901234\n", "1.2345678901234569e+23"},
		{"a: 100000000000000000000\n", "100000000000000000000"},
		{"a: 0.000001\n", "0.000001"},
		{"a: 1.5e-7\n", "1.5e-7"},
		{"a: .inf\n", "Infinity"},
		{"a: -.INF\n", "-Infinity"},
		{"a: .nan\n", "NaN"},
		{"a: True\n", "true"},
		{"a: yes\n", "yes"},
		{"a: ~\n", ""},
		{"a: !!str 12\n", "12"},
		{"a: !!int x\n", "x"},
		{"a: ! 0x10\n", "0x10"},
		{"a: [b, [c, ~], {d: e}]\n", "b,c,,[object Object]"},
		{"a: &x\n - *x\n - b\n", ",b"},
		{"b: &x c\na: *x\n", "c"},
		{"? a\n: b\n", "b"},
		{"a:\n- b\n# c\n- d\n", "b,d"},
		{"\ufeffa: b\n", "b"},
		{"--- # x\na: b\n...\n", "b"},
		{"{a: b, ? c}\n", "b"},
		{"a: b # c\n", "b"},
		{"\"a\" : b\n", "b"},
		{"<<: {a: c}\na: b\n", "b"},
	} {
		doc := LoadEemeli(tt.text)
		o, ok := doc.Value.(*JSObject)
		if !ok {
			t.Errorf("%q: %v, %v", tt.text, doc.Value, doc.Err)
			continue
		}
		v, _ := o.Get("a")
		if got, err := JSText(v); got != tt.want || err != nil {
			t.Errorf("%q: %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
}

func TestEemeliKeys(t *testing.T) {
	doc := LoadEemeli("b: 1\n10: 2\n? [a, {b: c}]\n: 3\n9: 4\nnull: 5\n01: 6\n")
	o, ok := doc.Value.(*JSObject)
	if !ok {
		t.Fatalf("%v, %v", doc.Value, doc.Err)
	}
	if got, want := strings.Join(o.Keys(), "|"), "1|9|10|b|[a, {b: c}]|"; got != want {
		t.Errorf("keys %q, want %q", got, want)
	}
}

// TestEemeliGrowth checks that hostile texts, beyond those of TestGrowth, are read in linear time.
func TestEemeliGrowth(t *testing.T) {
	texts := func(n int) []string {
		return []string{
			strings.Repeat("[", n), strings.Repeat("{a: ", n), strings.Repeat("- ", n), strings.Repeat("? ", n), strings.Repeat("a: \"\\\"\n", n) + "\"",
			strings.Repeat("a: 'x\n", n), strings.Repeat(": ", n), "a:" + strings.Repeat("\n", n) + strings.Repeat("  # c\n", n) + "b: c",
			"a: [" + strings.Repeat("b, ", n) + "]", "a: &x [" + strings.Repeat("1, ", n) + "]\nb: [" + strings.Repeat("*x, ", n) + "]",
			"a: &x []\nb: &y [" + strings.Repeat("*x, ", n) + "]\nc: [" + strings.Repeat("*y, ", n) + "]", strings.Repeat("\n", n) + "a: |\n" + strings.Repeat(" \n", n),
			strings.Repeat("&a ", n) + "b", strings.Repeat("!a ", n) + "b: c", strings.Repeat("%a\n", n), strings.Repeat("...\n", n), strings.Repeat("--- a\n", n),
			"a: b" + strings.Repeat("\n  # c", n), "- a\n" + strings.Repeat("  # c\n", n), strings.Repeat("a: |\n", n), "a: \"" + strings.Repeat("\\", n),
		}
	}
	const n = 5_000
	for i, short := range texts(n) {
		t.Run(clipEemeli(short), func(t *testing.T) {
			growthtest.Linear(t, n, func(n int) time.Duration {
				text := texts(n)[i]
				return growthtest.Take(t, func() { LoadEemeli(text) })
			})
		})
	}
}

func clipEemeli(text string) string { return text[:min(len(text), 60)] }

// FuzzEemeli checks that any text is read, and that errors and nodes are in it.
func FuzzEemeli(f *testing.F) {
	for _, seed := range []string{
		"name: a\ndescription: >-\n  b\n  c\n", "a: [b, {c: d}, 'e', \"f\\n\"]\n", "? a\n: - b\n  - c\n", "a: &x !!str b\nc: *x\n", "%TAG ! x\n--- |\n a\n...\n",
		"a:\n\t- b\r\n", "{a: b\n c: d}: e\n", "- - a\n  - b\n -c", "\ufeff# a\n\nb: |2-\n   c\n", "a: \"\\ud800\\x4",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		doc := LoadEemeli(text)
		if err := doc.Err; err != nil && (err.Start < 0 || err.Start > err.End || err.End > len(text) || err.Message == "") {
			t.Fatalf("%q: %+v", text, err)
		}
		checkEemeliNode(t, text, doc.Root)
		if _, err := JSText(doc.Value); err != nil && err != errNoPrimitive {
			t.Fatal(err)
		}
	})
}

func checkEemeliNode(t *testing.T, text string, n *Node) {
	if n == nil {
		return
	}
	if n.Start < 0 || n.Start > n.End || n.End > len(text) {
		t.Fatalf("%q: a node at %d to %d", text, n.Start, n.End)
	}
	for _, pair := range n.Pairs {
		checkEemeliNode(t, text, pair.Key)
		checkEemeliNode(t, text, pair.Value)
	}
	for _, child := range n.Items {
		checkEemeliNode(t, text, child)
	}
}
