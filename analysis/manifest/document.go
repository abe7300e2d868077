// Package manifest reads the JSON files that describe plugins and marketplaces: what is wrong with them, the
// paths in them, and what can be at a place in an unfinished one.
package manifest

import (
	"strings"

	"github.com/tailscale/hujson"

	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Document is a parsed manifest.
type Document struct {
	file.ManifestRole
	Source string
	// Value is the value of the file, or nil if it is empty or Fault is set.
	Value *frontmatter.Value
	Fault *skills.SyntaxError // why the file cannot be parsed; may be nil
	// Comments and Commas are the comments and the trailing commas, which the agents' parsers reject.
	Comments, Commas []text.Span
}

// Read parses a manifest. It never fails.
func Read(role file.ManifestRole, source string) *Document {
	d := &Document{ManifestRole: role, Source: source}
	if d.Value, d.Fault = skills.JSON.Parse(source); d.Fault == nil && d.Value != nil {
		d.findExtras()
	}
	return d
}

// ReadFile parses a file that is a [file.ManifestFile].
func ReadFile(f *file.File) *Document {
	role, _ := file.ManifestOf(f.Path)
	role.Root = f.Dir // as a path in the workspace folder
	return Read(role, f.Doc.Source)
}

// PluginName returns the name in the manifest of a plugin, or "" if there is none.
func (d *Document) PluginName() string {
	if d.Manifest.Market || d.Value == nil {
		return ""
	}
	if name := d.Value.Lookup("name"); name.IsString() {
		return strings.TrimSpace(name.Text)
	}
	return ""
}

// findExtras finds what is not JSON: hujson replaces it by spaces.
func (d *Document) findExtras() {
	start := len(d.Source) - len(strings.TrimPrefix(d.Source, text.ByteOrderMark))
	source := d.Source[start:]
	plain, _ := hujson.Standardize([]byte(source)) // the file was parsed before
	for at := 0; at < len(source); at++ {
		switch {
		case source[at] == plain[at]:
		case source[at] == ',':
			d.Commas = append(d.Commas, text.Span{Start: start + at, End: start + at + 1})
		default:
			end := commentEnd(source, at)
			d.Comments = append(d.Comments, text.Span{Start: start + at, End: start + end})
			at = end - 1
		}
	}
}

// commentEnd returns the end of the comment that begins at an offset.
func commentEnd(source string, at int) int {
	if strings.HasPrefix(source[at:], "/*") {
		return at + 2 + strings.Index(source[at+2:], "*/") + 2
	}
	if n := strings.IndexAny(source[at:], "\r\n"); n >= 0 {
		return at + n
	}
	return len(source)
}

// Inside returns the span of a string's text, without the quotes.
func Inside(v *frontmatter.Value) text.Span {
	return text.Span{Start: v.Span.Start + 1, End: v.Span.End - 1}
}
