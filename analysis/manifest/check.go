package manifest

import (
	"path"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Code says what is wrong with a part of a manifest.
type Code uint8

const (
	Repeated  Code = iota // a field occurs twice in an object
	Unknown               // the table does not have the field
	Missing               // a field is missing
	Type                  // a value has a wrong type
	Choice                // a string is not one of the known ones
	Text                  // a string breaks a rule
	Extension             // a path has another extension
	Twice                 // a second plugin has the same name
)

// A Problem is something wrong with a manifest. The spans are bytes of the file.
type Problem struct {
	Code Code
	Loss skills.Loss
	Span text.Span
	// Field is the field that has the value or is missing. It is nil for Unknown.
	Field *skills.ManifestField
	Key   string // of the field
	// Meant is the field that an unknown one most likely means, or nil. Clear says that nothing gets worse if the
	// key is replaced by it.
	Meant  *skills.ManifestField
	Clear  bool
	Value  *frontmatter.Value // nil if the field is missing
	Item   bool               // the value is an item of the field's list
	Object *frontmatter.Value // the object that has the field or lacks it
	Types  skills.FieldType   // those that the value may have, for Type
	Rule   skills.TextRule    // for Text
	First  text.Span          // for Repeated and Twice, the first key or name
}

// Check returns the problems of a manifest that do not depend on other files, in no particular order. It
// returns nil if the file cannot be parsed.
func Check(d *Document) []Problem {
	if d.Value == nil {
		return nil
	}
	c := &checker{manifest: d.Manifest}
	if d.Value.Kind != frontmatter.MappingValue {
		root := &skills.ManifestField{Types: skills.Mapping}
		c.add(Problem{Code: Type, Loss: skills.Rejected, Span: d.Value.Span, Field: root, Value: d.Value, Types: skills.Mapping})
		return c.found
	}
	c.object(d.Value, d.Manifest.Fields, nil)
	if d.Manifest.Market {
		c.twice(d)
	}
	return c.found
}

// A checker compares one manifest with its table.
type checker struct {
	manifest *skills.Manifest
	found    []Problem
}

func (c *checker) add(p Problem) {
	if p.Loss != skills.NoLoss {
		c.found = append(c.found, p)
	}
}

// wrong returns the loss by a wrong value of a field.
func (c *checker) wrong(f *skills.ManifestField) skills.Loss {
	if f.Wrong != skills.NoLoss {
		return f.Wrong
	}
	return c.manifest.Wrong
}

// object checks an object with known fields. of is the field with the object, or nil for the whole file.
func (c *checker) object(v *frontmatter.Value, fields []skills.ManifestField, of *skills.ManifestField) {
	keys := keysOf(v, fields)
	missing := c.missing(v, fields, of, keys)
	for _, pair := range v.Pairs {
		key := pair.Key.Text
		field := skills.ManifestFieldOf(fields, key)
		p := Problem{Span: pair.Key.Span, Field: field, Key: key, Value: pair.Value, Object: v}
		if first := keys.first[key]; first != p.Span {
			p.Code, p.Loss, p.First = Repeated, c.manifest.Repeated, first
			if field == nil {
				p.Loss = min(p.Loss, c.manifest.Unknown) // the agent reads neither
			}
			c.add(p)
		}
		if field == nil {
			p.Code, p.Loss = Unknown, c.manifest.Unknown
			if of != nil && of.Closed {
				p.Loss = skills.Rejected
			}
			if p.Meant = keys.meant[key]; p.Meant != nil {
				p.Loss = max(p.Loss, missing[p.Meant])
				p.Clear = keys.isClear(key, pair.Value, c.manifest)
			}
			c.add(p)
			continue
		}
		c.value(p, pair.Value, field.Types)
	}
	for i := range fields {
		if field := &fields[i]; keys.sharing[field] == 0 {
			c.add(Problem{
				Code: Missing, Loss: missing[field], Span: text.Span{Start: v.Span.Start, End: v.Span.Start + 1},
				Field: field, Key: field.Name, Object: v,
			})
		}
	}
}

// missing returns the losses by the fields that an object lacks.
func (c *checker) missing(
	v *frontmatter.Value, fields []skills.ManifestField, of *skills.ManifestField, keys *keySet,
) map[*skills.ManifestField]skills.Loss {
	losses := make(map[*skills.ManifestField]skills.Loss)
	var needed []string
	if source := v.Lookup("source"); of != nil && of.Needs != nil && source != nil {
		needed = of.Needs[source.Text]
	}
	for i := range fields {
		field := &fields[i]
		if _, has := keys.first[field.Name]; has {
			continue
		}
		losses[field] = field.Missing
		if slices.Contains(needed, field.Name) {
			losses[field] = c.wrong(of)
		}
	}
	return losses
}

// value checks the value of a field, or an item of its list. p is about the value.
func (c *checker) value(p Problem, v *frontmatter.Value, types skills.FieldType) {
	p.Span, p.Value = v.Span, v
	if p.Field.Nullable && !p.Item && v.IsNull() {
		return
	}
	if types != 0 && typeOf(v)&types == 0 {
		p.Code, p.Loss, p.Types = Type, c.wrong(p.Field), types
		c.add(p)
		return
	}
	switch {
	case v.Kind == frontmatter.SequenceValue && !p.Item:
		p.Item = true
		for _, item := range v.Items {
			c.value(p, item, p.Field.Items)
		}
	case v.Kind == frontmatter.MappingValue && p.Field.Named:
		for _, pair := range v.Pairs {
			if pair.Value.Kind == frontmatter.MappingValue {
				c.object(pair.Value, p.Field.Fields, p.Field)
			}
		}
	case v.Kind == frontmatter.MappingValue && p.Field.Fields != nil:
		c.object(v, p.Field.Fields, p.Field)
	case v.IsString():
		c.text(p)
	}
}

// text checks a string.
func (c *checker) text(p Problem) {
	written := p.Value.Text
	if p.Field.Values != nil && !slices.Contains(p.Field.Values, written) {
		p.Code, p.Loss = Choice, c.wrong(p.Field)
		c.add(p)
	}
	for _, rule := range p.Field.Texts {
		if rule.Breaks(written) {
			p.Code, p.Loss, p.Rule = Text, rule.Loss, rule
			c.add(p)
			break
		}
	}
	if p.Field.Exts != nil && !hasScheme(written) && !slices.Contains(p.Field.Exts, path.Ext(written)) {
		p.Code, p.Loss = Extension, c.wrong(p.Field)
		c.add(p)
	}
}

// typeOf returns the type of a value, or 0 for null.
func typeOf(v *frontmatter.Value) skills.FieldType {
	switch {
	case v.Kind == frontmatter.MappingValue:
		return skills.Mapping
	case v.Kind == frontmatter.SequenceValue:
		return skills.List
	case v.IsString():
		return skills.String
	case v.Tag == "!!bool":
		return skills.Boolean
	case v.Tag == "!!int" || v.Tag == "!!float":
		return skills.Number
	}
	return 0
}

// twice reports plugins of a marketplace with the name of an earlier one.
func (c *checker) twice(d *Document) {
	names := make(map[string]text.Span)
	for _, entry := range entriesOf(d.Value) {
		name := entry.Lookup("name")
		if !name.IsString() || name.Text == "" {
			continue
		}
		if first, ok := names[name.Text]; ok {
			c.add(Problem{Code: Twice, Loss: d.Manifest.Twice, Span: name.Span, Key: name.Text, Value: name, Object: entry, First: first})
		} else {
			names[name.Text] = name.Span
		}
	}
}

// entriesOf returns the objects in the list "plugins".
func entriesOf(root *frontmatter.Value) []*frontmatter.Value {
	plugins := root.Lookup("plugins")
	if plugins == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(plugins.Items), func(v *frontmatter.Value) bool { return v.Kind != frontmatter.MappingValue })
}
