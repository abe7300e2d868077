package lsp

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/growthtest"
	"skills-ls/skills/text"
)

var encodings = []position.Encoding{position.UTF8, position.UTF16, position.UTF32}

func TestMapperPosition(t *testing.T) {
	for _, test := range []struct {
		name   string
		text   string // "|" is the offset
		line   uint32
		column [3]uint32 // in UTF-8, UTF-16 and UTF-32
	}{
		{"empty", "|", 0, [3]uint32{0, 0, 0}},
		{"ascii", "ab|c", 0, [3]uint32{2, 2, 2}},
		{"end", "abc|", 0, [3]uint32{3, 3, 3}},
		{"second line", "ab\nc|d", 1, [3]uint32{1, 1, 1}},
		{"end of a line", "ab|\ncd", 0, [3]uint32{2, 2, 2}},
		{"after the last line end", "ab\n|", 1, [3]uint32{0, 0, 0}},
		{"crlf", "ab\r\nc|d", 1, [3]uint32{1, 1, 1}},
		{"before crlf", "ab|\r\ncd", 0, [3]uint32{2, 2, 2}},
		{"within crlf", "ab\r|\ncd", 0, [3]uint32{2, 2, 2}},
		{"lone cr", "ab\rc|d", 1, [3]uint32{1, 1, 1}},
		{"cr at the end", "ab\r|", 1, [3]uint32{0, 0, 0}},
		{"cr cr lf", "a\r\r\nb|", 2, [3]uint32{1, 1, 1}},
		{"lf cr", "a\n\rb|", 2, [3]uint32{1, 1, 1}},
		{"two bytes", "é|x", 0, [3]uint32{2, 1, 1}},
		{"surrogates", "😀|x", 0, [3]uint32{4, 2, 1}},
		{"combining mark", "e\u0301|x", 0, [3]uint32{3, 2, 2}},
		{"non-ascii before and after", "é\n😀a|é", 1, [3]uint32{5, 3, 2}},
		{"byte order mark in a buffer", "\ufeff|a", 0, [3]uint32{3, 1, 1}},
		{"other separators end no line", "a\u0085\u2028\v\fb|", 0, [3]uint32{9, 6, 6}},
		{"invalid bytes", "\xff\xc3|x", 0, [3]uint32{2, 2, 2}},
		{"invalid byte at the end", "é\xe2|", 0, [3]uint32{3, 2, 2}},
		{"within a character", "é😀"[:4] + "|" + "é😀"[4:], 0, [3]uint32{2, 1, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "|")
			for i, encoding := range encodings {
				m := position.NewMapper(before+after, encoding)
				want := protocol.Position{Line: test.line, Character: test.column[i]}
				if got := m.Position(len(before)); got != want {
					t.Errorf("%v: position %v, want %v", encoding, got, want)
				}
				back := m.Offset(want)
				if again := m.Position(back); again != want {
					t.Errorf("%v: offset %d of %v is at %v", encoding, back, want, again)
				}
			}
		})
	}
}

func TestMapperOffsetClamps(t *testing.T) {
	const text = "aé\r\n😀b\n"
	for _, test := range []struct {
		name            string
		line, character uint32
		want            [3]int // in UTF-8, UTF-16 and UTF-32
	}{
		{"start", 0, 0, [3]int{0, 0, 0}},
		{"past the end of a line", 0, 99, [3]int{3, 3, 3}},
		{"just past it", 0, 4, [3]int{3, 3, 3}},
		{"within a character of two bytes", 0, 2, [3]int{1, 3, 3}},
		{"within a surrogate pair", 1, 1, [3]int{5, 5, 9}},
		{"the empty last line", 2, 0, [3]int{11, 11, 11}},
		{"past the last line", 3, 0, [3]int{11, 11, 11}},
		{"far past everything", 1<<32 - 1, 1<<32 - 1, [3]int{11, 11, 11}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, encoding := range encodings {
				p := protocol.Position{Line: test.line, Character: test.character}
				if got := position.NewMapper(text, encoding).Offset(p); got != test.want[i] {
					t.Errorf("%v: offset %d, want %d", encoding, got, test.want[i])
				}
				e := session.Editor{Text: text, Encoding: encoding, Starts: []int{0}}
				if got := e.Offset(p); got != test.want[i] {
					t.Errorf("%v: while editing: offset %d, want %d", encoding, got, test.want[i])
				}
			}
		})
	}
}

func TestMapperRange(t *testing.T) {
	m := position.NewMapper("ab\ncd", position.UTF16)
	want := protocol.Range{Start: protocol.Position{Character: 1}, End: protocol.Position{Line: 1, Character: 1}}
	if got := m.Range(text.Span{Start: 1, End: 4}); got != want {
		t.Errorf("range %v, want %v", got, want)
	}
	if got := m.Span(want); got != (text.Span{Start: 1, End: 4}) {
		t.Errorf("span %v", got)
	}
	if got := m.Span(protocol.Range{Start: want.End, End: want.Start}); got != text.At(4) {
		t.Errorf("a range that ends before it starts is %v, want an empty one at its start", got)
	}
	if got := m.Position(-1); got != (protocol.Position{}) {
		t.Errorf("offset -1 is at %v", got)
	}
	if got := m.Position(99); got != (protocol.Position{Line: 1, Character: 2}) {
		t.Errorf("offset 99 is at %v", got)
	}
}

