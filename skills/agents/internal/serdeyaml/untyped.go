package serdeyaml

import (
	"bytes"
	"crypto/sha256"
	"slices"
)

// Untyped reports whether serde_yaml::from_str::<serde_yaml::Value> takes a text, which must be valid UTF-8. Other than [Any] it
// takes keys and tags of all kinds, and refuses equal keys.
func Untyped(text string) bool {
	u := untyped{doc: load(text), known: make(map[int]*outline)}
	o, ok := u.read(0, 0)
	return ok && !u.doc.more && o.jumps <= maxRepeats*u.doc.events.len
}

// An untyped reads values of any type, each once however many aliases lead to it.
type untyped struct {
	doc   *document
	known map[int]*outline // by the index of the event that a value begins with; nil while it is being read
}

// An outline is what matters of a value. Equal values have equal sums.
type outline struct {
	sum    []byte
	jumps  int // aliases in it
	height int // of collections in collections
	next   int // the index of the event behind it
}

// read reads the value that begins with the event at the index, in so many collections.
func (u *untyped) read(i, depth int) (outline, bool) {
	o, seen := u.known[i]
	if !seen {
		u.known[i] = nil
		if fresh, ok := u.value(i, depth); ok {
			o = &fresh
			u.known[i] = o
		}
	}
	if o == nil || depth+o.height > maxDepth {
		return outline{}, false
	}
	return *o, true
}

func (u *untyped) value(i, depth int) (outline, bool) {
	if i >= u.doc.events.len || depth > maxDepth {
		return outline{}, false
	}
	e := u.doc.events.at(i)
	switch {
	case e.kind == aliasEvent:
		o, ok := u.read(u.doc.anchored[e.target], depth)
		o.jumps++
		o.next = i + 1
		return o, ok
	case e.tag == "!":
		return outline{}, false // an empty tag
	case e.kind == sequenceStart, e.kind == mappingStart:
		return u.collection(i, depth)
	}
	s, problem := resolve(e)
	if e.kind == voidEvent {
		s = unit
	}
	return outline{sum: digest(ownTag(e), "scalar", s.unexpected), next: i + 1}, problem == "" && !s.wide
}

func (u *untyped) collection(i, depth int) (outline, bool) {
	start := u.doc.events.at(i)
	o := outline{next: i + 1}
	var sums [][]byte
	keys := make(map[string]bool)
	for o.next < u.doc.events.len {
		if kind := u.doc.events.at(o.next).kind; kind == sequenceEnd || kind == mappingEnd {
			if start.kind == mappingStart { // the order of keys makes no difference
				slices.SortFunc(sums, bytes.Compare)
			}
			o.next++
			o.height++
			o.sum = digest(ownTag(start), string(rune(start.kind)), string(bytes.Join(sums, nil)))
			return o, true
		}
		item, ok := u.read(o.next, depth+1)
		if !ok {
			return o, false
		}
		o.add(item)
		if start.kind == mappingStart {
			key := string(item.sum)
			if item, ok = u.read(o.next, depth+1); !ok || keys[key] {
				return o, false
			}
			o.add(item)
			keys[key] = true
			item.sum = append([]byte(key), item.sum...)
		}
		sums = append(sums, item.sum)
	}
	return o, false
}

func (o *outline) add(item outline) {
	o.next = item.next
	o.jumps += item.jumps
	o.height = max(o.height, item.height)
}

// ownTag returns a tag of the author's own, which is a part of the value.
func ownTag(e event) string {
	if len(e.tag) > 0 && e.tag[0] == '!' {
		return e.tag
	}
	return ""
}

func digest(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return h.Sum(nil)
}
