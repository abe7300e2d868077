package pyyaml

import (
	"fmt"
	"slices"
	"strings"
)

// JoinSorted returns ', '.join(sorted(keys)), or the exception that Python raises of keys that are no strings.
//
// Which two classes it names where they differ depends on the order of a Python set, which for strings changes from run to run;
// here it is the first two in the text. How datetimes do not compare is told in the same words.
func JoinSorted(keys []*Node) (text, exception string) {
	for _, k := range keys[1:] {
		if first := keys[0]; k.class() != first.class() {
			return "", fmt.Sprintf("TypeError: '<' not supported between instances of '%s' and '%s'", k.qualified(), first.qualified())
		}
	}
	first := keys[0]
	switch first.Type {
	case Str:
		names := make([]string, len(keys))
		for i, k := range keys {
			names[i] = k.Text
		}
		slices.Sort(names)
		return strings.Join(names, ", "), ""
	case Bool, Int, Float:
		first = slices.MinFunc(keys, func(a, b *Node) int { return a.number.compare(b.number) })
	}
	return "", fmt.Sprintf("TypeError: sequence item 0: expected str instance, %s found", first.qualified())
}

// class is what objects share that Python puts in order.
func (n *Node) class() string {
	switch n.Type {
	case Bool, Int, Float:
		return "number"
	case Datetime:
		if n.aware {
			return "aware datetime"
		}
	}
	return n.Type.String()
}

// qualified is the name of the class where Python gives the module too.
func (n *Node) qualified() string {
	if n.Type == Date || n.Type == Datetime {
		return "datetime." + n.Type.String()
	}
	return n.Type.String()
}
