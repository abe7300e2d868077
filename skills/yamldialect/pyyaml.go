package yamldialect

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A PyType is the class of a Python object.
type PyType uint8

const (
	PyNone PyType = iota
	PyBool
	PyInt
	PyFloat
	PyStr
	PyBytes
	PyDate
	PyDatetime
	PyList
	PyDict
	PySet
)

// String is the name of the class.
func (t PyType) String() string {
	return [...]string{
		"NoneType", "bool", "int", "float", "str", "bytes", "date", "datetime", "list", "dict", "set",
	}[t]
}

// A PyObject is what PyYAML's safe_load makes of a node.
type PyObject struct {
	Type       PyType
	Text       string // of a [PyStr]
	Start, End int    // see [Node]
	// Pairs are the entries of the dictionary at the top: each key once, as it came first, with the last
	// value given to it. Below it they are as written, with merged ones in front.
	Pairs []PyPair
	// True is Python's bool of the value.
	True bool

	number  float64 // of a bool, an int or a float
	literal string  // of bytes, the bytes; of a date, the time in UTC
	aware   bool    // a datetime with a time zone
}

// A PyPair is an entry of a dictionary.
type PyPair struct{ Key, Value *PyObject }

// LoadPyYAML reads a text as PyYAML's safe_load does. It returns nil for a text without any value. An error
// that is Uncaught is not a YAMLError. Numbers beyond 2^53 and 1e308 compare as float64 does.
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
	later  []*Node // nodes to fill after those of this level
	merged int     // pairs that merge keys copied
	active []*Node // mappings whose merge keys are being followed
}

func (c *pyConstructor) document(root *Node) *PyObject {
	o := c.object(root)
	for len(c.later) > 0 {
		level := c.later
		c.later = nil
		for _, n := range level {
			c.fill(n)
		}
	}
	if o.Type == PyDict {
		o.Pairs = dict(o.Pairs)
	}
	return o
}

// tag returns the tag of a node without the prefix of YAML's own tags. The tag "!" leaves a scalar to its
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
		return pyResolve(n.Text)
	}
	return "str"
}

// object makes the object of a node. A collection is filled later.
func (c *pyConstructor) object(n *Node) *PyObject {
	if o, ok := c.made[n]; ok {
		return o
	}
	o := &PyObject{Start: n.Start, End: n.End, True: true}
	switch n.pyTag() {
	case "null":
		c.scalar(n, 0)
		o.True = false
	case "bool":
		c.boolean(o, n)
	case "int":
		c.integer(o, n)
	case "float":
		c.float(o, n)
	case "binary":
		c.binary(o, n)
	case "timestamp":
		c.timestamp(o, n)
	case "str":
		o.Type, o.Text = PyStr, c.scalar(n, 0)
		o.True = o.Text != ""
	case "omap", "pairs", "seq":
		o.Type, o.True = PyList, len(n.Items) > 0
		c.later = append(c.later, n)
	case "set":
		o.Type = PySet
		c.later = append(c.later, n)
	case "map":
		o.Type = PyDict
		c.later = append(c.later, n)
	default:
		problem := "could not determine a constructor for the tag " + Repr(n.fullTag())
		c.fail(words{}, nil, same(problem), n.start)
	}
	c.made[n] = o
	return o
}

// fullTag is the tag that a message shows.
func (n *Node) fullTag() string {
	if n.Tag != "" && n.Tag != localTag {
		return n.Tag
	}
	return yamlTag + n.pyTag()
}

func (c *pyConstructor) fill(n *Node) {
	switch n.pyTag() {
	case "seq":
		c.expect(n, Sequence)
		for _, item := range n.Items {
			c.object(item)
		}
	case "omap":
		c.pairs(n, same("while constructing an ordered map"))
	case "pairs":
		c.pairs(n, same("while constructing pairs"))
	default:
		c.mapping(n)
	}
}

func (c *pyConstructor) expect(n *Node, k Kind) {
	if n.Kind != k {
		c.fail(words{}, nil, same("expected a "+k.String()+" node, but found "+n.Kind.String()), n.start)
	}
}

// maxCalls is how deep a Python function can call itself, give or take.
const maxCalls = 980

const recursionError = "RecursionError: maximum recursion depth exceeded"

func (c *pyConstructor) crash(n *Node, message string) { c.cursor.crash(n.Start, n.End, message) }

