package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

func TestApplyChanges(t *testing.T) {
	rng := func(line, character, endLine, endCharacter float64) *session.LooseRange {
		return &session.LooseRange{Start: session.LoosePosition{Line: line, Character: character}, End: session.LoosePosition{Line: endLine, Character: endCharacter}}
	}
	for _, test := range []struct {
		name    string
		text    string
		changes []session.ContentChange
		want    string
		first   int
	}{
		{"none", "abc", nil, "abc", 3},
		{"insert", "abc", []session.ContentChange{{Range: rng(0, 1, 0, 1), Text: "X"}}, "aXbc", 1},
		{"delete", "ab\ncd", []session.ContentChange{{Range: rng(0, 1, 1, 1), Text: ""}}, "ad", 1},
		{"whole", "abc", []session.ContentChange{{Range: nil, Text: "x"}}, "x", 0},
		{"whole, then a range", "abc", []session.ContentChange{{Range: nil, Text: "x\ny"}, {Range: rng(1, 1, 1, 1), Text: "z"}}, "x\nyz", 0},
		{"each counts from the one before", "ab", []session.ContentChange{{Range: rng(0, 0, 0, 0), Text: "1\n"}, {Range: rng(1, 2, 1, 2), Text: "2"}}, "1\nab2", 0},
		{"many cursors from the end", "a\nb\nc", []session.ContentChange{{Range: rng(2, 1, 2, 1), Text: "!"}, {Range: rng(1, 1, 1, 1), Text: "!"}, {Range: rng(0, 1, 0, 1), Text: "!"}}, "a!\nb!\nc!", 1},
		{"past the end of the line", "ab\ncd", []session.ContentChange{{Range: rng(0, 99, 0, 99), Text: "X"}}, "abX\ncd", 2},
		{"past the end of the text", "ab", []session.ContentChange{{Range: rng(7, 0, 9, 0), Text: "X"}}, "abX", 2},
		{"negative", "ab", []session.ContentChange{{Range: rng(-1, -5, 0, 1), Text: "X"}}, "Xb", 0},
		{"backwards", "abcd", []session.ContentChange{{Range: rng(0, 3, 0, 1), Text: "X"}}, "abcXd", 3},
		{"a line end is completed", "a\rb", []session.ContentChange{{Range: rng(1, 0, 1, 0), Text: "\n"}, {Range: rng(1, 0, 1, 0), Text: "X"}}, "a\r\nXb", 2},
		{"a line end is broken", "a\r\nb", []session.ContentChange{{Range: rng(0, 1, 1, 0), Text: "\r"}, {Range: rng(1, 0, 1, 0), Text: "X"}}, "a\rXb", 1},
		{"huge numbers", "ab", []session.ContentChange{{Range: rng(1e18, 1e18, 1e300, 0), Text: "X"}}, "abX", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, first, _ := session.ApplyChanges(position.NewMapper(test.text, position.UTF16), test.changes)
			if got != test.want || first != test.first {
				t.Errorf("got %q from %d, want %q from %d", got, first, test.want, test.first)
			}
		})
	}
}

// A model is a document as an editor stores it: a list of units of the position encoding.
type model struct {
	units    []uint32
	encoding position.Encoding
}

func newModel(text string, encoding position.Encoding) *model {
	m := &model{encoding: encoding}
	m.units = m.split(text)
	return m
}

func (m *model) split(text string) (units []uint32) {
	switch m.encoding {
	case position.UTF8:
		for i := range len(text) {
			units = append(units, uint32(text[i]))
		}
	case position.UTF16:
		for _, u := range utf16.Encode([]rune(text)) {
			units = append(units, uint32(u))
		}
	default:
		for _, r := range text {
			units = append(units, uint32(r))
		}
	}
	return units
}

func (m *model) join(units []uint32) string {
	switch m.encoding {
	case position.UTF8:
		b := make([]byte, len(units))
		for i, u := range units {
			b[i] = byte(u)
		}
		return string(b)
	case position.UTF16:
		u16 := make([]uint16, len(units))
		for i, u := range units {
			u16[i] = uint16(u)
		}
		return string(utf16.Decode(u16))
	default:
		var b strings.Builder
		for _, u := range units {
			b.WriteRune(rune(u))
		}
		return b.String()
	}
}

