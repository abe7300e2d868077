package lsp

import (
	"slices"
	"sort"
)

// What follows puts changes into the order of their versions that a client has sent in another one. Helix 25.01 does: it sends
// each from a task of its own, and of 19 keys pressed at once seven came late. The protocol has versions increase with every
// change, so a change of a version below the document's is one that should have come before. It is made then where it belongs,
// and what came too early is made anew after it.
//
// That a version is missing means nothing by itself, and nothing waits for it: some clients skip versions.

// maxEarly bounds the changes that are remembered because a version before them is missing, and maxEarlyText the bytes of what
// they insert.
const (
	maxEarly     = 256
	maxEarlyText = 1 << 20
)

// early holds the changes of a document since the first version that is missing. The zero value has none.
type early struct {
	base    *Mapper // the text before them; nil where no version is missing
	version int32   // of the base
	changes []versionedChanges
	size    int // bytes that the changes insert
}

// versionedChanges are the changes that make a version of the one before it.
type versionedChanges struct {
	version int32
	list    []contentChange
}

// apply returns the document's next text and version, and what [applyChanges] returns besides.
func (e *early) apply(d *document, c versionedChanges) (text string, version int32, first int, edits []replacement) {
	at, late := e.place(d, c.version)
	switch {
	case late:
		e.changes = slices.Insert(e.changes, at, c)
		text, version = e.replay(), d.version
		edits = difference(d.text, text)
	default:
		text, first, edits = applyChanges(d.Mapper, c.list)
		version = c.version
		if c.version <= d.version { // neither the next nor a late one: this client counts in a way of its own
			*e = early{}
			return text, version, first, edits
		}
		if e.base == nil && int64(c.version) > int64(d.version)+1 {
			e.base, e.version = d.Mapper, d.version
		}
		if e.base == nil {
			return text, version, first, edits
		}
		e.changes = append(e.changes, c)
	}
	for _, change := range c.list {
		e.size += len(change.Text)
	}
	complete := int64(len(e.changes)) == int64(version)-int64(e.version)
	if complete || len(e.changes) > maxEarly || e.size > maxEarlyText {
		*e = early{}
	}
	return text, version, first, edits
}

// place returns where a version belongs among the changes, and whether it is one that was missing.
func (e *early) place(d *document, version int32) (int, bool) {
	if e.base == nil || version <= e.version || version >= d.version {
		return 0, false
	}
	at := sort.Search(len(e.changes), func(i int) bool { return e.changes[i].version >= version })
	return at, e.changes[at].version != version
}

// replay returns the text that all changes make of the base.
func (e *early) replay() string {
	m := e.base
	for _, c := range e.changes {
		text, _, _ := applyChanges(m, c.list)
		m = NewMapper(text, m.encoding)
	}
	return m.text
}
