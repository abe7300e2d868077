package lsp

import (
	"path/filepath"
	"strings"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/skills/vfs"
)

// newDocument returns a document without text. If the file system treats different spellings of a name as
// equal, the keys of the documents are equal, too. This is determined once, when the document is opened, and
// may wait for the disk.
func (v *view) newDocument(u uri.URI, language string) *document {
	d := newOpening(u, language)
	if old := v.document(u); old != nil {
		d.folding = old.folding
	} else if filepath.IsAbs(d.path) {
		d.folding = v.snapshot.Folding(d.path)
	}
	d.key = d.folding.Key(d.name)
	return d
}

// newOpening returns a document without text and without information from the disk.
func newOpening(u uri.URI, language string) *document {
	name := documentName(u)
	return &document{uri: u, path: snapshotPath(u), name: name, key: name, language: language, early: new(early)}
}

// next returns the document's next version.
func (d *document) next(version int32, text string) *document {
	next := *d
	next.version, next.edited, next.Mapper = version, time.Now(), NewMapper(text, d.encoding)
	return &next
}

// isOpening returns the document of a URI that the disk is still being asked about, or nil. Whether two
// spellings name the same file is not known yet. They are treated as equal unless a document with the exact
// name exists.
func (v *view) isOpening(u uri.URI) *document {
	name := documentName(u)
	if d := v.opening[name]; d != nil {
		return d
	}
	for other, d := range v.opening {
		if (vfs.FoldsCase | vfs.FoldsMarks).Same(name, other) {
			return d
		}
	}
	return nil
}

// keyOf returns the key that a document of the URI has or would have. It may wait for the disk if the
// document is not open.
func (v *view) keyOf(u uri.URI) string { return v.newDocument(u, "").key }

// snapshotPath returns the path of a document as snapshots know it, open or not.
func snapshotPath(u uri.URI) string {
	if path, ok := filePath(u); ok {
		return path
	}
	if name := documentName(u); strings.HasPrefix(name, deepScheme) {
		return name
	}
	return string(u)
}

// document returns the open document of a URI, or nil if the document is not open.
func (v *view) document(u uri.URI) *document { return v.documentNamed(documentName(u)) }

func (v *view) documentNamed(name string) *document {
	for f := vfs.Folding(0); f <= vfs.FoldsCase|vfs.FoldsMarks; f++ {
		if d := v.docs[f.Key(name)]; d != nil && d.folding == f {
			return d
		}
	}
	return nil
}

// documentAt returns the open document of a file that the analysis named, or nil if the file is not open. The
// client may have opened the file under another path that leads to it.
func (v *view) documentAt(path string) *document {
	if !filepath.IsAbs(path) {
		return v.document(uri.URI(path))
	}
	if d := v.documentNamed(path); d != nil {
		return d
	}
	if name, ok := v.snapshot.OpenAs(path); ok {
		return v.documentNamed(name)
	}
	return nil
}
