package yamldialect

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A PyType is the class of a Python object.
type PyType string

const (
	PyStr  PyType = "str"
	PyDict PyType = "dict"
)

// pyClasses maps a tag to the class of the objects that PyYAML's constructor for it makes.
var pyClasses = map[string]PyType{
	"null": "NoneType", "bool": "bool", "int": "int", "float": "float", "str": PyStr, "binary": "bytes",
	"timestamp": "date", // a datetime if it has a time
	"seq":       "list", "omap": "list", "pairs": "list", "map": PyDict, "set": "set",
}

// A PyObject is what PyYAML's safe_load makes of a node.
type PyObject struct {
	Type       PyType
	Text       string   // of a [PyStr]
	Start, End int      // see [Node]
	Pairs      []PyPair // of a dictionary: each key as it came first, with the last value given to it
	// True is Python's bool of the value.
	True bool

	isNumber bool // it is a bool, an int or a float
	number   float64
}

// A PyPair is an entry of a dictionary.
type PyPair struct{ Key, Value *PyObject }

// LoadPyYAML reads a text as PyYAML's safe_load does. It returns nil for a text without any value. An error
// that is Uncaught is not a YAMLError. Numbers compare as float64 does, and integers beyond 64 bits are equal.
func LoadPyYAML(text string) (root *PyObject, err *Error) {
	doc := parse(text, PyYAML)
	if doc.err != nil || doc.root == nil {
		return nil, doc.err
	}
	c := pyConstructor{cursor: newCursor(text, PyYAML), made: make(map[*Node]*PyObject)}
	if err := catch(func() { root = c.document(doc.root) }); err != nil {
		return nil, err
	}
	return root, nil
}

// A pyConstructor makes Python objects of nodes: each once, and level by level, because PyYAML fills a
// collection when all collections of its level are there. Hence a mapping can hold itself.
type pyConstructor struct {
	cursor
	made   map[*Node]*PyObject
	later  []*Node // collections to fill, level by level
	merged int     // pairs that merge keys copied
}

func (c *pyConstructor) document(root *Node) *PyObject {
	o := c.object(root)
	for len(c.later) > 0 {
		n := c.later[0]
		c.later = c.later[1:]
		c.fill(n)
	}
	return o
}

// pyTag returns the tag of a node without the prefix of YAML's own tags. The tag "!" leaves a scalar to its
// text.
func (n *Node) pyTag() string {
	switch {
	case n.Tag != "" && n.Tag != localTag:
		tag, ok := strings.CutPrefix(n.Tag, yamlTag)
		if !ok {
			return "!" // no constructor has this name
		}
		return tag
	case n.Kind == Sequence:
		return "seq"
	case n.Kind == Mapping:
		return "map"
	case n.Style == Plain || n.Tag == localTag:
		return PyYAML.resolve(n.Text)
	}
	return "str"
}

// object makes the object of a node. A collection is filled later.
func (c *pyConstructor) object(n *Node) *PyObject {
	if o, ok := c.made[n]; ok {
		return o
	}
	tag := n.pyTag()
	class, ok := pyClasses[tag]
	if !ok {
		full := n.Tag
		if full == "" || full == localTag {
			full = yamlTag + tag
		}
		c.fail(words{}, nil, same("could not determine a constructor for the tag "+Repr(full)), n.start)
	}
	o := &PyObject{Type: class, Start: n.Start, End: n.End}
	c.made[n] = o
	if o.isCollection() {
		o.True = len(n.Items) > 0 || len(n.Pairs) > 0
		c.later = append(c.later, n)
	} else {
		c.scalar(o, n, tag)
	}
	return o
}

func (o *PyObject) isCollection() bool {
	return o.Type == "list" || o.Type == PyDict || o.Type == "set"
}

// scalar makes the object of a scalar. That a mapping with the key "=" can stand for one is not modeled.
func (c *pyConstructor) scalar(o *PyObject, n *Node, tag string) {
	c.expect(n, Scalar)
	text := n.Text
	switch tag {
	case "null":
		text = ""
	case "bool":
		text = strings.ToLower(text)
		truth, ok := pyBools[text]
		if !ok {
			c.crash(n, "KeyError: "+Repr(text))
		}
		o.isNumber, o.number = true, truth
	case "int", "float":
		o.isNumber, o.number = true, c.number(n, tag)
		text = strings.ToLower(text)
	case "timestamp":
		if c.timestamp(text, n) {
			o.Type = "datetime"
		}
	case "binary": // PyYAML fails if this is not base64
		data, _ := base64.StdEncoding.DecodeString(text)
		text = string(data)
	}
	o.Text, o.True = text, text != "" && (!o.isNumber || o.number != 0)
}

func (c *pyConstructor) expect(n *Node, k Kind) {
	if n.Kind != k {
		c.fail(words{}, nil, same("expected a "+k.String()+" node, but found "+n.Kind.String()), n.start)
	}
}

func (c *pyConstructor) crash(n *Node, message string) { c.cursor.crash(n.Start, n.End, message) }

var constructingMapping = same("while constructing a mapping")

// fill makes the objects in a collection.
func (c *pyConstructor) fill(n *Node) {
	o := c.made[n]
	if o.Type == "list" {
		c.expect(n, Sequence)
		for _, item := range n.Items {
			c.object(item)
		}
		return
	}
	c.expect(n, Mapping)
	c.flatten(n)
	o.True = len(n.Pairs) > 0
	seen := make(map[string]int, len(n.Pairs))
	for _, p := range n.Pairs {
		key := c.object(p.Key)
		if key.isCollection() {
			c.fail(constructingMapping, &n.start, same("found unhashable key"), p.Key.start)
		}
		value, identity := c.object(p.Value), key.identity()
		if i, ok := seen[identity]; ok {
			o.Pairs[i].Value = value
			continue
		}
		seen[identity] = len(o.Pairs)
		o.Pairs = append(o.Pairs, PyPair{key, value})
	}
}

