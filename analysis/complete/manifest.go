package complete

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// completeManifest completes the manifest of a plugin or marketplace: fields, known values, and paths, and in an empty
// file the object with the required fields.
func completeManifest(c *refs.Cursor) []Completion {
	role, _ := file.ManifestOf(c.File.Path)
	site, ok := manifest.SiteAt(c.Source, c.Offset)
	if !ok && strings.TrimSpace(c.Source) == "" {
		whole := skills.ManifestField{Types: skills.Mapping, Fields: role.Manifest.Fields}
		return offerObject(manifest.Site{Token: text.At(c.Offset)}, role.Agent, &whole)
	}
	if !ok {
		return nil
	}
	field, fields := role.Manifest.FieldAt(site.Path)
	switch {
	case site.IsKey && field != nil && field.Needs != nil:
		return completeManifestKey(c, site, role.Agent, field.FieldsFor(site.Source))
	case site.IsKey:
		return completeManifestKey(c, site, role.Agent, fields)
	case field == nil:
		return nil
	case field.Form.IsPath() && site.Quoted:
		return completeManifestPath(c, site, field)
	}
	found := offerObject(site, role.Agent, field)
	for _, value := range manifestValues(field) {
		if site.Quoted && !strings.HasPrefix(value, `"`) {
			continue
		}
		label := strings.Trim(value, `"`)
		item := offerJSON(site, len(found), label, value)
		item.Kind = vocabulary.ValueCompletion
		found = append(found, item)
	}
	return found
}

// offerObject offers an object with the fields that it must have, if the value can be one.
func offerObject(site manifest.Site, agent *skills.Agent, f *skills.ManifestField) []Completion {
	types := f.Types
	if site.InList {
		types = f.Items
	}
	var names, pairs []string
	for i := range f.Fields {
		if part := &f.Fields[i]; part.Missing != skills.NoLoss {
			names = append(names, part.Name)
			value := strings.Replace(emptyValue(part), "$0", fmt.Sprintf("$%d", len(names)), 1)
			pairs = append(pairs, skills.JSON.Quote(part.Name)+": "+value)
		}
	}
	if types&skills.Mapping == 0 || site.Quoted || f.Named || len(names) == 0 {
		return nil
	}
	written := "{" + strings.Join(pairs, ", ") + "}"
	if site.More {
		written += ","
	}
	item := offerJSON(site, 0, "{"+strings.Join(names, ", ")+"}", written)
	item.Kind, item.Detail, item.Snippet = vocabulary.ValueCompletion, agent.Title, true
	return []Completion{item}
}

// offerJSON returns a completion of a word that is written in that form outside of quotes.
func offerJSON(site manifest.Site, rank int, label, written string) Completion {
	if site.Quoted {
		written = strings.Trim(written, `"`)
		if !site.Closed {
			written += `"`
		}
	}
	return Completion{Label: label, Text: written, Sort: fmt.Sprintf("%03d", rank), Replace: site.Token}
}

// completeManifestKey offers the fields that an object lacks, required ones first.
func completeManifestKey(c *refs.Cursor, site manifest.Site, agent *skills.Agent, fields []skills.ManifestField) []Completion {
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, func(a, b skills.ManifestField) int {
		return int(min(b.Missing, 1)) - int(min(a.Missing, 1))
	})
	var found []Completion
	for i := range fields {
		f := &fields[i]
		if slices.Contains(site.Taken, f.Name) {
			continue
		}
		item := offerJSON(site, len(found), f.Name, skills.JSON.Quote(f.Name))
		item.Kind, item.Detail, item.Doc = vocabulary.KeyCompletion, agent.Title, vocabulary.ManifestDoc(f)
		if f.Missing != skills.NoLoss {
			item.Detail += ", required"
		}
		if !site.Colon && !(site.Quoted && site.Closed) {
			value := emptyValue(f)
			item.Text, item.Snippet = strings.ReplaceAll(item.Text, "$", `\$`)+": "+value, true
			if site.More {
				item.Text += ","
			}
			item.Retrigger = f.Form.IsPath() || f.Values != nil
		}
		found = append(found, item)
	}
	return found
}

// emptyValue returns the value of a new field as a snippet.
func emptyValue(f *skills.ManifestField) string {
	switch {
	case f.Types&skills.String != 0:
		return `"$0"`
	case f.Types&skills.List != 0 && f.Items == skills.String:
		return `["$0"]`
	case f.Types&skills.List != 0:
		return "[$0]"
	case f.Types&skills.Mapping != 0:
		return "{$0}"
	}
	return "$0"
}

// manifestValues returns the known values of a field, as JSON.
func manifestValues(f *skills.ManifestField) []string {
	var values []string
	for _, v := range f.Values {
		values = append(values, skills.JSON.Quote(v))
	}
	if f.Types == skills.Boolean {
		values = append(values, "true", "false")
	}
	return values
}

// completeManifestPath offers the entries of the directory that a path has so far.
func completeManifestPath(c *refs.Cursor, site manifest.Site, field *skills.ManifestField) []Completion {
	written := c.Source[site.Token.Start:c.Offset]
	if strings.Contains(written, "\\") {
		return nil
	}
	base := written[:strings.LastIndexByte(written, '/')+1]
	if base == "" { // paths begin with "./"
		item := offerJSON(manifest.Site{Token: site.Token}, 0, "./", "./")
		item.Kind, item.Retrigger = vocabulary.DirectoryCompletion, true
		return []Completion{item}
	}
	path := manifest.Path{Field: field, Base: c.File.Dir, Rel: base}
	if at, _, ok := refs.ManifestPathAt(c.File, c.Offset); ok {
		path.Base = at.Base // in a marketplace, the root of the plugin
	}
	t, ok := refs.ManifestTarget(workspace.NewResolver(c.Snapshot, c.File), &path)
	exists := ok && (t.Exists == workspace.Present || t.Exists == workspace.OtherCase)
	if !exists || !t.IsDir || !refs.IsConfined(c.Snapshot, c.File, t.Actual) {
		return nil
	}
	entries, err := c.Snapshot.FS().ReadDir(t.Actual)
	if err != nil {
		return nil
	}
	var found []Completion
	start := site.Token.Start + len(base)
	for _, e := range entries {
		isDir, ok := isOffered(c, t.Actual, e)
		if !ok || !isDir && !takesFile(field, e.Name()) {
			continue
		}
		name := e.Name()
		item := Completion{
			Kind: vocabulary.FileCompletion, Label: name, Sort: "1" + name,
			About: Subject{Path: filepath.Join(t.Actual, name)}, Replace: text.Span{Start: start, End: site.Token.End},
		}
		if isDir {
			item.Kind, item.Label, item.Text, item.Sort = vocabulary.DirectoryCompletion, name+"/", name, "0"+name
			item.Filter = name
		}
		found = append(found, item)
	}
	return found
}

// takesFile reports whether the path of a field may name a file.
func takesFile(f *skills.ManifestField, name string) bool {
	return f.Form == skills.PathForm && (f.Exts == nil || slices.Contains(f.Exts, filepath.Ext(name)))
}
