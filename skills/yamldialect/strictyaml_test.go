package yamldialect

import (
	"fmt"
	"strings"
	"testing"
)

// showStrict writes a node as Python prints strictyaml's object, with Go's quotes.
func showStrict(n *Node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.Kind == Mapping:
		var pairs []string
		for _, p := range n.Pairs {
			key := fmt.Sprintf("%q", p.Key.Text)
			if p.Key.Kind != Scalar {
				key = showStrict(p.Key)
			}
			pairs = append(pairs, key+": "+showStrict(p.Value))
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	case n.Kind == Sequence:
		var items []string
		for _, item := range n.Items {
			items = append(items, showStrict(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case n.NotString():
		return fmt.Sprintf("not a string %q", n.Text)
	}
	return fmt.Sprintf("%q", n.Text)
}

// TestStrictYAML holds what strictyaml 1.6.1 reads.
func TestStrictYAML(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "nothing"},
		{"\n# a\n\n", "nothing"},
		{"a", `"a"`},
		{"- a\n- b\n", `["a", "b"]`},
		{"a: b\n", `{"a": "b"}`},
		{"\ufeffa: b\n", `{"a": "b"}`},
		{"a:\nb: ~\nc: 1.50\nd: yes\ne: 2024-01-01\n", `{"a": "", "b": "~", "c": "1.50", "d": "yes", "e": "2024-01-01"}`},
		{"a: =\n", `{"a": not a string "="}`},
		{"a: <<\n", `{"a": not a string "<<"}`},
		{"=: '='\n'<<': x\n", `{"=": "=", "<<": "x"}`},
		{"a: b\n<<:\n  c: d\n", `{"a": "b"}`},
		{"<<:\n- a: b\n- c: d\n", `{}`},

		// Plain scalars.
		{"a: b\n  c\n\n  d\n", `{"a": "b c\nd"}`},
		{"a: ?b\nc: -d\ne: :f\ng: h?i\nk: a:b\n", `{"a": "?b", "c": "-d", "e": ":f", "g": "h?i", "k": "a:b"}`},
		{"a: b, c] d} &e *f !g |h >i 'j \"k @l `m %n\n", "{\"a\": \"b, c] d} &e *f !g |h >i 'j \\\"k @l `m %n\"}"},
		{"a: b#c #d\n", `{"a": "b#c"}`},
		{"a: b\u0085c\n", `{"a": "b c"}`},
		{"a: b\u2028\u2028c\n", `{"a": "b\u2028\u2028c"}`},
		{"a: \u00a0b\n", `{"a": "\u00a0b"}`},
		{"a:\n  - b\n   - c\n", `{"a": ["b - c"]}`},
		{"x\n%y", `"x %y"`},
		{"a: b\r\nc:\r  d\r", `{"a": "b", "c": "d"}`},

		// Quoted scalars.
		{"a: 'it''s \\n \"b\"'\n", `{"a": "it's \\n \"b\""}`},
		{"a: 'b\n\n  c\td'\n", `{"a": "b\nc\td"}`},
		{"a: \"\\x41\\u00e9\\U0001F600\\t\\/\\_\\N\\\n   b\"\n", `{"a": "Aé😀\t/\u00a0\u0085b"}`},
		{"a: \"\\ud83d\\ude00\"\n", `{"a": "��"}`},
		{"a: 'b'# c\n", `{"a": "b"}`},
		{"'a' : b\n\"c\": d\n", `{"a": "b", "c": "d"}`},

		// Block scalars.
		{"a: |\n b\n  c\n d\ne: f\n", `{"a": "b\n c\nd\n", "e": "f"}`},
		{"a: >-\n  b\n  c\n\n  d\n   e\n", `{"a": "b c\nd\n e"}`},
		{"a: |2+ # x\n   b\n\n\nc: d\n", `{"a": " b\n\n\n", "c": "d"}`},
		{"a: |\n\n# x\nb: >\n", `{"a": "", "b": ""}`},
		{"|\nx\ny", `"x\ny"`},

		// Block collections.
		{"a:\n- b\n- c: d\n  e: f\n-\n- - g\nh: i\n", `{"a": ["b", {"c": "d", "e": "f"}, "", ["g"]], "h": "i"}`},
		{"? a\n: b\n? |\n  c\n: d\n? e\n", `{"a": "b", "c\n": "d", "e": ""}`},
		{": a\n", `{"": "a"}`},
		{"a: # b\n  # c\n  - d # e\n\n  # f\n  - g\n# h\n", `{"a": ["d", "g"]}`},
		{"a: b\n...\n", `{"a": "b"}`},
		{"a: b\n... # c\n", `{"a": "b"}`},
		{"'a'\n\n\t", `"a"`}, // spaces and tabs after an empty line belong to it
	} {
		root, err := LoadStrictYAML(tt.text)
		if err != nil {
			t.Errorf("LoadStrictYAML(%q): %v, want %s", tt.text, err, tt.want)
		} else if got := showStrict(root); got != tt.want {
			t.Errorf("LoadStrictYAML(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestStrictYAMLErrors holds what strictyaml 1.6.1 rejects, with its messages.
func TestStrictYAMLErrors(t *testing.T) {
	const next = "while scanning for the next token\nfound character "
	for _, tt := range []struct {
		text  string
		cause Cause
		place string // the text from Start to End
		want  string // the message, "|" standing for the places in it
	}{
		{"a: b: c\n", Syntax, ":", "mapping values are not allowed here|"},
		{"a: - b\n", Syntax, "-", "sequence entries are not allowed here|"},
		{"a: ? b\n", Syntax, "?", "mapping keys are not allowed here|"},
		{"a: b\u0085c: d\n", Syntax, ":", "mapping values are not allowed here|"},
		{"a: @b\n", Syntax, "@", next + "'@' that cannot start any token|"},
		{"a: `b\n", Syntax, "`", next + "'`' that cannot start any token|"},
		{"a: %b\n", Syntax, "%", next + "'%' that cannot start any token|"},
		{"a:\tb\n", Syntax, "\t", next + `'\t' that cannot start any token|`},
		{"a: b\t\n", Syntax, "\t", next + `'\t' that cannot start any token|`},
		{"a: b\n\tc: d\n", Syntax, "\t", next + `'\t' that cannot start any token|`},
		{"a\nb: c\n", Syntax, ":", "mapping values are not allowed here|"},
		{"a: b\nc\nd: e\n", Syntax, "c", "while scanning a simple key|could not find expected ':'|"},
		{"a: 'b\n", Syntax, "'", "while scanning a quoted scalar|found unexpected end of stream|"},
		{"a: 'b\n...\n'\n", Syntax, "'", "while scanning a quoted scalar|found unexpected document separator|"},
		{"a: \"\\q\"\n", Syntax, "q", "while scanning a double-quoted scalar|found unknown escape character 'q'|"},
		{"a: \"\\xg1\"\n", Syntax, "g", "while scanning a double-quoted scalar|expected escape sequence of 2 hexdecimal numbers, but found 'g'|"},
		{"a: |0\n b\n", Syntax, "0", "while scanning a block scalar|expected indentation indicator in the range 1-9, but found 0|"},
		{"a: |x\n b\n", Syntax, "x", "while scanning a block scalar|expected chomping or indentation indicators, but found 'x'|"},
		{"a: | x\n b\n", Syntax, "x", "while scanning a block scalar|expected a comment or a line break, but found 'x'|"},
		{"a: 'b' c\n", Syntax, "c", "while parsing a block mapping|expected <block end>, but found '<scalar>'|"},
		{"- a\nb: c\n", Syntax, "b", "while parsing a block collection|expected <block end>, but found '?'|"},
		{"a:\n    - b\n  - c\n", Syntax, "-", "while parsing a block mapping|expected <block end>, but found '<block sequence start>'|"},
		{"a: ]\n", Syntax, "]", "while parsing a block node\nexpected the node content, but found ']'|"},
		{"...\na: b\n", Syntax, ".", "while parsing a block node\nexpected the node content, but found '<document end>'|"},
		{"a: b\n...\nc: d\n", Syntax, "c", "expected a single document in the stream|but found another document|"},
		{"%YAML 1.2\n", Syntax, "", "expected '<document start>', but found '<stream end>'|"},
		{"%\n", Syntax, "\n", `while scanning a directive|expected alphabetic or numeric character, but found '\n'|`},
		{"a: *b\n", Syntax, "*", "found undefined alias 'b'|"},
		{"a: *\n", Syntax, "\n", `while scanning an alias|expected alphabetic or numeric character, but found '\n'|`},
		{"a: !<b\n", Syntax, "\n", `while parsing a tag|expected '>', but found '\n'|`},
		{"? a: b\n: c\n", Syntax, "a", "while constructing a mapping|found unhashable key|"},
		{"<<: x\n", Syntax, "x", "while constructing a mapping|expected a mapping or list of mappings for merging, but found scalar|"},
		{"a:\n  b: 1\nc:\n   d: 1\n", Syntax, "d: 1", "While parsing|Found mapping with indentation inconsistent with previous mapping|"},

		{"a: [b]\n", Forbidden, "[", "While scanning|Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)|"},
		{"{a: b}\n", Forbidden, "{", "While scanning|Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)|"},
		{"a: [b|\n", Forbidden, "[", "While scanning|Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)|"},
		{"a: [@\n", Syntax, "@", next + "'@' that cannot start any token|"}, // found while looking for a key
		{"a: &b c\n", Forbidden, "&b", "While scanning|Found confusing disallowed anchor token (surround with ' and ' to make text appear literally)|"},
		{"a: !b!c%41%ff d\n", Forbidden, "!b!c%41%ff", "While scanning|Found disallowed tag tokens (do not specify types in markup)|"}, // approximate: strictyaml decodes the tag
		{"a: !!str b\n", Forbidden, "!!str", "While scanning|Found disallowed tag tokens (do not specify types in markup)|"},

		{"a: 1\n'a': 2\n", Duplicate, "'a'", "While parsing|Duplicate key 'a' found|"},
		{"a:\n  b: 1\n  b: 2\n", Duplicate, "b", "While parsing|Duplicate key 'b' found|"},
		{"a: | # b\na:\n# c\n", Duplicate, "a", "While parsing|Duplicate key 'a' found|"}, // approximate: a TypeError
		{"a: | # b\na: # c\n", Duplicate, "a", "While parsing|Duplicate key 'a' found|"},  // approximate: a TypeError
	} {
		root, err := LoadStrictYAML(tt.text)
		if err == nil {
			t.Errorf("LoadStrictYAML(%q) = %s, want %q", tt.text, showStrict(root), tt.want)
			continue
		}
		got := strings.Split(err.Message, "\n")
		for i := 0; i < len(got); i++ {
			if strings.HasPrefix(got[i], `  in "<unicode string>", line `) {
				got = append(got[:i], append([]string{"|"}, got[i+3:]...)...)
			}
		}
		message := strings.NewReplacer("\n|\n", "|", "\n|", "|").Replace(strings.Join(got, "\n"))
		if message != tt.want || err.Cause != tt.cause || tt.text[err.Start:err.End] != tt.place || err.Uncaught {
			t.Errorf("LoadStrictYAML(%q): cause %d at %q: %q, want %d at %q: %q",
				tt.text, err.Cause, tt.text[err.Start:err.End], message, tt.cause, tt.place, tt.want)
		}
	}
}

// TestStrictYAMLUncaught holds what ends strictyaml 1.6.1 with an exception that is not a YAMLError.
func TestStrictYAMLUncaught(t *testing.T) {
	deep := strings.Repeat("- ", 300)
	for _, tt := range []struct{ text, want string }{
		{"a: \x01\n", "AttributeError: 'ReaderError' object has no attribute 'context_mark'"},
		{"a: \x7f\n", "AttributeError: 'ReaderError' object has no attribute 'context_mark'"},
		{"a: \u0080\n", "AttributeError: 'ReaderError' object has no attribute 'context_mark'"},
		{"a: \ufffe\n", "AttributeError: 'ReaderError' object has no attribute 'context_mark'"},
		{"a: \"\\U00110000\"\n", "ValueError: chr() arg not in range(0x110000)"},
		{"a: \"\\UFFFFFFFF\"\n", "OverflowError: Python int too large to convert to C int"},
		{"? - a\n: b\n", "AssertionError: <class 'tuple'>"},
		{"? - - a\n: b\n", "TypeError: unhashable type: 'CommentedSeq'"},
		{"? - a: b\n", "TypeError: unhashable type: 'CommentedMap'"},
		{"a:\n  # b\n  | # c\n  d\n", "AssertionError"},
		{"<<:\n  a: b\n<<:\n  c: d\n", "DuplicateKeyError: while constructing a mapping\n"},
		{"a: # b\n  c\n\n", "NotImplementedError: overlap in comment"},
		{"a:\n  " + deep + "x\n", "RecursionError: maximum recursion depth exceeded"},
	} {
		root, err := LoadStrictYAML(tt.text)
		if err == nil || !strings.HasPrefix(err.Message, tt.want) || !err.Uncaught {
			t.Errorf("LoadStrictYAML(%q) = %s, %+v, want %q", tt.text, showStrict(root), err, tt.want)
		}
	}
}

// TestStrictYAMLExcerpt checks that the excerpt of a message shows at most 37 characters to either side,
// counted in code points.
func TestStrictYAMLExcerpt(t *testing.T) {
	_, err := LoadStrictYAML("é: " + strings.Repeat("é", 40) + ": " + strings.Repeat("è", 40) + "\n")
	want := "mapping values are not allowed here\n  in \"<unicode string>\", line 1, column 44:\n     ... " + strings.Repeat("é", 32) +
		": " + strings.Repeat("è", 30) + " ... \n" + strings.Repeat(" ", 41) + "^ (line: 1)"
	if err == nil || err.Message != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
