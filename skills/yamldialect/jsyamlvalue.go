package yamldialect

import (
	"encoding/base64"
	"strings"
	"time"
)

// jsKinds are what the nodes with a tag must be.
var jsKinds = map[string]string{
	"str": "scalar", "null": "scalar", "bool": "scalar", "int": "scalar", "float": "scalar",
	"timestamp": "scalar", "merge": "scalar", "binary": "scalar",
	"seq": "sequence", "omap": "sequence", "pairs": "sequence", "map": "mapping", "set": "mapping",
}

const mergeTag = yamlTag + "merge"

// resolveImplicit gives a plain scalar the first type that its text has.
func (c *jsComposer) resolveImplicit() {
	text, _ := c.value.(string)
	name := c.dialect.resolve(text)
	if v, ok := c.typed(name); ok {
		c.value = v
		c.keep(v)
	}
	if name == "merge" {
		c.tag = mergeTag
	}
}

// resolveTag gives the value the type that its tag names.
func (c *jsComposer) resolveTag() {
	name, ok := strings.CutPrefix(c.tag, yamlTag)
	kind := jsKinds[name]
	if !ok || kind == "" || c.kind != "" && c.kind != kind {
		c.refuse("unknown tag !<" + c.tag + ">")
	}
	v, ok := c.typed(name)
	if !ok {
		c.refuse("cannot resolve a node with !<" + c.tag + "> explicit tag")
	}
	c.value = v
	c.keep(c.value)
}

// typed returns what a type makes of the value. If a tag is on a line of its own, the value may have a type
// already.
func (c *jsComposer) typed(name string) (v any, ok bool) {
	text, isText := c.value.(string)
	isWord := isText && plainWords[text] == name
	switch {
	case name == "null":
		return nil, c.value == nil || isWord
	case name == "merge":
		return c.value, c.value == nil || isWord
	case name == "str" && c.value == nil:
		return "", true
	case name == "str" || jsKinds[name] != "scalar":
		return c.value, true
	case !isText:
		return nil, false
	case name == "bool":
		return isWord && isTrue(text), isWord
	case name == "binary":
		data, err := base64.StdEncoding.DecodeString(text)
		return data, err == nil
	case name == "timestamp":
		return jsDate(text)
	case strings.HasSuffix(text, "_") || !c.dialect.resolves(text, name):
		return nil, false
	}
	return number(text, c.dialect == JSYAML3), true
}

// jsDate returns the date that a text is. Fractions of a second are left out.
func jsDate(text string) (date any, ok bool) {
	t, ok := parseTimestamp(text)
	if !ok || !t.timed && len(text) != len(time.DateOnly) {
		return nil, false
	}
	utc := time.Date(t.year, time.Month(t.month), t.day, t.hour, t.minute, t.second, 0, time.UTC)
	return utc.Add(-t.zone), true
}

// A jsMapping is a mapping that is being read.
type jsMapping struct {
	object *JSObject
	merged map[string]bool // keys that came by a merge, which an own one may replace

	// The next pair, and where it begins.
	keyTag string
	key    any
	start  Mark

	// Of a block alone.
	detected bool // there is a key, so that it is a mapping
	single   bool // there is a node that is no key, so that there is no mapping
}

// store adds a pair to a mapping. Version 3 shows another place of a repeated key than where it starts.
func (c *jsComposer) store(m *jsMapping, value any, shown Mark) {
	name := c.keyText(m.key)
	if m.keyTag == mergeTag {
		sources := []any{value}
		if list, ok := value.(*JSArray); ok {
			sources = list.Items
		}
		for _, source := range sources {
			c.merge(m, source)
		}
		m.keyTag, m.key = "", nil
		return
	}
	if _, ok := m.object.Get(name); ok && !m.merged[name] {
		if shown.Line == 0 {
			shown.Line = c.Line // js-yaml takes 0 for none
		}
		err := c.jsError("duplicated mapping key", m.start, shown)
		err.Cause = Duplicate
		panic(err)
	}
	m.object.Set(name, value)
	delete(m.merged, name)
	m.keyTag, m.key = "", nil
}

// merge adds the entries of another mapping whose keys are not there yet.
func (c *jsComposer) merge(m *jsMapping, source any) {
	c.spend(1)
	switch source.(type) {
	case nil, bool, float64, string:
		c.refuse("cannot merge mappings; the provided source object is unacceptable")
	}
	from, _ := source.(*JSObject)
	if from == nil {
		return
	}
	for _, key := range from.keys {
		c.spend(1)
		if _, ok := m.object.Get(key); ok {
			continue
		}
		m.object.Set(key, from.values[key])
		if m.merged == nil {
			m.merged = make(map[string]bool)
		}
		m.merged[key] = true
	}
}

// keyText is the text that a value becomes as a key.
func (c *jsComposer) keyText(key any) string {
	if key == nil {
		return "null"
	}
	if list, ok := key.(*JSArray); ok {
		for _, item := range list.Items {
			if _, nested := item.(*JSArray); nested {
				c.refuse("nested arrays are not supported inside keys")
			}
			text, _ := item.(string)
			c.spend(len(text) + 1)
		}
	}
	text, err := JSText(key)
	if err != nil {
		return objectText
	}
	return text
}
