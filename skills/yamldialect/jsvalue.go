package yamldialect

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A JSArray is a JavaScript array. An item is nil (null), a bool, a float64, a string, a *JSArray or a
// *JSObject.
type JSArray struct{ Items []any }

// A JSObject is a JavaScript object.
type JSObject struct {
	keys   []string // in the order in which they were set first
	values map[string]any
}

// Get returns an own property and whether there is one. The object may be nil.
func (o *JSObject) Get(key string) (any, bool) {
	if o == nil {
		return nil, false
	}
	v, ok := o.values[key]
	return v, ok
}

// Value returns an own property, or nil without one.
func (o *JSObject) Value(key string) any {
	v, _ := o.Get(key)
	return v
}

// Set adds or changes a property.
func (o *JSObject) Set(key string, v any) {
	if o.values == nil {
		o.keys, o.values = make([]string, 0, 8), make(map[string]any)
	}
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = v
}

// Keys returns the properties in JavaScript's order: array indexes by number, then the others as they were
// set first.
func (o *JSObject) Keys() []string {
	keys := slices.Clone(o.keys)
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(arrayIndex(a), arrayIndex(b)) })
	return keys
}

// noIndex sorts behind all array indexes.
const noIndex = 1<<32 - 1

func arrayIndex(key string) uint64 {
	i, err := strconv.ParseUint(key, 10, 32)
	if err != nil || strconv.FormatUint(i, 10) != key {
		return noIndex
	}
	return i
}

// A jsError is JavaScript's, in its words.
type jsError string

func (e jsError) Error() string { return string(e) }

const errNoPrimitive jsError = "Cannot convert object to primitive value"

// objectText is the text of an object.
const objectText = "[object Object]"

// JSText returns String(value ?? ""). The error is JavaScript's TypeError: an object with an own property
// "toString" has no text.
func JSText(v any) (string, error) {
	var b strings.Builder
	err := writeJS(&b, v, make(map[*JSArray]bool))
	if err != nil {
		return "", err
	}
	return b.String(), nil
}

// writeJS appends a value's text. Like Array.prototype.join it leaves out an array that is being written.
func writeJS(b *strings.Builder, v any, writing map[*JSArray]bool) error {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case float64:
		b.WriteString(jsNumber(v))
	case *JSObject:
		if _, ok := v.Get("toString"); ok {
			return errNoPrimitive
		}
		b.WriteString(objectText)
	case time.Time: // of js-yaml, as []byte
		b.WriteString(v.Format("Mon Jan 02 2006 15:04:05 GMT+0000 (Coordinated Universal Time)"))
	case []byte:
		b.Write(v)
	case *JSArray:
		if writing[v] {
			return nil
		}
		writing[v] = true
		defer delete(writing, v)
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJS(b, item, writing); err != nil {
				return err
			}
		}
	}
	return nil
}

// jsNumber returns a number's text in JavaScript (ECMA-262, Number::toString).
func jsNumber(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strconv.FormatFloat(v, 'f', -1, 64), "+") + "inity"
	case v == 0:
		return "0"
	}
	if abs := math.Abs(v); abs >= 1e-6 && abs < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
