package skills

import "strings"

// A Vocabulary is the set of frontmatter keys of SKILL.md that a program reads which is not an [Agent] here.
// Nothing else of the program is modeled.
type Vocabulary struct {
	Title  string // of the agent, for users
	Source string // where the facts come from, as in [Agent]
	// Fields are the keys, each after the one that contains it. The names of nested keys are joined by
	// periods, and lists add nothing to the path.
	Fields []Field
	// Former maps former names of keys in Fields, which still work in old skills, to the current names.
	Former map[string]string
}

// Field returns the key with a name. The name, or its beginning, may be a former one.
func (v *Vocabulary) Field(name string) (Field, bool) {
	name = v.Today(name)
	return find(v.Fields, func(f *Field) bool { return f.Name == name })
}

// Today returns the name of a key with a former name replaced by the current one.
func (v *Vocabulary) Today(name string) string {
	for former, today := range v.Former {
		if rest, ok := strings.CutPrefix(name, former); ok && (rest == "" || rest[0] == '.') {
			return today + rest
		}
	}
	return name
}

// Below returns the keys directly in the mapping with a name, which may be a former one. For "" it returns
// the keys at the top.
func (v *Vocabulary) Below(name string) []Field {
	prefix := ""
	if name != "" {
		prefix = v.Today(name) + "."
	}
	var fields []Field
	for _, f := range v.Fields {
		if rest, ok := strings.CutPrefix(f.Name, prefix); ok && !strings.Contains(rest, ".") {
			fields = append(fields, f)
		}
	}
	return fields
}
