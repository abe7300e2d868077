package yamldialect

import (
	"fmt"
	"strings"
	"testing"
)

// showPy writes the value at the top as types and texts.
func showPy(n *PyObject) string {
	if n == nil {
		return "nothing"
	}
	one := func(n *PyObject) string {
		text := string(n.Type)
		if n.Type == PyStr {
			text = fmt.Sprintf("%q", n.Text)
		}
		if !n.True {
			text += " (false)"
		}
		return text
	}
	if n.Type != PyDict {
		return one(n)
	}
	var pairs []string
	for _, p := range n.Pairs {
		pairs = append(pairs, one(p.Key)+": "+one(p.Value))
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// TestPyYAML holds what PyYAML 6.0.3 reads.
func TestPyYAML(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "nothing"},
		{"# a\n\n", "nothing"},
		{"---\n...\n", "NoneType (false)"},
		{"a", `"a"`},
		{"- a", "list"},
		{"\ufeffa: b", `{"a": "b"}`},
		{"a: b\r\nc:\r  d", `{"a": "b", "c": "d"}`},
		{"a: b\u0085c: d\u2028e: f", `{"a": "b", "c": "d", "e": "f"}`},

		{"a: yes\nb: Off\nc: y\nd: tRue", `{"a": bool, "b": bool (false), "c": "y", "d": "tRue"}`},
		{"a: 1\nb: -0\nc: 0x_0\nd: 017\ne: 09\nf: 1_000\ng: 0b1\nh: 0o7\ni: 1:30\nj: 0:0", `{"a": int, "b": int (false), "c": int (false), "d": int, "e": "09", "f": int, "g": int, "h": "0o7", "i": int, "j": "0:0"}`},
		{"a: 1.5\nb: .0\nc: 1e5\nd: 1.e+5\ne: -.inf\nf: .nan\ng: 1:30.5\nh: .", `{"a": float, "b": float (false), "c": "1e5", "d": float, "e": float, "f": float, "g": float, "h": "."}`},
		{"a:\nb: ~\nc: NULL\nd: ''\ne: nuLl", `{"a": NoneType (false), "b": NoneType (false), "c": NoneType (false), "d": "" (false), "e": "nuLl"}`},
		{"a: 2024-01-02\nb: 2024-1-2\nc: 2024-1-2 3:04:05\nd: 2001-12-14t21:59:43.10-05:00", `{"a": date, "b": "2024-1-2", "c": datetime, "d": datetime}`},
		{"a: []\nb: {}\nc: [x]\nd: {x}\ne: !!set {}\nf: !!set {x}\ng: !!omap [x: y]\nh: !!pairs []", `{"a": list (false), "b": dict (false), "c": list, "d": dict, "e": set (false), "f": set, "g": list, "h": list (false)}`},
		{"a: !!binary YQ\nb: !!binary YQAAY\nc: !!binary é", `{"a": bytes (false), "b": bytes, "c": bytes (false)}`}, // approximate: PyYAML fails
		{"a: !!omap [{b: 1, c: 2}]", `{"a": list}`}, // approximate: PyYAML fails
		{"a: !!binary YQ==\nb: !!binary ''\nc: !!str 5\nd: !!int ' 5 '\ne: !!float 5\nf: ! 5", `{"a": bytes, "b": bytes (false), "c": "5", "d": int, "e": float, "f": int}`},

		// Keys that are one to Python: the first stays, with the last value.
		{"a: 1\nb: 2\na: x", `{"a": "x", "b": int}`},
		{"1: a\n1.0: b\ntrue: c", `{int: "c"}`},
		{"0.5: a\n.5: b\n.nan: c\n.NaN: d", `{float: "b", float: "d"}`},
		{"2024-01-01 0:00:00Z: a\n2024-01-01 1:00:00+1: b\n2024-01-01 0:00:00: c\n2024-01-01: d", `{datetime: "a", datetime: "b", datetime: "c", date: "d"}`}, // approximate: the first two are one key
		{"!!binary YQ==: a\n!!binary YR==: b\n~: c\n?\n: d", `{bytes: "b", NoneType (false): "d"}`},

		// Merge keys, aliases and mappings that hold themselves.
		{"a: &a {x: 1, y: 2}\n<<: *a\ny: z", `{"x": int, "y": "z", "a": dict}`},
		{"<<: [{x: a}, {x: b, y: c}]", `{"x": "a", "y": "c"}`},
		{"&a {x: y, <<: *a, <<: *a, z: a}", `{"x": "y", "z": "a"}`},
		{"&a {b: *a}", `{"b": dict}`},
		{"a: 0b_\nb: " + strings.Repeat("1", 4301) + "\nc: " + strings.Repeat("1:", 174) + "1.5", `{"a": int (false), "b": int, "c": float}`}, // approximate: PyYAML fails
	} {
		root, err := LoadPyYAML(tt.text)
		if err != nil {
			t.Errorf("LoadPyYAML(%q): %v, want %s", tt.text, err, tt.want)
		} else if got := showPy(root); got != tt.want {
			t.Errorf("LoadPyYAML(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestPyYAMLErrors holds what PyYAML 6.0.3 rejects, with its messages. A "|" replaces the places in them.
func TestPyYAMLErrors(t *testing.T) {
	for _, tt := range []struct {
		text  string
		place string // the text from Start to End
		want  string
	}{
		{"a: b: c", ":", "mapping values are not allowed here|"},
		{"a: @b", "@", "while scanning for the next token\nfound character '@' that cannot start any token|"},
		{"a: 'b", "'", "while scanning a quoted scalar|found unexpected end of stream|"},
		{"a: 'b\n--- '", "'", "while scanning a quoted scalar|found unexpected document separator|"},
		{`a: "\xg1"`, "g", "while scanning a double-quoted scalar|expected escape sequence of 2 hexadecimal numbers, but found 'g'|"},
		{"a: ]", "]", "while parsing a block node\nexpected the node content, but found ']'|"},
		{"[a", "", "while parsing a flow sequence|expected ',' or ']', but got '<stream end>'|"},
		{"{a: b c: d}", ":", "while parsing a flow mapping|expected ',' or '}', but got ':'|"},
		{": a", ":", "while parsing a block mapping\nexpected <block end>, but found ':'|"},
		{"- a\nb: c", "b", "while parsing a block collection|expected <block end>, but found '?'|"},
		{"a\n---\nb", "-", "expected a single document in the stream|but found another document|"},
		{"%A\nb: c", "b", "expected '<document start>', but found '<scalar>'|"},
		{"a: *b", "*", "found undefined alias 'b'|"},
		{"a: &x 1\nb: &x 2", "&", "found duplicate anchor 'x'; first occurrence|second occurrence|"},
		{"a: !e!b c", "!", "while parsing a node\nfound undefined tag handle '!e!'|"},
		{"a: !b c", "!", "could not determine a constructor for the tag '!b'|"},
		{"=: a\nb: !!str {=: c}", "=", "could not determine a constructor for the tag 'tag:yaml.org,2002:value'|"}, // approximate: PyYAML reads it
		{"a: &a !!str {=: *a}", "&", "expected a scalar node, but found mapping|"},                                 // approximate: a RecursionError
		{"a: =", "=", "could not determine a constructor for the tag 'tag:yaml.org,2002:value'|"},
		{"? [a]\n: b", "[", "while constructing a mapping|found unhashable key|"},
		{"<<: a", "a", "while constructing a mapping|expected a mapping or list of mappings for merging, but found scalar|"},
		{"<<: [a]", "a", "while constructing a mapping|expected a mapping for merging, but found scalar|"},
		{"a: !!str [b]", "!", "expected a scalar node, but found sequence|"},
		{"a\r\nb\x7f", "\x7f", "unacceptable character #x007f: special characters are not allowed\n  in \"<unicode string>\", position 3"},
	} {
		root, err := LoadPyYAML(tt.text)
		if err == nil {
			t.Errorf("LoadPyYAML(%q) = %s, want %q", tt.text, showPy(root), tt.want)
			continue
		}
		got := strings.Split(err.Message, "\n")
		for i := 0; i < len(got); i++ {
			if strings.HasPrefix(got[i], `  in "<unicode string>", line `) {
				got = append(got[:i], append([]string{"|"}, got[i+3:]...)...)
			}
		}
		message := strings.NewReplacer("\n|\n", "|", "\n|", "|").Replace(strings.Join(got, "\n"))
		if place := tt.text[err.Start:err.End]; message != tt.want || place != tt.place || err.Uncaught {
			t.Errorf("LoadPyYAML(%q) at %q: %q, want %q: %q", tt.text, place, message, tt.place, tt.want)
		}
	}
}

// TestPyYAMLUncaught holds what ends safe_load with an exception that is not a YAMLError.
func TestPyYAMLUncaught(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: !!int ''", "IndexError: string index out of range"},
		{"a: !!int b", "ValueError: invalid literal for int() with base 10: 'b'"},
		{"a: !!float b", "ValueError: could not convert string to float: 'b'"},
		{"a: !!bool y", "KeyError: 'y'"},
		{"a: !!timestamp b", "AttributeError: 'NoneType' object has no attribute 'groupdict'"},
		{"a: 0000-01-01", "ValueError: year 0 is out of range"},
		{"a: 2024-13-01", "ValueError: month must be in 1..12"},
		{"a: 2023-02-29", "ValueError: day is out of range for month"},
		{"a: 2024-01-01 24:00:00", "ValueError: hour must be in 0..23"},
		{"a: 2024-01-01 0:00:00-30:30", "ValueError: offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24)"},
		{`a: "\U00110000"`, "ValueError: chr() arg not in range(0x110000)"},
		{"a: " + strings.Repeat("[", 600), "RecursionError: maximum recursion depth exceeded"},
		{bomb(12), "MemoryError"},
	} {
		root, err := LoadPyYAML(tt.text)
		if err == nil || err.Message != tt.want || !err.Uncaught {
			t.Errorf("LoadPyYAML(%.60q) = %s, %+v, want %q", tt.text, showPy(root), err, tt.want)
		}
	}
}

// bomb is a text whose merge keys multiply the pairs of the line above by ten, on so many lines.
func bomb(lines int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 {x: y}\n")
	for i := range lines {
		aliases := strings.Repeat(fmt.Sprintf("*a%d,", i), 10)
		fmt.Fprintf(&b, "a%d: &a%d {<<: [%s]}\n", i+1, i+1, aliases)
	}
	return b.String()
}

// TestJoinSorted holds what Python's sorted and join return for keys.
func TestJoinSorted(t *testing.T) {
	for _, tt := range []struct{ text, want, exception string }{
		{"b: 1\na: 2\né: 3\nB: 4", "B, a, b, é", ""},
		{"2: a\n0.5: b\ntrue: c", "", "TypeError: sequence item 0: expected str instance, float found"},
		{"2024-01-01: a", "", "TypeError: sequence item 0: expected str instance, datetime.date found"},
		{"a: b\n~: c", "", "TypeError: '<' not supported between instances of 'NoneType' and 'str'"},
	} {
		root, err := LoadPyYAML(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		var keys []*PyObject
		for _, p := range root.Pairs {
			keys = append(keys, p.Key)
		}
		if got, exception := JoinSorted(keys); got != tt.want || exception != tt.exception {
			t.Errorf("%q: %q, %q, want %q, %q", tt.text, got, exception, tt.want, tt.exception)
		}
	}
}

// FuzzPyYAML checks that the places of nodes and errors are in the text.
func FuzzPyYAML(f *testing.F) {
	for _, text := range []string{
		"", "a: b\n- c", "&a [*a, {*a : b}]", "<<: *a", "a: !!binary é", "? |2-\n   x\n: >+\n y\n...\n---", "%TAG !e! x%41\n--- !e!y 'z'", "a: 2024-01-01 1:1:1.5 -5", "[a: {b, ? c}] #", "\"\\x4\\\n\"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		root, err := LoadPyYAML(text)
		if err != nil {
			if err.Start < 0 || err.Start > err.End || err.End > len(text) || err.Message == "" {
				t.Errorf("%q: %+v", text, err)
			}
			return
		}
		if root == nil {
			return
		}
		for _, n := range append([]*PyObject{root}, keysOf(root)...) {
			if n.Start < 0 || n.Start > n.End || n.End > len(text) {
				t.Errorf("%q: a node at %d to %d", text, n.Start, n.End)
			}
		}
	})
}

func keysOf(n *PyObject) (keys []*PyObject) {
	for _, p := range n.Pairs {
		keys = append(keys, p.Key, p.Value)
	}
	return keys
}
