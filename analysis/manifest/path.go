package manifest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// A Path is a path that a manifest names.
type Path struct {
	Field *skills.ManifestField
	Rules skills.PathRules
	Value *frontmatter.Value // the string
	// Base is the absolute directory that the path starts from: the root of the plugin or the marketplace. It
	// is "" if the plugin is elsewhere.
	Base string
	// Rel is the path as the agent reads it, slash-separated and relative to Base.
	Rel string
	// Rooted says that Rel begins with the "pluginRoot" of the marketplace.
	Rooted bool
	// List is the list with the path, or nil. Index is the index of the path in it.
	List  *frontmatter.Value
	Index int
}

// Abs returns the absolute path, or "" if Base is "".
func (p *Path) Abs() string {
	if p.Base == "" {
		return ""
	}
	return filepath.Join(p.Base, filepath.FromSlash(p.Rel))
}

// Leaves reports whether the path is absolute or leaves the root.
func (p *Path) Leaves() bool {
	for part := range strings.SplitSeq(p.Rel, "/") {
		if part == ".." {
			return true
		}
	}
	return strings.HasPrefix(p.Rel, "/") || len(p.Rel) > 1 && p.Rel[1] == ':'
}

// IsPattern reports whether the path is a pattern or has a variable, so that no file needs to have the name.
func (p *Path) IsPattern() bool { return strings.ContainsAny(p.Rel, "*?[{$") }

// HasExtension reports whether the path has one of the extensions that its field requires.
func (p *Path) HasExtension() bool {
	return p.Field.Exts == nil || slices.Contains(p.Field.Exts, path.Ext(p.Rel))
}

// IsUndotted reports whether the path lacks the "./" at its start. A root may also be written as ".", and a
// plugin of a marketplace with "pluginRoot" as a name.
func (p *Path) IsUndotted() bool {
	written := p.Value.Text
	return !strings.HasPrefix(written, "./") && !(written == "." && p.Field.Form != skills.PathForm) && !p.Rooted
}

// Paths returns the paths that a manifest names, in source order of the fields. URLs are left out.
func Paths(d *Document) []Path {
	if d.Value == nil || d.Value.Kind != frontmatter.MappingValue {
		return nil
	}
	if !d.Manifest.Market {
		f := finder{rules: d.Manifest.Paths}
		f.object(d.Value, d.Manifest.Fields, d.Root)
		return f.found
	}
	f, fields := entryFinder(d)
	for _, entry := range entriesOf(d.Value) {
		f.rules = d.Manifest.Sources
		base := f.source(entry, fields, d.Root)
		f.rules = d.Manifest.Paths
		f.object(entry, fields, base)
	}
	return f.found
}

// PluginDir returns the root of the plugin of an entry of a marketplace, or "" if the plugin is elsewhere.
func PluginDir(d *Document, entry *frontmatter.Value) string {
	f, fields := entryFinder(d)
	return f.source(entry, fields, d.Root)
}

// entryFinder returns a finder of the sources in a marketplace, and the fields of its entries.
func entryFinder(d *Document) (f finder, fields []skills.ManifestField) {
	f.rules = d.Manifest.Sources
	_, fields = d.Manifest.FieldAt([]string{"plugins"})
	if skills.ManifestFieldOf(d.Manifest.Fields, "metadata") != nil {
		f.pluginRoot = d.Value.Lookup("metadata.pluginRoot")
	}
	return f, fields
}

// A finder collects the paths of a manifest.
type finder struct {
	rules      skills.PathRules
	pluginRoot *frontmatter.Value // nil for none
	found      []Path
}

// source adds the source of a plugin, if it is a path. It returns the root of the plugin, or "" if the source
// is no path in the marketplace.
func (f *finder) source(entry *frontmatter.Value, fields []skills.ManifestField, root string) string {
	field := skills.ManifestFieldOf(fields, "source")
	v := entry.Lookup("source")
	if field == nil || v == nil {
		return ""
	}
	if v.Kind == frontmatter.MappingValue {
		if kind := v.Lookup("source"); !kind.IsString() || kind.Text != "local" {
			return ""
		}
		v = v.Lookup("path")
	}
	if !v.IsString() || hasScheme(v.Text) {
		return ""
	}
	p := Path{Field: field, Rules: f.rules, Value: v, Base: root, Rel: v.Text}
	if f.pluginRoot.IsString() && p.Rel != "." && !strings.HasPrefix(p.Rel, "./") && !p.Leaves() {
		p.Rel, p.Rooted = path.Join(f.pluginRoot.Text, p.Rel), true
	}
	f.found = append(f.found, p)
	if p.Leaves() || p.IsPattern() {
		return ""
	}
	return p.Abs()
}

// object adds the paths in an object with known fields.
func (f *finder) object(v *frontmatter.Value, fields []skills.ManifestField, base string) {
	for _, pair := range v.Pairs {
		if field := skills.ManifestFieldOf(fields, pair.Key.Text); field != nil && field.Form != skills.SourceForm {
			f.value(pair.Value, field, Path{Base: base})
		}
	}
}

// value adds the paths in the value of a field. at has the base, and the list with the value if there is one.
func (f *finder) value(v *frontmatter.Value, field *skills.ManifestField, at Path) {
	switch {
	case v.Kind == frontmatter.SequenceValue && at.List == nil:
		for i, item := range v.Items {
			f.value(item, field, Path{Base: at.Base, List: v, Index: i})
		}
	case v.Kind == frontmatter.MappingValue && field.Named:
		for _, pair := range v.Pairs {
			f.object(pair.Value, field.Fields, at.Base)
		}
	case v.Kind == frontmatter.MappingValue:
		f.object(v, field.Fields, at.Base)
	case v.IsString() && field.Form.IsPath() && !hasScheme(v.Text) && v.Text != "":
		at.Field, at.Rules, at.Value, at.Rel = field, f.rules, v, v.Text
		f.found = append(f.found, at)
	}
}

// hasScheme reports whether a text is a URL or an address of a Git repository.
func hasScheme(text string) bool {
	return strings.Contains(text, "://") || strings.HasPrefix(text, "git@")
}
