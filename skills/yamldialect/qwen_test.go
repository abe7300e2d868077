package yamldialect

import "testing"

// TestQwenLines checks what a text is line by line.
func TestQwenLines(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: b: c # d", `a="b: c # d"`},
		{" a : \t'b' ", `a="'b'"`},
		{`a: "b \"c\" \\"`, `a="b \"c\" \\"`},
		{"a: |\n  b", `a="|"`},
		{"a: 0x1F\nb: -.5e1\nc: 1_0\nd: 1e999\ne: 0b11\nf: 5.\ng: Infinity", `a=31 b=-5 c="1_0" d="1e999" e=3 f=5 g="Infinity"`},
		{"a: true\nb: null\nc: True", `a=true b=null c="True"`},
		{"# x\n\na:\n  - b\n  - 1\nc: d", `a=["b" 1] c="d"`},
		{"a:\n- b\nc: d", `c="d"`},
		{"a:\n  b: c: d\n  e\n  - f\ng: h", `=["f"] a={b="c: d" e=""} g="h"`},
		{"a:\n  b: c", `a={b="c"}`},
		{"a:\n\n# x\n  - b", `a=["b"]`},
		{"a:\nb", ``},
		{"a", ``},
	} {
		if got := showJS(LoadQwenLines(tt.text)); got != "{"+tt.want+"}" {
			t.Errorf("%q: %s, want {%s}", tt.text, got, tt.want)
		}
	}
}
