package hover

import (
	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// hoverManifest returns the hover for a field of a manifest, or for a path in it.
func hoverManifest(c *refs.Cursor) (Hover, bool) {
	site, ok := manifest.SiteAt(c.Source, c.Offset)
	if !ok || !site.Quoted {
		return Hover{}, false
	}
	if !site.IsKey {
		return hoverManifestPath(c)
	}
	role, _ := file.ManifestOf(c.File.Path)
	_, fields := role.Manifest.FieldAt(site.Path)
	field := skills.ManifestFieldOf(fields, site.Token.Of(c.Source))
	if field == nil {
		return Hover{}, false
	}
	return Hover{site.Token, render.CodeSpan(field.Name) + " (" + role.Agent.Title + "): " + vocabulary.ManifestDoc(field)}, true
}

// hoverManifestPath returns the hover for the file that the path at the cursor leads to.
func hoverManifestPath(c *refs.Cursor) (Hover, bool) {
	p, span, ok := refs.ManifestPathAt(c.File, c.Offset)
	if !ok {
		return Hover{}, false
	}
	t, ok := refs.ManifestTarget(workspace.NewResolver(c.Snapshot, c.File), &p)
	if !ok || t.Exists == workspace.Unprobed || t.Exists == workspace.Missing { // plugin/path says what is missing
		return Hover{}, false
	}
	doc := describe.TargetFileDoc(c, t)
	return Hover{span, doc}, doc != ""
}
