package yamldialect

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// showVSCode writes a node and the errors.
func showVSCode(n *Node, errs []Error) string {
	var b strings.Builder
	var write func(n *Node)
	write = func(n *Node) {
		switch {
		case n == nil:
			b.WriteString("nothing")
		case n.Kind == Scalar:
			fmt.Fprintf(&b, "%q", n.Text)
		case n.Kind == Sequence:
			b.WriteString("list")
		default:
			b.WriteString("{")
			for i, e := range n.Pairs {
				if i > 0 {
					b.WriteString(", ")
				}
				b.WriteString(e.Key.Text + ": ")
				write(e.Value)
			}
			b.WriteString("}")
		}
	}
	write(n)
	for _, e := range errs {
		fmt.Fprintf(&b, " !%s", e.Message)
	}
	return b.String()
}

func TestVSCode(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "nothing"},
		{"# c\n\n", "nothing"},
		{"name: demo\ndescription: Does things.\n", `{name: "demo", description: "Does things."}`},
		{"a: b: c\nd: e:\n", `{a: "b: c", d: "e:"}`}, // only the first colon of a line ends a key
		{"a: \"x\" b: c\nd: e\n", `{a: "x"}`},
		{"a: 'x\n  y' : z\nd: e\n", `{a: "x y"}`},
		{"a: x\n  y: z\n", `{a: "x", y: "z"} !Unexpected indentation (expected 0, got 2)`},
		{"- a: b: c\n", "list"},
		{"a: {b: c: d}\ne: f\n", `{a: {b: "c"}} !Expected mapping key !Expected "}"`},
		{"a: http://x\nb: c:d\n", `{a: "http://x", b: "c:d"}`},
		{"a: x # c\nb: x#c\nc: 'x' # c\n", `{a: "x", b: "x#c", c: "x"}`},
		{"a: 'it''s'\nb: \"x\\n\\u00e9\\q\\ud83d\\udca1\"\n", `{a: "it's", b: "x\né\\q💡"}`},
		{"a: \"x\n  y\n\n  z\"\n", `{a: "x y\nz"}`},
		{"a: \"x\\\n  y\"\n", `{a: "xy"}`},
		{"a: 'open\nb: c\n", `{a: "open b: c "}`},
		{"a: one\n  two\n\n  three\nb: c\n", `{a: "one two\nthree", b: "c"}`},
		{"a: one\n  - two\n", `{a: "one - two"}`},
		{"a: >\n  one\n  two\n\n  three\nb: c\n", `{a: "one two\nthree\n", b: "c"}`},
		{"a: >-\n  one\n   deep\n  two\n", `{a: "one\n deep\ntwo"}`},
		{"a: |\n  one\n  two\n\nb: |+\n  x\n\n", `{a: "one\ntwo\n", b: "x\n\n"}`},
		{"a: |2-\n   x\n", `{a: " x"}`},
		{"a: | # c\n  x\n", `{a: "x\n"}`},
		{"a: > b\n", `{a: "> b"}`},
		{"a:\nb: c\n", `{a: "", b: "c"} !Missing value`},
		{"a:\n", `{a: ""} !Missing value`},
		{"a: 1\na: 2\n", `{a: "1", a: "2"} !Duplicate key: "a"`},
		{"a: true\nb: ~\nc: 2024-01-02\n", `{a: "true", b: "~", c: "2024-01-02"}`},
		{"a: [x, 'y', {z: 1}]\nb: {c: d, e}\n", `{a: list, b: {c: "d", e: ""}}`},
		{"a: [x\nb: c\n", `{a: list} !Unexpected token in flow sequence !Expected "]"`},
		{"a: {x: 'y':z}\n", `{a: {x: "y"}} !Expected mapping key !Expected "}"`},
		{"m:\n  a: b\n  c:\n    d: e\nf: g\n", `{m: {a: "b", c: {d: "e"}}, f: "g"}`},
		{"a:\n- x\n- y: z\n  w: v\nb: c\n", `{a: list, b: "c"}`},
		{"- a\n- b\n", "list"},
		{"text\nmore\n", `"text more"`},
		{"  a: b\n c: d\n", `{a: "b"}`},
		{"a: b\n  c: d\n", `{a: "b", c: "d"} !Unexpected indentation (expected 0, got 2)`},
		{"a: b\r\nc: d\r\n", `{a: "b", c: "d"}`},
		{"a: b\rc: d", `{a: "b", c: "d"}`},
		{"%YAML 1.2\na: b\n", `{a: "b"}`},
		{"a: &x b\nc: *x\nd: !!str e\n", `{a: "&x b", c: "*x", d: "!!str e"}`},
		{"a: @x\n\tb: c\n", `{a: "@x", b: "c"} !Unexpected indentation (expected 0, got 1)`},
		{"\"a\": b\n? c\n", `{a: "b"}`},
		{": b\n", "nothing"},
	} {
		if got := showVSCode(ParseVSCode(tt.text, 0)); got != tt.want {
			t.Errorf("%q\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestVSCodePlaces checks where a value, a missing one and an indentation are, from an offset on.
func TestVSCodePlaces(t *testing.T) {
	// approximate: VS Code reports the line break in the brackets, too.
	const text = "---\na: b # c\nd:\n  e: [f, -\n]\n g: h\na: 'i'\n"
	root, errs := ParseVSCode(text, 4)
	var got []string
	for _, p := range root.Pairs {
		got = append(got, text[p.Key.Start:p.Key.End]+"="+text[p.Value.Start:p.Value.End])
	}
	for _, e := range errs {
		got = append(got, fmt.Sprintf("%q %s", text[e.Start:e.End], e.Message))
	}
	want := []string{
		"a=b", "d=  e: [f, -\n]", "g=h", "a='i'", `"-" Unexpected token in flow sequence`,
		`" " Unexpected indentation (expected 0, got 1)`,
		`"a" Duplicate key: "a"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestVSCodeDeep reads what is nested without end.
func TestVSCodeDeep(t *testing.T) {
	const n = 100_000
	for _, unit := range []string{"- ", "[", "{a: ", "- a: "} {
		ParseVSCode("a: "+strings.Repeat(unit, n), 0)
		ParseVSCode(strings.Repeat(unit, n), 0)
	}
	var b strings.Builder
	for i := range 2000 {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	ParseVSCode(b.String(), 0)
}

func FuzzVSCode(f *testing.F) {
	for _, text := range []string{
		"a: b: c\n", "a: |\n  x\n", "a: [x, {y: z}]\n", "- a\n- b: c\n", "\"\\u12\n", "a:\n- x\n  - y\n",
		"\xff: '\xfe", "a: |99999999999999999999\n b\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, errs := ParseVSCode(text, 0)
		var check func(n *Node)
		check = func(n *Node) {
			if n.Start < 0 || n.Start > n.End || n.End > len(text) {
				t.Errorf("%q: %+v", text, n)
			}
			for _, p := range n.Pairs {
				check(p.Key)
				check(p.Value)
			}
			for _, item := range n.Items {
				check(item)
			}
		}
		if n != nil {
			check(n)
		}
		for _, e := range errs {
			if e.Start < 0 || e.Start > e.End || e.End > len(text) {
				t.Errorf("%q: %+v", text, e)
			}
		}
	})
}
