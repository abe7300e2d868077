package diagnose

import (
	"math/rand/v2"
	"slices"
	"testing"

	"skills-ls/analysis/diagnostic"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

func TestMoved(t *testing.T) {
	span := func(start, end int) text.Span { return text.Span{Start: start, End: end} }
	edit := func(start, end, size int) session.Replacement {
		return session.Replacement{Span: span(start, end), Size: size}
	}
	gone := span(-1, -1)
	for _, test := range []struct {
		name  string
		of    text.Span
		edits []session.Replacement
		want  text.Span
	}{
		{"no edit", span(10, 20), nil, span(10, 20)},
		{"insertion before", span(10, 20), []session.Replacement{edit(3, 3, 2)}, span(12, 22)},
		{"insertion at the start stays outside", span(10, 20), []session.Replacement{edit(10, 10, 2)}, span(12, 22)},
		{"insertion inside", span(10, 20), []session.Replacement{edit(15, 15, 2)}, span(10, 22)},
		{"insertion at the end stays outside", span(10, 20), []session.Replacement{edit(20, 20, 2)}, span(10, 20)},
		{"insertion behind", span(10, 20), []session.Replacement{edit(25, 25, 2)}, span(10, 20)},
		{"deletion before", span(10, 20), []session.Replacement{edit(2, 6, 0)}, span(6, 16)},
		{"deletion up to the start", span(10, 20), []session.Replacement{edit(6, 10, 0)}, span(6, 16)},
		{"deletion over the start", span(10, 20), []session.Replacement{edit(5, 15, 0)}, span(5, 10)},
		{"replacement over the start", span(10, 20), []session.Replacement{edit(5, 15, 3)}, span(8, 13)},
		{"deletion at the start", span(10, 20), []session.Replacement{edit(10, 15, 0)}, span(10, 15)},
		{"deletion inside", span(10, 20), []session.Replacement{edit(12, 15, 0)}, span(10, 17)},
		{"replacement inside", span(10, 20), []session.Replacement{edit(12, 15, 5)}, span(10, 22)},
		{"deletion at the end", span(10, 20), []session.Replacement{edit(15, 20, 0)}, span(10, 15)},
		{"replacement over the end", span(10, 20), []session.Replacement{edit(15, 25, 7)}, span(10, 15)},
		{"deletion of all", span(10, 20), []session.Replacement{edit(10, 20, 0)}, gone},
		{"replacement of all", span(10, 20), []session.Replacement{edit(10, 20, 10)}, gone},
		{"deletion of more than all", span(10, 20), []session.Replacement{edit(5, 25, 0)}, gone},
		{"each counts from the one before", span(10, 20), []session.Replacement{edit(0, 0, 5), edit(15, 20, 0), edit(0, 5, 0)}, span(10, 15)},
		{"what went does not come back", span(10, 20), []session.Replacement{edit(10, 20, 0), edit(10, 10, 10)}, gone},
		{"insertion at an empty span", span(10, 10), []session.Replacement{edit(10, 10, 2)}, span(10, 10)},
		{"deletion up to an empty span", span(10, 10), []session.Replacement{edit(5, 10, 1)}, span(6, 6)},
		{"deletion from an empty span on", span(10, 10), []session.Replacement{edit(10, 15, 0)}, span(10, 10)},
		{"deletion around an empty span", span(10, 10), []session.Replacement{edit(5, 15, 2)}, gone},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := moved(test.of, test.edits)
			if want := test.want != gone; ok != want || ok && got != test.want {
				t.Errorf("got %v, %v; want %v, %v", got, ok, test.want, want)
			}
		})
	}
}

func TestMovedFindings(t *testing.T) {
	const here, there = "/ws/here.md", "/ws/there.md"
	at := text.Span{Start: 5, End: 8}
	found := []diagnostic.Diagnostic{
		{Rule: "kept", Span: text.Span{Start: 10, End: 12}, Fixes: []diagnostic.Fix{{}}, Related: []diagnostic.Related{
			{Path: here, Span: at}, {Path: there, Span: at}, {Path: here, Span: text.Span{Start: 0, End: 2}},
		}},
		{Rule: "gone", Span: text.Span{Start: 1, End: 3}},
	}
	before := slices.Clone(found)
	got := movedDiagnostics(here, found, []session.Replacement{{Span: text.Span{Start: 0, End: 4}, Size: 1}})
	if len(got) != 1 || got[0].Rule != "kept" || got[0].Span != (text.Span{Start: 7, End: 9}) || got[0].Fixes != nil {
		t.Fatalf("got %+v", got)
	}
	if r := got[0].Related; len(r) != 2 || r[0].Span != (text.Span{Start: 2, End: 5}) || r[1] != found[0].Related[1] {
		t.Errorf("related %+v", r)
	}
	if found[0].Span != before[0].Span || found[0].Related[0].Span != at || len(found[0].Related) != 3 {
		t.Error("the list that was given has changed")
	}
}

