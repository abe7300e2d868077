package jsyaml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// show prints a value, with the keys of a mapping in order.
func show(v *Value, above ...*Value) string {
	switch {
	case v == nil:
		return "undefined"
	case slices.Contains(above, v):
		return "..."
	}
	above = append(slices.Clone(above), v)
	var parts []string
	switch v.Kind {
	case Null:
		return "null"
	case String:
		return strconv.Quote(v.Text())
	case Boolean:
		return strconv.FormatBool(v.truth)
	case Number:
		return numberText(v.number)
	case Date:
		return v.date.Format("2006-01-02T15:04:05")
	case Binary:
		return fmt.Sprintf("<%x>", v.binary)
	case Sequence:
		for _, item := range v.items {
			parts = append(parts, show(item, above...))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	for key, value := range v.entries {
		parts = append(parts, replaceSurrogates(key)+"="+show(value, above...))
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, " ") + "}"
}

// TestLoad compares with what js-yaml made of the same texts: 4.3.2 with the changes since 4.1.1 taken back, with which 200,000
// random texts were compared too.
func TestLoad(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `undefined`,
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
		"a:\n- b\nc: {d, e: f, ? g : h}\ni: [j: k, l]":                             `{a=["b"] c={d=null e="f" g="h"} i=[{j="k"} "l"]}`,
		"? a\n: b\n? - c\n  - d\n: e\n? {}\n":                                      `{[object Object]=null a="b" c,d="e"}`,
		"{1e3: a, null: b, 2024-01-02: c, true: d, [x, null]: e}":                  `{1000="a" Tue Jan 02 2024 00:00:00 GMT+0000 (Coordinated Universal Time)="c" null="b" true="d" x,="e"}`,
		"a: &n x\nb: *n\nc: &m {d: *n}\ne: {<<: *m, f: 1, d: 2}":                   `{a="x" b="x" c={d="x"} e={d=2 f=1}}`,
		"&a [*a]": `[...]`,
		"- !!str 1\n- !!str\n- !!int '1'\n- !!binary YQ==\n- !!set {a}\n- !!omap [a: 1]\n- !!pairs [a: 1, a: 2]\n- ! 1\n- !!str\n  1": `["1" "" 1 <61> {a=null} [{a=1}] [["a" 1] ["a" 2]] "1" 1]`,
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
		value, err := Load(text)
		got := show(value)
		if err != nil {
			got = fmt.Sprintf("%s at %d", err.Message, err.Offset)
		}
		if got != want {
			t.Errorf("%.100q\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestLimits guards that texts made to grow end the reading soon.
func TestLimits(t *testing.T) {
	var keys strings.Builder
	for i := range 1 << 14 {
		fmt.Fprintf(&keys, "k%d: 1, ", i)
	}
	for name, text := range map[string]string{
		"merges": "a: &a {" + keys.String() + "}\nb: [" + strings.Repeat("{<<: *a}, ", 1<<16) + "]",
		"keys":   "a: &a [" + keys.String() + "]\nb: [" + strings.Repeat("{*a : 1}, ", 1<<16) + "]",
	} {
		if _, err := Load(text); err == nil || err.Message != "the keys are too many or too long" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzLoad demands that any text is read or refused, at a place in it.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"a: &x [1, {b: c}]\nd: *x\n", "? a\n: |-\n  b\n\n c\n", "- !!omap [a: 1]\n- <<: *x\n", "\"\\U0010ffff\\\n \\x0\"", "'a''\n\n b'", "!<x> ---\n...\n", "\ufeff\t\r - -\t:\r\n", "0b1_: .e5\n-0: ._e1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, load := range []func(string) (*Value, *Error){Load, LoadV3} {
			value, err := load(text)
			if err != nil && (value != nil || err.Offset < 0 || err.Offset > len(text) || err.Message == "") {
				t.Errorf("%q: %v, %+v", text, value, err)
			}
			show(value)
		}
	})
}
