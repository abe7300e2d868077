package manifest

import (
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Entries returns the objects in the list "plugins" of a marketplace.
func Entries(d *Document) []*frontmatter.Value {
	if d.Value == nil {
		return nil
	}
	return entriesOf(d.Value)
}

// Rejected reports whether the agent rejects a manifest, and which entries of a marketplace it rejects, by their index in
// [Entries], as far as that depends on the text of the file. A mistake in the list of entries costs no other entry.
func Rejected(d *Document) (all bool, entries map[int]bool) {
	if d.Value == nil || len(d.Comments)+len(d.Commas) > 0 {
		return true, nil
	}
	var list []*frontmatter.Value
	var inList text.Span
	if plugins := d.Value.Lookup("plugins"); d.Manifest.Market && plugins != nil && plugins.Kind == frontmatter.SequenceValue {
		list, inList = Entries(d), plugins.Span
	}
	entries = make(map[int]bool)
	for _, span := range rejections(d) {
		if span.Start <= inList.Start || span.Start >= inList.End {
			all = true
			continue
		}
		i, _ := slices.BinarySearchFunc(list, span.Start, func(v *frontmatter.Value, start int) int { return v.Span.End - 1 - start })
		if i < len(list) && list[i].Span.Start <= span.Start {
			entries[i] = true
		}
	}
	return all, entries
}

// rejections returns the places of what makes the agent reject a plugin or a marketplace.
func rejections(d *Document) (spans []text.Span) {
	for _, p := range Check(d) {
		if p.Loss == skills.Rejected {
			spans = append(spans, p.Span)
		}
	}
	for _, p := range Paths(d) {
		if p.Leaves() && p.Rules.Outside == skills.Rejected || p.IsUndotted() && p.Rules.Undotted == skills.Rejected && !p.Leaves() {
			spans = append(spans, p.Value.Span)
		}
	}
	return spans
}