// TestFileMapperByteOrderMark checks positions in closed files: editors show them without their byte order
// mark.
func TestFileMapperByteOrderMark(t *testing.T) {
	for _, encoding := range encodings {
		m := position.NewFileMapper("\ufeffab\ncd", encoding)
		if got := m.Position(4); got != (protocol.Position{Character: 1}) {
			t.Errorf("%v: position %v", encoding, got)
		}
		if got := m.Offset(protocol.Position{Character: 1}); got != 4 {
			t.Errorf("%v: offset %d", encoding, got)
		}
		if got := m.Position(0); got != (protocol.Position{}) {
			t.Errorf("%v: the mark itself is at %v", encoding, got)
		}
	}
}

// naivePosition counts as the protocol defines it, in the simplest way.
func naivePosition(text string, offset int, encoding position.Encoding) (p protocol.Position) {
	for i := 0; i < offset; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n':
			if offset < i+2 {
				return p
			}
			p.Line, p.Character, size = p.Line+1, 0, 2
		case r == '\n' || r == '\r':
			p.Line, p.Character = p.Line+1, 0
		case i+size > offset:
			return p
		default:
			p.Character += uint32(encoding.Width(r, size))
		}
		i += size
	}
	return p
}

func FuzzMapper(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb\rc\n", "é😀\u0301\r", "\ufeff---\n", "\xff\xc3\n\xe2\x82", strings.Repeat("ab\n", 9)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		src = src[:min(len(src), 64)]
		for _, encoding := range encodings {
			m := position.NewMapper(src, encoding)
			if len(src)%2 == 0 { // as in long lines
				t := position.NewLineTable(src, encoding, 0, 4)
				m.Table = func() position.LineTable { return t }
			}
			last := -1
			for offset := 0; offset <= len(src); offset++ {
				p := m.Position(offset)
				if want := naivePosition(src, offset, encoding); p != want {
					t.Fatalf("%q, %v: offset %d is at %v, want %v", src, encoding, offset, p, want)
				}
				back := m.Offset(p)
				if back > offset || back < last {
					t.Fatalf("%q, %v: offset %d at %v comes back as %d, after %d", src, encoding, offset, p, back, last)
				}
				if whole := wholeAt(src, offset); whole && back != offset {
					t.Fatalf("%q, %v: offset %d at %v comes back as %d", src, encoding, offset, p, back)
				}
				e := session.Editor{Text: src, Encoding: encoding, Starts: []int{0}}
				if got := e.Offset(p); got != back {
					t.Fatalf("%q, %v: while editing %v is %d, else %d", src, encoding, p, got, back)
				}
				last = back
			}
		}
	})
}

// TestLongLines checks positions in long lines, and that computing them takes linear time.
func TestLongLines(t *testing.T) {
	line := strings.Repeat("aé😀\u0301[b](c) ", 300)
	text := "é\n" + line + "\r\n" + line[:position.ShortLine-2] + "\n😀"
	for _, encoding := range encodings {
		m := position.NewMapper(text, encoding)
		e := session.Editor{Text: text, Encoding: encoding, Starts: []int{0}}
		for offset := range text {
			p := m.Position(offset)
			if want := naivePosition(text, offset, encoding); p != want {
				t.Fatalf("%v: offset %d is at %v, want %v", encoding, offset, p, want)
			}
			if got := m.Offset(p); wholeAt(text, offset) && got != offset {
				t.Fatalf("%v: offset %d at %v comes back as %d", encoding, offset, p, got)
			}
			if past := (protocol.Position{Line: p.Line, Character: p.Character + 5000}); m.Offset(past) != e.Offset(past) {
				t.Fatalf("%v: %v is %d, while editing %d", encoding, past, m.Offset(past), e.Offset(past))
			}
		}
	}

	// In one line, of up to 1 MiB.
	growthtest.Linear(t, 1<<15, func(n int) time.Duration {
		long := strings.Repeat("é[a](b) ", n)
		m := position.NewMapper(long, position.UTF16)
		return growthtest.Take(t, func() {
			for offset := 0; offset < len(long); offset += 10 {
				if p := m.Position(offset); m.Offset(p) > offset {
					t.Fatalf("offset %d at %v comes back as %d", offset, p, m.Offset(p))
				}
			}
		})
	})
}

// wholeAt reports whether an offset splits neither a character nor a line ending.
func wholeAt(text string, offset int) bool {
	if offset > 0 && offset < len(text) && text[offset-1] == '\r' && text[offset] == '\n' {
		return false
	}
	return position.SplitRune(text, offset) == 0
}

func BenchmarkMapper(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"ascii", strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 230)},
		{"unicode", strings.Repeat("Der schnelle braune Fuchs springt über 🐕.\n", 230)},
	} {
		b.Run(bench.name+"/first", func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			for b.Loop() {
				position.NewMapper(bench.text, position.UTF16).Position(len(bench.text) / 2)
			}
		})
		b.Run(bench.name+"/next", func(b *testing.B) {
			m := position.NewMapper(bench.text, position.UTF16)
			for b.Loop() {
				m.Position(len(bench.text) / 2)
			}
		})
	}
}
