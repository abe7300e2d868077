package session

import (
	"slices"
	"sort"

	"skills-ls/lsp/position"
)

// The code below puts changes that a client has sent out of order into the order of their versions. Helix
// 25.01 sends each change from a task of its own, and of 19 keys pressed at once seven came late. In the
// protocol, versions increase with every change, so a change with a version below the document's should have
// come earlier. It is applied where it belongs, and the changes that came too early are applied again after
// it (lsp.TestLateChanges).
//
// A missing version by itself means nothing, and nothing waits for it: some clients skip versions.

// MaxEarly is the number of changes that are kept because an earlier version is missing, and MaxEarlyText the
// number of bytes that they may insert.
const (
	MaxEarly     = 256
	MaxEarlyText = 1 << 20
)

// Early holds the changes of a document since the first missing version. The zero value has none.
type Early struct {
	Base    *position.Mapper // the text before them; nil if no version is missing
	version int32            // of the base
	Changes []VersionedChanges
	Size    int // bytes that the changes insert
}

// VersionedChanges are the changes from the previous version to this one.
type VersionedChanges struct {
	Version int32
	List    []ContentChange
}

// Apply returns the document's next text and version, and the other results of [ApplyChanges].
func (e *Early) Apply(d *Document, c VersionedChanges) (text string, version int32, first int, edits []Replacement) {
	at, late := e.place(d, c.Version)
	switch {
	case late:
		e.Changes = slices.Insert(e.Changes, at, c)
		text, version = e.replay(), d.Version
		edits = Difference(d.Text(), text)
	default:
		text, first, edits = ApplyChanges(d.Mapper, c.List)
		version = c.Version
		if c.Version <= d.Version { // neither the next version nor a late one: the client numbers versions in its own way
			*e = Early{}
			return text, version, first, edits
		}
		if e.Base == nil && int64(c.Version) > int64(d.Version)+1 {
			e.Base, e.version = d.Mapper, d.Version
		}
		if e.Base == nil {
			return text, version, first, edits
		}
		e.Changes = append(e.Changes, c)
	}
	for _, change := range c.List {
		e.Size += len(change.Text)
	}
	complete := int64(len(e.Changes)) == int64(version)-int64(e.version)
	if complete || len(e.Changes) > MaxEarly || e.Size > MaxEarlyText {
		*e = Early{}
	}
	return text, version, first, edits
}

// place returns the index of a version among the changes, and whether the version was missing.
func (e *Early) place(d *Document, version int32) (int, bool) {
	if e.Base == nil || version <= e.version || version >= d.Version {
		return 0, false
	}
	at := sort.Search(len(e.Changes), func(i int) bool { return e.Changes[i].Version >= version })
	return at, e.Changes[at].Version != version
}

// replay returns the base after all changes.
func (e *Early) replay() string {
	m := e.Base
	for _, c := range e.Changes {
		text, _, _ := ApplyChanges(m, c.List)
		m = position.NewMapper(text, m.Encoding)
	}
	return m.Text()
}