func (m *model) text() string { return m.join(m.units) }

// boundary moves an index back to the nearest position that an editor's cursor can have.
func (m *model) boundary(i int) int {
	for i > 0 && i < len(m.units) {
		u := m.units[i]
		splits := m.encoding == position.UTF8 && u&0xC0 == 0x80 ||
			m.encoding == position.UTF16 && u >= 0xDC00 && u <= 0xDFFF ||
			u == '\n' && m.units[i-1] == '\r'
		if !splits {
			break
		}
		i--
	}
	return i
}

func (m *model) position(index int) session.LoosePosition {
	var p session.LoosePosition
	for i := 0; i < index; i++ {
		if u := m.units[i]; u == '\n' || u == '\r' && (i+1 == len(m.units) || m.units[i+1] != '\n') {
			p.Line, p.Character = p.Line+1, 0
		} else {
			p.Character++
		}
	}
	return p
}

func (m *model) replace(start, end int, text string) session.ContentChange {
	c := session.ContentChange{Range: &session.LooseRange{Start: m.position(start), End: m.position(end)}, Text: text}
	next := append([]uint32(nil), m.units[:start]...)
	next = append(next, m.split(text)...)
	m.units = append(next, m.units[end:]...)
	return c
}

// FuzzEdits applies a random script of edits to a model of the client. After each batch of incremental
// changes, the server must have the client's text, in every encoding.
func FuzzEdits(f *testing.F) {
	f.Add("a\r\nb\rc\nd", uint64(1), uint8(5))
	f.Add("é😀\u0301 x\n", uint64(7), uint8(9))
	f.Add("", uint64(3), uint8(3))
	f.Add("---\nname: x\n---\n# Title\n", uint64(9), uint8(12))
	f.Fuzz(func(t *testing.T, text string, seed uint64, steps uint8) {
		if len(text) > 512 || !utf8.ValidString(text) {
			t.Skip("longer than it needs to be, or not UTF-8, which JSON always is")
		}
		for _, encoding := range encodings {
			random := rand.New(rand.NewPCG(seed, uint64(encoding)))
			client := newModel(text, encoding)
			server := position.NewMapper(text, encoding)
			for range steps%16 + 1 {
				var batch []session.ContentChange
				start := client.text()
				for range random.IntN(3) + 1 {
					batch = append(batch, randomChange(random, client))
				}
				got, first, edits := session.ApplyChanges(server, batch)
				if want := client.text(); got != want {
					t.Fatalf("%v: after %+v on %q the server has %q, the client %q", encoding, batch, start, got, want)
				}
				if first > len(start) || start[:first] != got[:first] {
					t.Fatalf("%v: %q became %q, but nothing is said to change before %d", encoding, start, got, first)
				}
				length := len(start)
				for _, e := range edits {
					if e.Start < 0 || e.End < e.Start || e.End > length {
						t.Fatalf("%v: the edit %v of %q is of %d bytes", encoding, e, start, length)
					}
					length += e.Size - e.Len()
				}
				if length != len(got) {
					t.Fatalf("%v: %v make %d bytes of %q, and there are %d", encoding, edits, length, start, len(got))
				}
				server = position.NewMapper(got, encoding)
			}
		}
	})
}

var snippets = []string{"", "x", "\n", "\r", "\r\n", "é", "😀", "e\u0301", "\ufeff", "name: y\n", "a\rb\nc\r\nd", "$x"}

func randomChange(random *rand.Rand, client *model) session.ContentChange {
	text := snippets[random.IntN(len(snippets))]
	if random.IntN(20) == 0 {
		client.units = client.split(text)
		return session.ContentChange{Text: text}
	}
	i, j := random.IntN(len(client.units)+1), random.IntN(len(client.units)+1)
	start, end := client.boundary(min(i, j)), client.boundary(max(i, j))
	return client.replace(start, end, text)
}