// scalar returns the text of the scalar that the node is, or has under the key "=".
func (c *pyConstructor) scalar(n *Node, depth int) string {
	if depth > maxCalls {
		c.crash(n, recursionError)
	}
	if n.Kind == Mapping {
		if i := slices.IndexFunc(n.Pairs, func(p Pair) bool { return p.Key.pyTag() == "value" }); i >= 0 {
			return c.scalar(n.Pairs[i].Value, depth+1)
		}
	}
	c.expect(n, Scalar)
	return n.Text
}

// pairs fills a list of pairs, written as a sequence of mappings with one pair each.
func (c *pyConstructor) pairs(n *Node, context words) {
	if n.Kind != Sequence {
		c.fail(context, &n.start, same("expected a sequence, but found "+n.Kind.String()), n.start)
	}
	for _, item := range n.Items {
		if item.Kind != Mapping {
			problem := same("expected a mapping of length 1, but found " + item.Kind.String())
			c.fail(context, &n.start, problem, item.start)
		}
		if len(item.Pairs) != 1 {
			problem := fmt.Sprintf("expected a single mapping item, but found %d items", len(item.Pairs))
			c.fail(context, &n.start, same(problem), item.start)
		}
		c.object(item.Pairs[0].Key)
		c.object(item.Pairs[0].Value)
	}
}

var constructingMapping = same("while constructing a mapping")

func (c *pyConstructor) mapping(n *Node) {
	if n.Kind == Mapping {
		c.flatten(n, 0)
	}
	c.expect(n, Mapping)
	o := c.made[n]
	o.True = len(n.Pairs) > 0
	for _, p := range n.Pairs {
		key := c.key(p.Key)
		if key.Type >= PyList {
			c.fail(constructingMapping, &n.start, same("found unhashable key"), p.Key.start)
		}
		o.Pairs = append(o.Pairs, PyPair{key, c.object(p.Value)})
	}
}

// key makes the object of a key, which "=" may be.
func (c *pyConstructor) key(n *Node) *PyObject {
	if n.pyTag() == "value" && c.made[n] == nil {
		c.made[n] = &PyObject{Type: PyStr, Text: c.scalar(n, 0), Start: n.Start, End: n.End, True: true}
	}
	return c.object(n)
}

// maxMerged is how many pairs merge keys may copy. A few lines can ask for more than any machine holds.
const maxMerged = 1 << 20

// flatten takes the merge keys out of a mapping and puts the pairs that they bring in front of its own. A
// mapping that merges itself brings the pairs that it has.
func (c *pyConstructor) flatten(n *Node, depth int) {
	if depth > maxCalls {
		c.crash(n, recursionError)
	}
	if slices.Contains(c.active, n) || !slices.ContainsFunc(n.Pairs, isPyMerge) {
		return
	}
	c.active = append(c.active, n)
	pairs := n.Pairs
	n.Pairs = slices.DeleteFunc(slices.Clone(pairs), isPyMerge)
	var merged []Pair
	for _, p := range pairs {
		if !isPyMerge(p) {
			continue
		}
		for _, source := range c.mergeSources(n, p.Value, depth) {
			if c.merged += len(source.Pairs); c.merged > maxMerged {
				c.crash(n, "MemoryError")
			}
			merged = append(merged, source.Pairs...)
		}
	}
	n.Pairs = append(merged, n.Pairs...)
	c.active = c.active[:len(c.active)-1]
}

func isPyMerge(p Pair) bool { return p.Key.pyTag() == "merge" }

// mergeSources returns the mappings that the value of a merge key names, the last first.
func (c *pyConstructor) mergeSources(n, value *Node, depth int) []*Node {
	switch value.Kind {
	case Mapping:
		c.flatten(value, depth+1)
		return []*Node{value}
	case Sequence:
		for _, item := range value.Items {
			if item.Kind != Mapping {
				problem := same("expected a mapping for merging, but found " + item.Kind.String())
				c.fail(constructingMapping, &n.start, problem, item.start)
			}
			c.flatten(item, depth+1)
		}
		sources := slices.Clone(value.Items)
		slices.Reverse(sources)
		return sources
	}
	problem := same("expected a mapping or list of mappings for merging, but found " + value.Kind.String())
	c.fail(constructingMapping, &n.start, problem, value.start)
	return nil
}

