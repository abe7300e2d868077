package session

import (
	"path/filepath"
	"strings"
	"time"

	"go.lsp.dev/uri"

	"skills-ls/lsp/position"
	"skills-ls/skills/vfs"
)

// NewDocument returns a document without text. If the file system treats different spellings of a name as
// equal, the keys of the documents are equal, too. This is determined once, when the document is opened, and
// may wait for the disk.
func (v *View) NewDocument(u uri.URI, language string) *Document {
	d := NewOpening(u, language)
	if old := v.Document(u); old != nil {
		d.Folding = old.Folding
	} else if filepath.IsAbs(d.Path) {
		d.Folding = v.Snapshot.Folding(d.Path)
	}
	d.Key = d.Folding.Key(d.Name)
	return d
}

// NewOpening returns a document without text and without information from the disk.
func NewOpening(u uri.URI, language string) *Document {
	name := position.DocumentName(u)
	return &Document{URI: u, Path: SnapshotPath(u), Name: name, Key: name, Language: language, Early: new(Early)}
}

// Next returns the document's next version.
func (d *Document) Next(version int32, text string) *Document {
	next := *d
	next.Version, next.edited, next.Mapper = version, time.Now(), position.NewMapper(text, d.Encoding)
	return &next
}

// IsOpening returns the document of a URI that the disk is still being asked about, or nil. Whether two
// spellings name the same file is not known yet. They are treated as equal unless a document with the exact
// name exists.
func (v *View) IsOpening(u uri.URI) *Document {
	name := position.DocumentName(u)
	if d := v.Opening[name]; d != nil {
		return d
	}
	for other, d := range v.Opening {
		if (vfs.FoldsCase | vfs.FoldsMarks).Same(name, other) {
			return d
		}
	}
	return nil
}

// KeyOf returns the key that a document of the URI has or would have. It may wait for the disk if the
// document is not open.
func (v *View) KeyOf(u uri.URI) string { return v.NewDocument(u, "").Key }

// SnapshotPath returns the path of a document as snapshots know it, open or not.
func SnapshotPath(u uri.URI) string {
	if path, ok := position.FilePath(u); ok {
		return path
	}
	if name := position.DocumentName(u); strings.HasPrefix(name, position.DeepScheme) {
		return name
	}
	return string(u)
}

// Document returns the open document of a URI, or nil if the document is not open.
func (v *View) Document(u uri.URI) *Document { return v.DocumentNamed(position.DocumentName(u)) }

func (v *View) DocumentNamed(name string) *Document {
	for f := vfs.Folding(0); f <= vfs.FoldsCase|vfs.FoldsMarks; f++ {
		if d := v.Docs[f.Key(name)]; d != nil && d.Folding == f {
			return d
		}
	}
	return nil
}

// DocumentAt returns the open document of a file that the analysis named, or nil if the file is not open. The
// client may have opened the file under another path that leads to it.
func (v *View) DocumentAt(path string) *Document {
	if !filepath.IsAbs(path) {
		return v.Document(uri.URI(path))
	}
	if d := v.DocumentNamed(path); d != nil {
		return d
	}
	if name, ok := v.Snapshot.OpenAs(path); ok {
		return v.DocumentNamed(name)
	}
	return nil
}
