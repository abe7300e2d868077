package skills

import (
	"regexp"
	"slices"
)

// A Manifest describes a JSON file that an agent reads about plugins: the description of one plugin, or a
// marketplace that lists plugins.
type Manifest struct {
	// Path is slash-separated and relative to the root of the plugin or marketplace. Paths in the file are
	// relative to that root too.
	Path string
	// Market says that the file is a marketplace, whose field "plugins" lists plugins.
	Market bool
	Fields []ManifestField
	// Wrong is the loss by a value that a field cannot have, unless the field says otherwise. Unknown is the
	// loss by a field that is not in the table, Repeated by a second field of the same name, and Twice by a
	// second plugin of the same name in a marketplace.
	Wrong, Unknown, Repeated, Twice Loss
	// Replaces says that the field "skills" of a plugin replaces the directory "skills". Otherwise it adds to it.
	Replaces bool
	// Paths are the rules for the files of a plugin, and Sources those for the plugins of a marketplace.
	Paths, Sources PathRules
}

// A Loss is what a mistake in a manifest costs, from the least to the most.
type Loss uint8

const (
	NoLoss    Loss = iota // it is no mistake
	Unstated              // neither the agent's documentation nor its code says
	Tolerated             // everything loads; at most, the agent's validator reports it
	Forbidden             // the agent's documentation forbids it, without saying what happens
	Dropped               // the agent ignores the value and loads the rest
	Rejected              // the agent does not load the plugin or the marketplace
)

// PathRules are an agent's rules for the paths in a manifest. A rule without a loss does not apply.
type PathRules struct {
	Undotted Loss // a path that does not begin with "./"
	Outside  Loss // a path that leaves the root
	Missing  Loss // a path to nothing
}

// A ManifestField is a field of a manifest.
type ManifestField struct {
	Name  string
	Types FieldType // of the value; 0 if the agent accepts any
	Items FieldType // of the items, if the value is a list; 0 if the agent accepts any
	// Nullable says that the agent takes null for a missing field.
	Nullable bool
	Doc      string // what it means: one or two sentences of Markdown
	// Missing is the loss if the field is missing, or [NoLoss] if it is optional. Wrong is the loss by a wrong
	// value; [NoLoss] means that of the manifest.
	Missing, Wrong Loss
	Values         []string   // the strings that it can have; nil if there are others
	Texts          []TextRule // what its strings must be
	Form           ManifestForm
	// Exts are the extensions that paths must have, such as ".md". Nil means any, and also directories.
	Exts []string
	// Fields are those of an object, and of objects in a list. Nil means that the agent accepts any. If Named
	// is set, the object maps names to objects with these fields.
	Fields []ManifestField
	Named  bool
	// Closed says that the agent rejects an unknown field in the object.
	Closed bool
	// Needs are the fields that an object must have, by the value of its field "source". Takes are the others that the
	// agent reads for that value.
	Needs, Takes map[string][]string
}

// FieldsFor returns the fields that the agent reads in an object with a value of its field "source": all if it does not
// know the value.
func (f *ManifestField) FieldsFor(source string) []ManifestField {
	needs, isKnown := f.Needs[source]
	if !isKnown {
		return f.Fields
	}
	return slices.DeleteFunc(slices.Clone(f.Fields), func(part ManifestField) bool {
		return part.Name != "source" && !slices.Contains(needs, part.Name) && !slices.Contains(f.Takes[source], part.Name)
	})
}

// A TextRule is a rule for a string. The string must match, and not be one of the exceptions.
type TextRule struct {
	Match *regexp.Regexp // nil for any
	Not   []string
	Want  string // what to write instead, in at most 50 characters
	Loss  Loss
}

// Breaks reports whether a text breaks the rule.
func (r TextRule) Breaks(text string) bool {
	return r.Match != nil && !r.Match.MatchString(text) || slices.Contains(r.Not, text)
}

// A ManifestForm is the meaning of a string in a manifest.
type ManifestForm uint8

const (
	PlainForm   ManifestForm = iota
	NameForm                 // the name of a plugin or marketplace
	VersionForm              // a version
	PathForm                 // a file or directory of the plugin
	SkillsForm               // a directory of the plugin with skills
	SourceForm               // where a plugin of a marketplace is; a path unless it has a scheme
)

// IsPath reports whether strings of the form may be paths.
func (f ManifestForm) IsPath() bool { return f == PathForm || f == SkillsForm || f == SourceForm }

// ManifestFieldOf returns the field of a name, or nil if there is none.
func ManifestFieldOf(fields []ManifestField, name string) *ManifestField {
	if i := slices.IndexFunc(fields, func(f ManifestField) bool { return f.Name == name }); i >= 0 {
		return &fields[i]
	}
	return nil
}

// FieldAt returns the field at a path of keys, from the outside in, and the fields of the object there. Lists
// add nothing to the path. field is nil at the top, and for a name in an object that maps names. Both are nil
// if the table does not have the place.
func (m *Manifest) FieldAt(path []string) (field *ManifestField, fields []ManifestField) {
	fields = m.Fields
	named := false
	for _, key := range path {
		if named { // a name of the author's choice
			field, named = nil, false
			continue
		}
		if field = ManifestFieldOf(fields, key); field == nil {
			return nil, nil
		}
		fields, named = field.Fields, field.Named
	}
	if named {
		return field, nil
	}
	return field, fields
}