func (c *pyConstructor) binary(o *PyObject, n *Node) {
	o.Type = PyBytes
	text := c.scalar(n, 0)
	if problem := asciiError(text); problem != "" {
		c.fail(words{}, nil, same("failed to convert base64 data into ascii: "+problem), n.start)
	}
	data, problem := decodeBase64(text)
	if problem != "" {
		c.fail(words{}, nil, same("failed to decode base64 data: "+problem), n.start)
	}
	o.literal, o.True = data, data != ""
}

// asciiError is what Python's ASCII encoder says about the first characters that it lacks, empty if there is
// none.
func asciiError(text string) string {
	isASCII := func(r rune) bool { return r < utf8.RuneSelf }
	i := strings.IndexFunc(text, func(r rune) bool { return !isASCII(r) })
	if i < 0 {
		return ""
	}
	start, rest := utf8.RuneCountInString(text[:i]), text[i:]
	if end := strings.IndexFunc(rest, isASCII); end >= 0 {
		rest = rest[:end]
	}
	what, where := "character '"+escaped([]rune(rest)[0])+"'", strconv.Itoa(start)
	if n := utf8.RuneCountInString(rest); n > 1 {
		what, where = "characters", fmt.Sprintf("%d-%d", start, start+n-1)
	}
	return "'ascii' codec can't encode " + what + " in position " + where + ": ordinal not in range(128)"
}

// decodeBase64 is binascii.a2b_base64. It ignores characters that are no digits, and everything behind the
// padding.
func decodeBase64(text string) (data, problem string) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var digits []byte
	pads, done := 0, false
	for i := 0; i < len(text) && !done; i++ {
		switch {
		case text[i] == '=':
			pads++
			done = len(digits)%4 >= 2 && len(digits)%4+pads >= 4
		case strings.IndexByte(alphabet, text[i]) >= 0:
			digits, pads = append(digits, text[i]), 0
		}
	}
	switch {
	case len(digits)%4 == 1:
		return "", fmt.Sprintf("Invalid base64-encoded string: number of data characters (%d) "+
			"cannot be 1 more than a multiple of 4", len(digits))
	case len(digits)%4 != 0 && !done:
		return "", "Incorrect padding"
	}
	out, _ := base64.RawStdEncoding.DecodeString(string(digits)) // all of them are digits
	return string(out), ""
}

var pyTimestamp = pyWhole(`([0-9]{4})-([0-9][0-9]?)-([0-9][0-9]?)` +
	`(?:(?:[Tt]|[ \t]+)([0-9][0-9]?):([0-9]{2}):([0-9]{2})(?:\.([0-9]*))?` +
	`(?:[ \t]*(Z|([-+])([0-9][0-9]?)(?::([0-9]{2}))?))?)?`)

func (c *pyConstructor) timestamp(o *PyObject, n *Node) {
	m := pyTimestamp.FindStringSubmatch(c.scalar(n, 0))
	if m == nil {
		c.crash(n, "AttributeError: 'NoneType' object has no attribute 'groupdict'")
	}
	number := func(i int) int {
		v, _ := strconv.Atoi(m[i]) // digits, or nothing
		return v
	}
	year, month, day, hour, minute, second := number(1), number(2), number(3), number(4), number(5), number(6)
	fraction, _ := strconv.Atoi((m[7] + "000000")[:6])
	offset := time.Duration(number(10))*time.Hour + time.Duration(number(11))*time.Minute
	if m[9] == "-" {
		offset = -offset
	}
	date := time.Date(year, time.Month(month), day, hour, minute, second, fraction*1000, time.UTC)
	switch {
	case offset.Abs() >= 24*time.Hour:
		c.crash(n, "ValueError: offset must be a timedelta strictly between "+
			"-timedelta(hours=24) and timedelta(hours=24)")
	case year == 0:
		c.crash(n, "ValueError: year 0 is out of range")
	case month < 1 || month > 12:
		c.crash(n, "ValueError: month must be in 1..12")
	case day < 1 || time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day:
		c.crash(n, "ValueError: day is out of range for month")
	case hour > 23:
		c.crash(n, "ValueError: hour must be in 0..23")
	case minute > 59:
		c.crash(n, "ValueError: minute must be in 0..59")
	case second > 59:
		c.crash(n, "ValueError: second must be in 0..59")
	}
	o.Type = PyDate
	if m[4] != "" {
		o.Type = PyDatetime
	}
	o.literal, o.aware = date.Add(-offset).Format(time.RFC3339Nano), m[8] != ""
}

