package manifest

import (
	"skills-ls/analysis/match"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A keySet has the keys of one object.
type keySet struct {
	first map[string]text.Span
	// meant has the field that each unknown key most likely means, and sharing the number of unknown keys that
	// mean a field. Fields that the object has are meant by no other key.
	meant   map[string]*skills.ManifestField
	sharing map[*skills.ManifestField]int
	names   []string // of the known fields
}

func keysOf(v *frontmatter.Value, fields []skills.ManifestField) *keySet {
	set := &keySet{
		first: make(map[string]text.Span), meant: make(map[string]*skills.ManifestField), sharing: make(map[*skills.ManifestField]int),
	}
	for _, pair := range v.Pairs {
		if _, ok := set.first[pair.Key.Text]; !ok {
			set.first[pair.Key.Text] = pair.Key.Span
		}
	}
	for i := range fields {
		set.names = append(set.names, fields[i].Name)
	}
	for key := range set.first {
		if skills.ManifestFieldOf(fields, key) != nil {
			continue
		}
		meant := skills.ManifestFieldOf(fields, match.MeantWord(key, set.names))
		if meant == nil {
			continue
		}
		if _, has := set.first[meant.Name]; !has {
			set.meant[key] = meant
			set.sharing[meant]++
		}
	}
	return set
}

// isClear reports whether the file loads as before or better if a key is replaced by the field that it most
// likely means.
func (set *keySet) isClear(key string, value *frontmatter.Value, m *skills.Manifest) bool {
	field := set.meant[key]
	if field == nil || set.sharing[field] > 1 || field.Form.IsPath() {
		return false // a path has more rules, which depend on other files
	}
	if !match.SameWord(key, field.Name) && !match.OnlyNear(key, field.Name, set.names) {
		return false
	}
	trial := &checker{manifest: m}
	trial.value(Problem{Field: field, Key: field.Name}, value, field.Types)
	return len(trial.found) == 0
}
