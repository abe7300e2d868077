package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A meantKey is the field that the user may mean by a key that no agent reads.
type meantKey struct {
	name  string // of the field; empty if no field resembles the key
	moved bool   // the field belongs to another mapping
}

// question returns the suggestion that ends a message.
func (m meantKey) question() string {
	if parent, _ := cutLast(m.name); m.moved {
		return "move it under " + InQuotes(parent)
	}
	return "did you mean " + InQuotes(LastKey(m.name)) + "?"
}

// cutLast splits a field's name before its last part. parent is empty for a field at the top of the file.
func cutLast(field string) (parent, key string) {
	i := strings.LastIndexByte(field, '.')
	if i < 0 {
		return "", field
	}
	return field[:i], field[i+1:]
}

// meantKeyOf returns the field that the key of a remark may mean: one of the same mapping with another
// spelling, or one of another mapping.
func meantKeyOf(p *Pass, c companionRemark) meantKey {
	parent, key := cutLast(c.Field)
	var here, elsewhere []string
	for _, f := range c.of.Companion.Fields {
		if f.Former {
			continue
		}
		if at, name := cutLast(f.Name); at == parent {
			here = append(here, name)
		} else if match.SameSpelling(name, key) && !isInList(c.of.Companion, f.Name) {
			elsewhere = append(elsewhere, f.Name)
		}
	}
	if word := match.MeantWord(key, here); word != "" {
		if parent != "" {
			word = parent + "." + word
		}
		return meantKey{name: word}
	}
	if len(elsewhere) == 1 {
		return meantKey{name: elsewhere[0], moved: true}
	}
	return meantKey{}
}

// isInList reports whether a key is in the items of a list, of which there may be many.
func isInList(c *skills.Companion, field string) bool {
	for parent, _ := cutLast(field); parent != ""; parent, _ = cutLast(parent) {
		if f, _ := c.Field(parent); f.Types == skills.List {
			return true
		}
	}
	return false
}

// mendKey offers to correct the spelling of a key, or to move it to the mapping where agents read it.
func mendKey(p *Pass, c companionRemark) []diagnostic.Fix {
	meant := meantKeyOf(p, c)
	if meant.name == "" {
		return nil
	}
	root := yaml(p).root
	if len(yaml(p).faults) > 0 || root == nil {
		return nil
	}
	mapping, i := pairAt(root, c.Span)
	name := LastKey(meant.name)
	switch {
	case mapping == nil:
		return nil
	case !meant.moved:
		if mapping.Lookup(name) != nil {
			return nil // a duplicate key would be worse
		}
		parent, key := cutLast(c.Field)
		var others []string
		for _, f := range c.of.Companion.Fields {
			if at, other := cutLast(f.Name); at == parent {
				others = append(others, other)
			}
		}
		return respellScalar(p, "Change to "+InQuotes(name), c.Span, name, match.SameWord(key, name) || match.OnlyNear(key, name, others))
	}
	return moveKey(p, root, mapping, i, meant.name)
}

// pairAt returns the mapping in v that has a key at the given span, and the index of that pair. mapping is
// nil if no mapping has the key.
func pairAt(v *frontmatter.Value, key text.Span) (mapping *frontmatter.Value, i int) {
	for i, pair := range v.Pairs {
		if pair.Key.Span == key {
			return v, i
		}
		if mapping, i := pairAt(pair.Value, key); mapping != nil {
			return mapping, i
		}
	}
	for _, item := range v.Items {
		if mapping, i := pairAt(item, key); mapping != nil {
			return mapping, i
		}
	}
	return nil, 0
}

// moveKey offers to move a one-line pair from the top of the file into the mapping below another top-level
// key. It adds that key if it is missing.
func moveKey(p *Pass, root, mapping *frontmatter.Value, i int, field string) []diagnostic.Fix {
	source, pair := p.Doc.Source, mapping.Pairs[i]
	parent, name := cutLast(field)
	line := lines.FirstLine(source, lines.LineStart(source, pair.Key.Span.Start))
	if mapping != root || root.Style != frontmatter.BlockStyle || parent == "" || strings.Contains(parent, ".") || pair.Key.Span.Start != line.Start ||
		pair.Value.Kind != frontmatter.ScalarValue || pair.Value.Span.End > line.End || pair.Value.Style == frontmatter.LiteralBlock || pair.Value.Style == frontmatter.FoldedBlock {
		return nil
	}
	moved := name + source[pair.Key.Span.End:line.End]
	title := "Move below " + InQuotes(parent)
	at := slices.IndexFunc(root.Pairs, func(pair frontmatter.Pair) bool { return pair.Key.Text == parent })
	if at < 0 {
		text := parent + ":" + p.Newline() + "  " + moved
		return oneFix(title, true, p.Edit(line, text))
	}
	into := root.Pairs[at].Value
	if into.Kind != frontmatter.MappingValue || into.Style != frontmatter.BlockStyle || len(into.Pairs) == 0 || into.Lookup(name) != nil {
		return nil
	}
	first := into.Pairs[0].Key.Span.Start
	indent := source[lines.LineStart(source, first):first]
	gone := text.Span{Start: line.Start, End: lines.Next(source, line.End)}
	edits := []diagnostic.Edit{p.Edit(gone, ""), p.Edit(text.At(first-len(indent)), indent+moved+p.Newline())}
	slices.SortFunc(edits, func(a, b diagnostic.Edit) int { return a.Span.Start - b.Span.Start })
	return oneFix(title, true, edits...)
}

// yaml returns the tree of the YAML file. It is parsed once for all rules.
func yaml(p *Pass) *yamlTree {
	return p.tree.get(func() *yamlTree {
		root, faults := frontmatter.RecoverYAML(p.Doc.Source)
		return &yamlTree{root, faults}
	})
}

// scalarAt returns the scalar in the file whose source is span, or nil if not found.
func scalarAt(p *Pass, span text.Span) *frontmatter.Value { return scalarIn(yaml(p).root, span) }

func scalarIn(v *frontmatter.Value, span text.Span) *frontmatter.Value {
	if v == nil || v.Kind == frontmatter.ScalarValue {
		if v != nil && v.Span == span {
			return v
		}
		return nil
	}
	for _, item := range v.Items {
		if found := scalarIn(item, span); found != nil {
			return found
		}
	}
	for _, pair := range v.Pairs {
		if found := scalarIn(pair.Value, span); found != nil {
			return found
		}
	}
	return nil
}
