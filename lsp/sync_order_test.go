package lsp

import (
	"math/rand/v2"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// TestLateChanges sends the changes of random edit scripts out of order, with and without skipped versions.
// When all have arrived, the server has the client's text.
func TestLateChanges(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 1))
		encoding := encodings[seed%3]
		step := int32(1 + random.IntN(2)) // 2: every other version is skipped, and none comes late
		client := newModel("---\nname: demo\n---\né😀\r\nx\ry", encoding)
		d := &session.Document{Mapper: position.NewMapper(client.text(), encoding), Version: int32(random.IntN(3))}
		var sent []session.VersionedChanges
		for i := range int32(40) {
			var list []session.ContentChange
			for range random.IntN(3) {
				list = append(list, randomChange(random, client))
			}
			sent = append(sent, session.VersionedChanges{Version: d.Version + (i+1)*step, List: list})
		}
		if step == 1 {
			for i := range sent { // within a window, as racing tasks do
				j := min(i+random.IntN(8), len(sent)-1)
				sent[i], sent[j] = sent[j], sent[i]
			}
		}
		var e session.Early
		last := d.Version
		for _, c := range sent {
			text, version, first, _ := e.Apply(d, c)
			if first > len(d.Text()) || text[:first] != d.Text()[:first] {
				t.Fatalf("seed %d: %q became %q, but nothing is said to change before %d", seed, d.Text(), text, first)
			}
			if last = max(last, c.Version); version != last {
				t.Fatalf("seed %d: version %d after %d was sent", seed, version, last)
			}
			next := *d
			next.Mapper, next.Version = position.NewMapper(text, encoding), version
			d = &next
		}
		if want := client.text(); d.Text() != want {
			t.Fatalf("seed %d: the server has %q, the client %q", seed, d.Text(), want)
		}
		if step == 1 && e.Base != nil {
			t.Fatalf("seed %d: %d changes are remembered though none is missing", seed, len(e.Changes))
		}
	}
}

// TestEarlyChangesBounded checks that memory stays bounded for a client that always skips versions, and that
// the text is right for one whose versions mean nothing.
func TestEarlyChangesBounded(t *testing.T) {
	d := &session.Document{Mapper: position.NewMapper("", position.UTF8)}
	var e session.Early
	apply := func(version int32, text string) {
		text, version, _, _ = e.Apply(d, session.VersionedChanges{Version: version, List: []session.ContentChange{{Range: &session.LooseRange{}, Text: text}}})
		d = &session.Document{Mapper: position.NewMapper(text, position.UTF8), Version: version}
	}
	for i := range int32(10000) {
		apply(2*i+2, "x")
		if len(e.Changes) > session.MaxEarly || e.Size > session.MaxEarlyText {
			t.Fatalf("%d changes of %d bytes are remembered", len(e.Changes), e.Size)
		}
	}
	if len(d.Text()) != 10000 {
		t.Errorf("%d bytes, want 10000", len(d.Text()))
	}
	d, e = &session.Document{Mapper: position.NewMapper("", position.UTF8), Version: 5}, session.Early{}
	for _, c := range []struct {
		version int32
		text    string
	}{{5, "a"}, {5, "b"}, {-1, "c"}, {100, "d"}, {100, "e"}, {0, "f"}, {1 << 30, "g"}, {-1 << 31, "h"}, {1<<31 - 1, "i"}} {
		apply(c.version, c.text)
	}
	if d.Text() != "ihgfedcba" {
		t.Errorf("the text is %q", d.Text())
	}
}
