package lsp

import (
	"slices"
	"sort"
)

// The code below puts changes that a client has sent out of order into the order of their versions. Helix
// 25.01 sends each change from a task of its own, and of 19 keys pressed at once seven came late. In the
// protocol, versions increase with every change, so a change with a version below the document's should have
// come earlier. It is applied where it belongs, and the changes that came too early are applied again after
// it.
//
// A missing version by itself means nothing, and nothing waits for it: some clients skip versions.

// maxEarly is the number of changes that are kept because an earlier version is missing, and maxEarlyText the
// number of bytes that they may insert.
const (
	maxEarly     = 256
	maxEarlyText = 1 << 20
)

// early holds the changes of a document since the first missing version. The zero value has none.
type early struct {
	base    *Mapper // the text before them; nil if no version is missing
	version int32   // of the base
	changes []versionedChanges
	size    int // bytes that the changes insert
}

// versionedChanges are the changes from the previous version to this one.
type versionedChanges struct {
	version int32
	list    []contentChange
}

// apply returns the document's next text and version, and the other results of [applyChanges].
func (e *early) apply(d *document, c versionedChanges) (text string, version int32, first int, edits []replacement) {
	at, late := e.place(d, c.version)
	switch {
	case late:
		e.changes = slices.Insert(e.changes, at, c)
		text, version = e.replay(), d.version
		edits = difference(d.Text(), text)
	default:
		text, first, edits = applyChanges(d.Mapper, c.list)
		version = c.version
		if c.version <= d.version { // neither the next version nor a late one: the client numbers versions in its own way
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

// place returns the index of a version among the changes, and whether the version was missing.
func (e *early) place(d *document, version int32) (int, bool) {
	if e.base == nil || version <= e.version || version >= d.version {
		return 0, false
	}
	at := sort.Search(len(e.changes), func(i int) bool { return e.changes[i].version >= version })
	return at, e.changes[at].version != version
}

// replay returns the base after all changes.
func (e *early) replay() string {
	m := e.base
	for _, c := range e.changes {
		text, _, _ := applyChanges(m, c.list)
		m = NewMapper(text, m.encoding)
	}
	return m.Text()
}
