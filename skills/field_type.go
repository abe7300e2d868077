package skills

import "strings"

// FieldType is a set of YAML types.
type FieldType uint8

const (
	String FieldType = 1 << iota
	Boolean
	Number
	List
	Mapping
)

func (t FieldType) String() string {
	var names []string
	for i, name := range []string{"a string", "true or false", "a number", "a list", "a mapping"} {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}
