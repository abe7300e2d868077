package yamldialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// showJS prints a value, with the keys of an object in order. Collections in themselves are "...".
func showJS(v any, above ...any) string {
	var parts []string
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case time.Time:
		return v.Format("2006-01-02T15:04:05")
	case []byte:
		return fmt.Sprintf("<%x>", v)
	case *JSArray:
		if slices.Contains(above, any(v)) {
			return "..."
		}
		for _, item := range v.Items {
			parts = append(parts, showJS(item, append(above, v)...))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case *JSObject:
		if slices.Contains(above, any(v)) {
			return "..."
		}
		for key, value := range v.values {
			parts = append(parts, key+"="+showJS(value, append(above, v)...))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	}
	text, _ := JSText(v)
	return text
}

// TestJSYAML4 compares with what js-yaml made of the same texts: 4.3.2 with the changes since 4.1.1 taken back, with which 200,000
// random texts were compared too.
func TestJSYAML4(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `null`,
		"  \n# c\n":              `null`,
		"a: 1\nb: yes\nc:\nd: ~": `{a=1 b="yes" c=null d=null}`,
		"\ufeffa: true":          `{a=true}`,
		"a: [0x1F, 0o17, 0b11, 010, 1_000, 0_1, 1e3, .5, -.inf, .nan, 1e21, 1e-7]": `{a=[31 15 3 10 1000 1 1000 0.5 -Infinity NaN 1e+21 1e-7]}`,
		"a: 2024-01-02\nb: 2024-1-2 3:04:05 +02:00\nc: 2024-1-2":                   `{a=2024-01-02T00:00:00 b=2024-01-02T01:04:05 c="2024-1-2"}`,
		"a: One\n  two\n\n  three # c\n":                                           `{a="One two\nthree"}`,
		"a: >\n  One\n  two\n\n   three\n  four\n\n":                               `{a="One two\n\n three\nfour\n"}`,
		"a: |2-\n   x\n\nb: |+\n\n y\n\n":                                          `{a=" x" b="\ny\n\n"}`,
		"a: 'x \n  y ''z'\nb: \"\\x41\\u00e9\\\n  \\ud83d\\ude00\\ud83d\"":         `{a="x  y 'z" b="Aé😀�"}`,
		"- a\n-\n- - b\n  - c: d\n    e: f\n":                                      `["a" null ["b" {c="d" e="f"}]]`,
		"a:\n- b\nc: {d, e: f}\ni: [j: k, l]":                                      `{a=["b"] c={d=null e="f"} i=[{j="k"} "l"]}`,
		"{a, ? b : c}":                                                             `missed comma between flow collection entries at 4`,          // approximate: js-yaml reads it
		"? a\n: b\n? - c\n  - d\n: e\n? {}\n":                                      `end of the stream or a document separator is expected at 0`, // approximate: js-yaml reads it
		"{{}: a, [b, c]: d}":                                                       `{[object Object]="a" b,c="d"}`,
		"{1e3: a, null: b, 2024-01-02: c, true: d, [x, null]: e}":                  `{1000="a" Tue Jan 02 2024 00:00:00 GMT+0000 (Coordinated Universal Time)="c" null="b" true="d" x,="e"}`,
		"a: &n x\nb: *n\nc: &m {d: *n}\ne: {<<: *m, f: 1, d: 2}":                   `{a="x" b="x" c={d="x"} e={d=2 f=1}}`,
		"&a [*a]": `[...]`,
		"- !!str 1\n- !!str\n- !!int '1'\n- !!binary YQ==\n- !!set {a}\n- !!omap [a: 1]\n- !!pairs [a: 1, a: 2]\n- ! 1\n- !!str\n  1": `["1" "" 1 <61> {a=null} [{a=1}] [{a=1} {a=2}] "1" 1]`,
		"a: b: c":                `bad indentation of a mapping entry at 4`,
		"a: 1\na: 2":             `duplicated mapping key at 5`,
		"a:\n\tb: c":             `tab characters must not be used in indentation at 3`,
		"a: @x":                  `bad indentation of a mapping entry at 3`,
		"a: *x":                  `unidentified alias "x" at 5`,
		"a: \"x":                 `unexpected end of the stream within a double quoted scalar at 5`,
		"a: [b":                  `unexpected end of the stream within a flow collection at 5`,
		"a: [b,,c]":              `expected the node content, but found ',' at 6`,
		"a: \"A\" and":           `bad indentation of a mapping entry at 7`,
		"a: !x b":                `unknown tag !<!x> at 7`,
		"a: !!int x":             `cannot resolve a node with !<tag:yaml.org,2002:int> explicit tag at 10`,
		"- &a b: c":              `bad indentation of a sequence entry at 6`,
		"<<: x":                  `cannot merge mappings; the provided source object is unacceptable at 5`,
		"[[[a]]]: b":             `nested arrays are not supported inside keys at 10`,
		"a: b\x01":               `the stream contains non-printable characters at 5`,
		"a: b\x00":               `null byte is not allowed in input at 4`,
		"a\n...\nb":              `expected a single document in the stream, but found more at 7`,
		"%YAML 1.2":              `directives end mark is expected at 0`,
		"just\ntext: x":          `end of the stream or a document separator is expected at 9`,
		strings.Repeat("[", 3e4): `Maximum call stack size exceeded at 1699`,
	} {
		value, err := LoadJSYAML(text, JSYAML4)
		got := showJS(value)
		if err != nil {
			got = fmt.Sprintf("%s at %d", err.Message, err.Start)
		}
		if got != want {
			t.Errorf("%.100q\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestJSYAML3 compares with what js-yaml 3.14.2 made of the same texts; 240,000 random ones were compared too.
func TestJSYAML3(t *testing.T) {
	const noKey = `incomplete explicit mapping pair; a key node is missed; or followed by a non-tabulated empty line`
	for text, want := range map[string]string{
		"a: [017, 0o17, 1:30, 1:30.5, 08, 0b11, 0x1F, -1_0]": `{a=[15 "0o17" 90 90.5 "08" 3 31 -10]}`,
		"{010: a, 1:20 : b, !!binary w6k= : c}":              `{80="b" 8="a" é="c"}`,
		"a: 2024-01-02\nb: 2024-1-2 3:04:05 +02:00":          `{a=2024-01-02T00:00:00 b=2024-01-02T01:04:05}`,
		"a: 1\n\tb: yes":       `{a=1 b="yes"}`,
		"a: [b,,c]":            `{a=["b" null "c"]}`,
		"a: &m {x: 1}\n<<: *m": `{a={x=1} x=1}`,
		"- [&a ]\n- *a":        `[[null] null]`,

		"a: b: c":                  noKey + " at line 1, column 5:\n    a: b: c\n        ^",
		"\na: 1\nb: 2\na: 3\nc: 4": "duplicated mapping key at line 4, column 1:\n    a: 3\n    ^",
		"\na: 1\na: >\n  x\nb: 2":  "duplicated mapping key at line 3, column -8:\n    a: >\n    ^",
		"{a: 1, a: 2}":             "duplicated mapping key at line 1, column 12:\n    {a: 1, a: 2}\n               ^",
		"b: !a%62 c":               "unknown tag !<!a%62> at line 1, column 11:\n    b: !a%62 c\n              ^",
		"- &a\n- *a":               "unidentified alias \"a\" at line 2, column 5:\n    - *a\n        ^",
		"a: *__proto__":            "unidentified alias \"__proto__\" at line 1, column 14:\n    a: *__proto__\n                 ^",
		"\ufeffa: b\x00":           "null byte is not allowed in input at line 1, column 5:\n    a: b\n        ^",
		"a: @x":                    "end of the stream or a document separator is expected at line 1, column 4:\n    a: @x\n       ^",
		"a: !!js/undefined x":      "unknown tag !<tag:yaml.org,2002:js/undefined> at line 1, column 20:\n    a: !!js/undefined x\n                       ^",
		"a\n...\nb":                `expected a single document in the stream, but found more`,
		// An excerpt has 36 characters at most on either side of the place.
		"b: " + strings.Repeat("c", 33) + ": " + strings.Repeat("d", 34): noKey + " at line 1, column 37:\n    b: " +
			strings.Repeat("c", 33) + ": " + strings.Repeat("d", 34) + "\n" + strings.Repeat(" ", 40) + "^",
		"b: " + strings.Repeat("c", 34) + ": " + strings.Repeat("d", 35): noKey + " at line 1, column 38:\n     ... " +
			strings.Repeat("c", 32) + ": " + strings.Repeat("d", 30) + " ... \n" + strings.Repeat(" ", 41) + "^",
		"b: " + strings.Repeat("é😀", 30) + ": " + strings.Repeat("c", 50): noKey + " at line 1, column 94:\n     ... " +
			strings.Repeat("😀é", 10) + "😀: " + strings.Repeat("c", 30) + " ... \n" + strings.Repeat(" ", 41) + "^",
	} {
		value, err := LoadJSYAML(text, JSYAML3)
		got := showJS(value)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.100q\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestJSYAMLLimits guards that texts made to grow end the reading soon.
func TestJSYAMLLimits(t *testing.T) {
	var keys strings.Builder
	for i := range 1 << 14 {
		fmt.Fprintf(&keys, "k%d: 1, ", i)
	}
	for name, text := range map[string]string{
		"merges": "a: &a {" + keys.String() + "}\nb: [" + strings.Repeat("{<<: *a}, ", 1<<16) + "]",
		"keys":   "a: &a [" + keys.String() + "]\nb: [" + strings.Repeat("{*a : 1}, ", 1<<16) + "]",
	} {
		if _, err := LoadJSYAML(text, JSYAML4); err == nil || err.Message != "the keys are too many or too long" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzJSYAML demands that any text is read or refused, at a place in it.
func FuzzJSYAML(f *testing.F) {
	for _, seed := range []string{
		"a: &x [1, {b: c}]\nd: *x\n", "? a\n: |-\n  b\n\n c\n", "- !!omap [a: 1]\n- <<: *x\n", "\"\\U0010ffff\\\n \\x0\"", "'a''\n\n b'", "!<x> ---\n...\n", "\ufeff\t\r - -\t:\r\n", "0b1_: .e5\n-0: ._e1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, dialect := range []Dialect{JSYAML4, JSYAML3} {
			value, err := LoadJSYAML(text, dialect)
			outside := err != nil && (err.Start < 0 || err.Start > err.End || err.End > len(text))
			if outside || err != nil && (value != nil || err.Message == "") {
				t.Errorf("%q: %v, %+v", text, value, err)
			}
			showJS(value)
		}
	})
}
