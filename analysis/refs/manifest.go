package refs

import (
	"path/filepath"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// ManifestTarget returns what a path in a manifest leads to. r is a resolver of the manifest. ManifestTarget
// returns false if the path leaves its root, has a pattern, or starts from a plugin elsewhere.
func ManifestTarget(r *workspace.Resolver, p *manifest.Path) (workspace.Target, bool) {
	if p.Base == "" || p.Leaves() || p.IsPattern() {
		return workspace.Target{}, false
	}
	rel, err := filepath.Rel(r.File.Dir, p.Abs())
	if err != nil {
		return workspace.Target{}, false
	}
	t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: filepath.ToSlash(rel)}}
	r.Follow(&t, r.File.Dir)
	return t, true
}

// ManifestPathAt returns the path in a manifest at an offset, with the span of its text.
func ManifestPathAt(f *file.File, offset int) (manifest.Path, text.Span, bool) {
	for _, p := range manifest.Paths(manifest.ReadFile(f)) {
		if span := manifest.Inside(p.Value); span.Contains(offset) {
			return p, span, true
		}
	}
	return manifest.Path{}, text.Span{}, false
}