// dict keeps each key once.
func dict(pairs []PyPair) []PyPair {
	seen := make(map[string]int, len(pairs))
	var list []PyPair
	for _, p := range pairs {
		key := p.Key.identity()
		if i, ok := seen[key]; ok {
			list[i].Value = p.Value
			continue
		}
		seen[key] = len(list)
		list = append(list, p)
	}
	return list
}

// identity is what two keys share that are one to Python.
func (o *PyObject) identity() string {
	switch o.Type {
	case PyBool, PyInt, PyFloat:
		return "number " + strconv.FormatFloat(o.number, 'g', -1, 64)
	case PyStr:
		return "str " + o.Text
	}
	return fmt.Sprintf("%s %t %s", o.Type, o.aware, o.literal)
}

// JoinSorted returns ', '.join(sorted(keys)), or the exception that Python raises about keys that are no
// strings.
//
// If two classes differ, which of them Python names depends on the order of a set, which for strings changes
// from run to run. Here they are the first two in the text. Datetimes that do not compare get the same words.
func JoinSorted(keys []*PyObject) (text, exception string) {
	first := keys[0]
	for _, k := range keys[1:] {
		if k.class() != first.class() {
			const mixed = "TypeError: '<' not supported between instances of '%s' and '%s'"
			return "", fmt.Sprintf(mixed, k.qualified(), first.qualified())
		}
	}
	switch first.class() {
	case PyStr.String():
		names := make([]string, len(keys))
		for i, k := range keys {
			names[i] = k.Text
		}
		slices.Sort(names)
		return strings.Join(names, ", "), ""
	case "number":
		first = slices.MinFunc(keys, func(a, b *PyObject) int { return cmpNumbers(a.number, b.number) })
	}
	return "", fmt.Sprintf("TypeError: sequence item 0: expected str instance, %s found", first.qualified())
}

// cmpNumbers orders numbers. NaN equals all of them, as in a comparison with "<".
func cmpNumbers(a, b float64) int {
	switch {
	case a < b:
		return -1
	case b < a:
		return 1
	}
	return 0
}

// class is what objects share that Python puts in order.
func (o *PyObject) class() string {
	switch {
	case o.Type == PyBool || o.Type == PyInt || o.Type == PyFloat:
		return "number"
	case o.aware:
		return "aware datetime"
	}
	return o.Type.String()
}

// qualified is the name of the class, with the module if it is not a built-in one.
func (o *PyObject) qualified() string {
	if o.Type == PyDate || o.Type == PyDatetime {
		return "datetime." + o.Type.String()
	}
	return o.Type.String()
}

// A pyResolver gives a tag to plain scalars that match. As in Python, a line feed may follow.
type pyResolver struct {
	tag     string
	first   string // the characters that it may begin with
	pattern *regexp.Regexp
}

// pyWhole is Python's match of a pattern between ^ and $.
func pyWhole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)\n?\z`) }

// pyResolvers are those of YAML 1.1, in PyYAML's order.
var pyResolvers = []pyResolver{
	{"bool", "yYnNtTfFoO", pyWhole(`yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE` +
		`|on|On|ON|off|Off|OFF`)},
	{"float", "-+0123456789.", pyWhole(`[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?` +
		`|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*` +
		`|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
	{"int", "-+0123456789", pyWhole(`[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)` +
		`|[-+]?0x[0-9a-fA-F_]+` +
		`|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`)},
	{"merge", "<", pyWhole(`<<`)},
	{"null", "~nN", pyWhole(`~|null|Null|NULL`)},
	{"timestamp", "0123456789", pyWhole(`[0-9]{4}-[0-9]{2}-[0-9]{2}` +
		`|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?` +
		`(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?`)},
	{"value", "=", pyWhole(`=`)},
	{"yaml", "!&*", pyWhole(`[!&*]`)},
}

// pyResolve returns the tag of a plain scalar.
func pyResolve(text string) string {
	if text == "" {
		return "null"
	}
	for _, r := range pyResolvers {
		if strings.IndexByte(r.first, text[0]) >= 0 && r.pattern.MatchString(text) {
			return r.tag
		}
	}
	return "str"
}