// A cell is a byte of a text, or an empty span between two bytes.
type cell struct {
	marked, empty bool
}

// FuzzMoved compares moved with a model: a text in which each character of the span is marked. After the
// edits, the span reaches from the first marked character to the last.
func FuzzMoved(f *testing.F) {
	f.Add(uint8(20), uint8(5), uint8(10), uint64(1), uint8(4))
	f.Add(uint8(9), uint8(3), uint8(3), uint64(2), uint8(2))
	f.Add(uint8(0), uint8(0), uint8(0), uint64(3), uint8(1))
	f.Fuzz(func(t *testing.T, size, from, to uint8, seed uint64, steps uint8) {
		start, end := int(min(from, to, size)), int(min(max(from, to), size))
		var cells []cell
		for i := range int(size) + 1 {
			if i == start && start == end {
				cells = append(cells, cell{marked: true, empty: true})
			}
			if i < int(size) {
				cells = append(cells, cell{marked: start <= i && i < end})
			}
		}
		random := rand.New(rand.NewPCG(seed, 0))
		var edits []session.Replacement
		for range steps % 8 {
			length := 0
			for _, c := range cells {
				if !c.empty {
					length++
				}
			}
			i, j := random.IntN(length+1), random.IntN(length+1)
			e := session.Replacement{Span: text.Span{Start: min(i, j), End: max(i, j)}, Size: random.IntN(4)}
			edits = append(edits, e)
			cells = edited(cells, e)
		}
		want, wantOK := marked(cells)
		got, ok := moved(text.Span{Start: start, End: end}, edits)
		if ok != wantOK || ok && got != want {
			t.Errorf("[%d:%d) after %v is %v, %v; want %v, %v", start, end, edits, got, ok, want, wantOK)
		}
	})
}

// edited applies an edit. Text inserted between marked characters is marked too. A marked empty span at the
// start or end of the removed text is kept: at the start before the inserted text, at the end behind it.
func edited(cells []cell, e session.Replacement) []cell {
	var before, after []cell
	offset := 0
	for _, c := range cells {
		switch {
		case offset < e.Start, c.empty && offset == e.Start:
			before = append(before, c)
		case offset >= e.End:
			after = append(after, c)
		}
		if !c.empty {
			offset++
		}
	}
	isMarked := func(c cell) bool { return c.marked }
	inside := slices.ContainsFunc(before, isMarked) && slices.ContainsFunc(after, isMarked)
	for range e.Size {
		before = append(before, cell{marked: inside})
	}
	return append(before, after...)
}

// marked returns the span of the marked cells. It returns false if no cell is marked.
func marked(cells []cell) (s text.Span, ok bool) {
	offset := 0
	for _, c := range cells {
		if c.marked && !ok {
			s.Start, ok = offset, true
		}
		if !c.empty {
			offset++
		}
		if c.marked {
			s.End = offset
		}
	}
	return s, ok
}

func TestDifference(t *testing.T) {
	for _, test := range []struct {
		before, after string
		want          []session.Replacement
	}{
		{"same", "same", nil},
		{"", "x", []session.Replacement{{Span: text.Span{Start: 0, End: 0}, Size: 1}}},
		{"x", "", []session.Replacement{{Span: text.Span{Start: 0, End: 1}, Size: 0}}},
		{"abcd", "aXYcd", []session.Replacement{{Span: text.Span{Start: 1, End: 2}, Size: 2}}},
		{"aaa", "aa", []session.Replacement{{Span: text.Span{Start: 2, End: 3}, Size: 0}}},
		{"é", "è", []session.Replacement{{Span: text.Span{Start: 0, End: 2}, Size: 2}}},   // the first byte is the same
		{"xé", "x©", []session.Replacement{{Span: text.Span{Start: 1, End: 3}, Size: 2}}}, // and here the last
	} {
		if got := session.Difference(test.before, test.after); !slices.Equal(got, test.want) {
			t.Errorf("%q to %q: %v, want %v", test.before, test.after, got, test.want)
		}
	}
}
