package vocabulary

import (
	"strings"

	"skills-ls/skills"
)

// ManifestDoc documents a field of a manifest, as Markdown.
func ManifestDoc(f *skills.ManifestField) string {
	doc := f.Doc
	if f.Missing != skills.NoLoss {
		doc += " Required."
	}
	if f.Values != nil {
		doc += " One of `" + strings.Join(f.Values, "`, `") + "`."
	}
	return doc
}