// maxMerged is how many pairs merge keys may copy. A few lines can ask for more than any machine holds.
const maxMerged = 1 << 20

// flatten takes the merge keys out of a mapping and puts the pairs that they bring in front of its own. A
// mapping that merges itself brings the pairs that it has.
func (c *pyConstructor) flatten(n *Node) {
	isMerge := func(p Pair) bool { return p.Key.pyTag() == "merge" }
	if !slices.ContainsFunc(n.Pairs, isMerge) {
		return
	}
	pairs := n.Pairs
	n.Pairs = slices.DeleteFunc(slices.Clone(pairs), isMerge)
	var merged []Pair
	for _, p := range pairs {
		if !isMerge(p) {
			continue
		}
		for _, source := range slices.Backward(c.mergeSources(n, p.Value)) {
			c.flatten(source)
			if c.merged += len(source.Pairs); c.merged > maxMerged {
				c.crash(n, "MemoryError")
			}
			merged = append(merged, source.Pairs...)
		}
	}
	n.Pairs = append(merged, n.Pairs...)
}

// mergeSources returns the mappings that the value of a merge key of a mapping names.
func (c *cursor) mergeSources(n, value *Node) []*Node {
	sources, expected := []*Node{value}, "a mapping or list of mappings"
	if value.Kind == Sequence {
		sources, expected = value.Items, "a mapping"
	}
	for _, source := range sources {
		if source.Kind != Mapping {
			problem := "expected " + expected + " for merging, but found " + source.Kind.String()
			c.fail(constructingMapping, &n.start, same(problem), source.start)
		}
	}
	return sources
}

// number returns the value of an int or a float, as Python's int and float read it.
func (c *pyConstructor) number(n *Node, tag string) float64 {
	text := strings.TrimSpace(n.Text)
	if PyYAML.resolves(text, tag) {
		return number(text, true)
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	switch {
	case strings.Trim(n.Text, "_+-") == "":
		c.crash(n, "IndexError: string index out of range")
	case tag == "int":
		c.crash(n, fmt.Sprintf("ValueError: invalid literal for int() with base 10: %.200s", Repr(n.Text)))
	case errors.Is(err, strconv.ErrSyntax):
		c.crash(n, "ValueError: could not convert string to float: "+Repr(strings.ToLower(n.Text)))
	}
	return value
}

// timestamp fails as Python's datetime does. It reports whether the text has a time.
func (c *pyConstructor) timestamp(text string, n *Node) (hasTime bool) {
	t, ok := parseTimestamp(text)
	if !ok {
		c.crash(n, "AttributeError: 'NoneType' object has no attribute 'groupdict'")
	}
	lastDay := time.Date(t.year, time.Month(t.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	for _, part := range []struct {
		value, least, most int
		problem            string
	}{
		{int(t.zone.Abs() / time.Minute), 0, 24*60 - 1, "offset must be a timedelta strictly between " +
			"-timedelta(hours=24) and timedelta(hours=24)"},
		{t.year, 1, 9999, "year 0 is out of range"},
		{t.month, 1, 12, "month must be in 1..12"},
		{t.day, 1, lastDay, "day is out of range for month"},
		{t.hour, 0, 23, "hour must be in 0..23"},
		{t.minute, 0, 59, "minute must be in 0..59"},
		{t.second, 0, 59, "second must be in 0..59"},
	} {
		if part.value < part.least || part.value > part.most {
			c.crash(n, "ValueError: "+part.problem)
		}
	}
	return t.timed
}

// identity is what two keys share that are one to Python.
func (o *PyObject) identity() string {
	if o.isNumber && !math.IsNaN(o.number) {
		return strconv.FormatFloat(o.number, 'g', -1, 64)
	}
	return string(o.Type) + " " + o.Text
}

// JoinSorted returns ', '.join(sorted(keys)), or the exception that Python raises about keys that are no
// strings.
//
// If two classes differ, which of them Python names depends on the order of a set, which for strings changes
// from run to run. Here they are those of the first key and of the first one that does not compare with it.
func JoinSorted(keys []*PyObject) (text, exception string) {
	first := keys[0]
	var names []string
	for _, k := range keys {
		if k.Type != keys[0].Type && !(k.isNumber && keys[0].isNumber) {
			const mixed = "TypeError: '<' not supported between instances of '%s' and '%s'"
			return "", fmt.Sprintf(mixed, k.qualified(), keys[0].qualified())
		}
		if k.number < first.number {
			first = k
		}
		names = append(names, k.Text)
	}
	if first.Type != PyStr {
		return "", "TypeError: sequence item 0: expected str instance, " + first.qualified() + " found"
	}
	slices.Sort(names)
	return strings.Join(names, ", "), ""
}

// qualified is the name of the class, with the module if it is not a built-in one.
func (o *PyObject) qualified() string {
	if o.Type == "date" || o.Type == "datetime" {
		return "datetime." + string(o.Type)
	}
	return string(o.Type)
}

var pyBools = map[string]float64{"yes": 1, "true": 1, "on": 1, "no": 0, "false": 0, "off": 0}
