package yamldialect

import (
	"fmt"
	"strings"
	"testing"
)

// showSerde writes a value with its kind.
func showSerde(v *Node) string {
	switch v.Kind {
	case Mapping:
		var pairs []string
		for _, p := range v.Pairs {
			pairs = append(pairs, p.Key.Text+": "+showSerde(p.Value))
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	case Sequence:
		var items []string
		for _, item := range v.Items {
			items = append(items, showSerde(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Scalar:
		return fmt.Sprintf("%q", v.Text)
	case Null:
		return "null"
	}
	return v.Text
}

// skill is like the structs that agents read.
var skill = Struct(
	"Skill", Field{Name: "name", Shape: Option(String())}, Field{Name: "description", Shape: String(), Default: true},
	Field{Name: "metadata", Shape: Map(Any()), Default: true}, Field{Name: "tags", Shape: Vec(String()), Default: true},
	Field{Name: "on", Shape: Bool(), Default: true},
	Field{Name: "inner", Shape: Struct("Inner", Field{Name: "id", Shape: String()}), Default: true},
)

func TestSerde(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "{}"},
		{"# a\n", "{}"},
		{"~", "error: invalid type: unit value, expected struct Skill"},
		{"name: a\ndescription: b\n", `{name: "a", description: "b"}`},
		{"\n\ufeffname: a\n", `{name: "a"}`},
		{"name: ~\ndescription: ~\n", `{name: null, description: "~"}`},
		{"name: 1.50\ndescription: true", `{name: "1.50", description: "true"}`},
		{"name: '~'\ndescription:\n", `{name: "~", description: ""}`},
		{"name: !!null ~\ndescription: !!int x\n", `{name: null, description: "x"}`},
		{"name: !!null x", `error: invalid value: string "x", expected null`},
		{"\nname: !!null x", `error: invalid value: string "x", expected null at line 2 column 1`},
		{"description: >\n  a\n  b\n\n   c\n  d\n\nname: |-\n  e\n\n", `{description: "a b\n\n c\nd\n", name: "e"}`},
		{"description: a\n\n  b\n\tc\n", "error: found a tab character that violates indentation at line 4 column 1, while scanning a plain scalar at line 1 column 14"},
		{"name: &a x\ndescription: *a\n", `{name: "x", description: "x"}`},
		{"name: &a x\ndescription: &a y\ntags: &b [z]\nmetadata: {c: *a}\n", `{name: "x", description: "y", tags: ["z"], metadata: {c: "y"}}`},
		{"name: *a\n", "error: unknown anchor at line 1 column 7"},
		{"a: *a\nname: [\n", "error: unknown anchor at line 1 column 4"},
		{"{name: a, x: [b, {c: d}], description: e}", `{name: "a", description: "e"}`},
		{"x: [a, 'b\nname: c\n", "error: found unexpected end of stream at line 3 column 1, while scanning a quoted scalar at line 1 column 8"},
		{"metadata: {a: 1, b: [0x1F, 1e3, .inf, ~, True, yes, 012], c: 'x'}", `{metadata: {a: 1, b: [0x1F, 1e3, .inf, null, True, "yes", "012"], c: "x"}}`},
		{"metadata:\n", "{metadata: {}}"},
		{"metadata: {a: !b c}", "error: metadata.a: invalid type: enum, expected any valid JSON value at line 1 column 15"},
		{"metadata: {a: [1, 99999999999999999999]}", "error: metadata.a[1]: JSON number out of range at line 1 column 19"},
		{"metadata: {[a]: b}", "error: metadata: invalid type: sequence, expected a string at line 1 column 12"},
		{"metadata: {a: {[b]: c}}", "error: metadata.a: invalid type: sequence, expected a string key at line 1 column 16"},
		{"metadata: {? *x : b}", "error: unknown anchor at line 1 column 14"},
		{"tags: [a, 1, ~]\non: TRUE\n", `{tags: ["a", "1", "~"], on: TRUE}`},
		{"tags: a", `error: tags: invalid type: string "a", expected a sequence at line 1 column 7`},
		{"tags: [a, [b]]", "error: tags[1]: invalid type: sequence, expected a string at line 1 column 11"},
		{"tags: [? @", "error: tags[0]: invalid type: map, expected a string at line 1 column 8"},
		{"on: 'true'", `error: on: invalid type: string "true", expected a boolean at line 1 column 5`},
		{"on: 1", "error: on: invalid type: integer `1`, expected a boolean at line 1 column 5"},
		{"on: -0x10", "error: on: invalid type: integer `-16`, expected a boolean at line 1 column 5"},
		{"on: 18446744073709551616", "error: on: invalid type: integer `18446744073709551616` as u128, expected a boolean at line 1 column 5"},
		{"on: 1e2", "error: on: invalid type: floating point `100.0`, expected a boolean at line 1 column 5"},
		{"on: !!float x", `error: on: invalid value: string "x", expected a float at line 1 column 5`},
		{"name: {{x}}", "error: name: invalid type: map, expected a string at line 1 column 7"},
		{"name: &a\n  - b\n", "error: name: invalid type: sequence, expected a string at line 1 column 7"},
		{"inner: {}\n", "error: inner: missing field `id` at line 1 column 8"},
		{"inner: {id: a, id: b}\n", "error: inner: duplicate field `id` at line 1 column 8"},
		{"name: a\nname: b\n", "error: duplicate field `name`"},
		{"name: a\nname: b\nx: [\n", "error: duplicate field `name`"},
		{"[a]: b\n", "error: invalid type: sequence, expected field identifier"},
		{"- a\n", "error: invalid type: sequence, expected struct Skill"},
		{"\"a\\u0301\\t\\0\"", `error: invalid type: string "a\u{301}\t\0", expected struct Skill`},
		{"name: a\n---\nname: b\n", "error: deserializing from YAML containing more than one document is not supported"},
		{"{name: a} x", "error: deserializing from YAML containing more than one document is not supported"},
		{"name: a\n...\n", `{name: "a"}`},
		{"...\n", "error: did not find expected node content, while parsing a block node"},
		{"%YAML 1.2\n---\nname: a\n", `{name: "a"}`},
		{"name: a\x01b", "error: control characters are not allowed at position 7"},
		{"description: a: b\n", "error: mapping values are not allowed in this context at line 1 column 15"},
		{"name: a\n@b\n", "error: found character that cannot start any token at line 2 column 1, while scanning for the next token"},
		{"name: a\nb\nc: d\n", "error: could not find expected ':' at line 3 column 1, while scanning a simple key at line 2 column 1"},
		{"name: \"a\" b\n", "error: did not find expected key at line 1 column 11, while parsing a block mapping"},
		{"\nname: \"a\" b\n", "error: did not find expected key at line 2 column 11, while parsing a block mapping at line 2 column 1"},
		{"name: *\n", "error: did not find expected alphabetic or numeric character at line 1 column 8, while scanning an alias at line 1 column 7"},
		{"name: |x\n", "error: did not find expected comment or line break at line 1 column 8, while scanning a block scalar at line 1 column 7"},
		{"x: [a\nb: c\n", "error: did not find expected ',' or ']' at line 2 column 2, while parsing a flow sequence at line 1 column 4"},
		{"name: \"\\q\"\n", "error: found unknown escape character at line 1 column 8, while parsing a quoted scalar at line 1 column 7"},
		{"name: " + strings.Repeat("[", 129), "error: name: invalid type: sequence, expected a string at line 1 column 7"},
		{"x: " + strings.Repeat("[", 200) + strings.Repeat("]", 200), "{}"},
		{"metadata: {a: " + strings.Repeat("[", 200), "error: recursion limit exceeded at line 1 column 141"},
		{"metadata: {a: &a [*a]}", "error: recursion limit exceeded at line 1 column 15"},
	} {
		got := ""
		if v, err := DecodeSerde(tt.text, skill); err != nil {
			got = "error: " + err.Message
			if err.Start > err.End || err.End > len(tt.text) {
				t.Errorf("%q: error at %d to %d", tt.text, err.Start, err.End)
			}
		} else {
			got = showSerde(v)
		}
		if got != tt.want {
			t.Errorf("%.60q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestSerdeSpans(t *testing.T) {
	const text = "name: &x 'a'\ndescription: !!str |-\n  b\n  c\n\nmetadata: {a: [b, c], d: *x}\ntags:\n- e\n- \n"
	v, err := DecodeSerde(text, skill)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"name": "'a'", "description": "|-\n  b\n  c", "metadata": "{a: [b, c], d: *x}", "tags": "- e\n-",
	} {
		if f := v.Get(key); text[f.Start:f.End] != want {
			t.Errorf("%s is %q, want %q", key, text[f.Start:f.End], want)
		}
	}
	for key, want := range map[string]string{"a": "[b, c]", "d": "*x"} {
		if f := v.Get("metadata").Get(key); text[f.Start:f.End] != want {
			t.Errorf("%s is %q, want %q", key, text[f.Start:f.End], want)
		}
	}
	for _, tt := range []struct{ text, want, path string }{
		{"x: a\nname: [b,\n c]\ntags: d", "[b,\n c]", "name"},
		{"name: a\nname: b", "name", ""},
		{"x: a\ndescription:\n  y:\n  - z\n\ntags: b", "y:\n  - z", "description"},
		{"name: 'b", "'", ""},
		{"name: a: b", ":", ""},
		{"name: a\n--- \nx", "--- \nx", ""},
	} {
		_, err := DecodeSerde(tt.text, skill)
		if err == nil || tt.text[err.Start:err.End] != tt.want || err.Path != tt.path {
			t.Errorf("%q: %+v, want %q of %q", tt.text, err, tt.want, tt.path)
		}
	}
}

// FuzzSerde checks that hostile texts are read in acceptable time, and that places are in the text.
func FuzzSerde(f *testing.F) {
	f.Add("name: &a [x, *a]\nmetadata: {a: *a}\n")
	f.Add("metadata: {a: &a [1,1,1,1,1,1,1,1], b: &b [*a,*a,*a,*a,*a,*a,*a], c: &c [*b,*b,*b,*b,*b,*b,*b], d: &d [*c,*c,*c,*c,*c,*c,*c], e: [*d,*d,*d,*d,*d,*d,*d]}")
	f.Add(strings.Repeat("- ", 2000) + strings.Repeat("[", 2000) + strings.Repeat("? ", 2000))
	f.Add("? a\n: |+2\n   b\n\n# c\n%TAG ! x\n---\n!<%41> \"\\x41\\\n  b\"")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		v, err := DecodeSerde(text, skill)
		if err != nil {
			if err.Start < 0 || err.Start > err.End || err.End > len(text) || err.Message == "" {
				t.Errorf("%q: %+v", text, err)
			}
			return
		}
		var check func(v *Node)
		check = func(v *Node) {
			if v.Start < 0 || v.Start > v.End || v.End > len(text) {
				t.Fatalf("%q: %+v", text, v)
			}
			for _, p := range v.Pairs {
				check(p.Value)
			}
			for _, item := range v.Items {
				check(item)
			}
		}
		check(v)
	})
}
