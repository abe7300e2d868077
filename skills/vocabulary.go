package skills

import "strings"

// A Vocabulary is what a program that is no [Agent] here reads in the frontmatter of a SKILL.md. Nothing else of the program is modeled.
type Vocabulary struct {
	Title  string // of the agent, for people
	Source string // where the facts come from, as in [Agent]
	// Fields are the keys, each behind the one that it stands in. Names of keys inside others are joined by periods, and lists add
	// nothing to the path.
	Fields []Field
	// Former are names that keys of Fields have had, and have still for old skills, with the name of each today.
	Former map[string]string
}

// Field returns the key of a name, which may be a former one, or stand below one.
func (v *Vocabulary) Field(name string) (Field, bool) {
	name = v.Today(name)
	for _, f := range v.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Today returns the name of a key with former names in it replaced.
func (v *Vocabulary) Today(name string) string {
	for former, today := range v.Former {
		if rest, ok := strings.CutPrefix(name, former); ok && (rest == "" || rest[0] == '.') {
			return today + rest
		}
	}
	return name
}

// Below returns the keys that stand in the mapping of a name itself, which may be a former one; those of the top for an empty one.
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
