package yamldialect

import (
	"cmp"
	"regexp"
	"strings"
)

// A resolver gives a tag to plain scalars that match.
type resolver struct {
	tag     string
	pattern *regexp.Regexp
}

// whole is a pattern for all of a text. Python's $ lets a line feed follow.
func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)\n?\z`) }

var dates = whole(`[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?` + pyTime)

// resolvers are those for what begins with a digit, a sign or a period. Numbers of YAML 1.1 may be octal, or of
// base 60.
var resolvers = map[Dialect][]resolver{
	PyYAML: {
		{"float", whole(`[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
			`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
		{"int", whole(`[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+` +
			`|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`)},
		{"timestamp", dates},
	},
	JSYAML3: {
		{"int", whole(`[-+]?(?:0b[01_]*[01]|0x[0-9A-Fa-f_]*[0-9A-Fa-f]|0(?:[0-7_]*[0-7])?|` +
			`[1-9](?:[0-9_]*[0-9])?|[1-9][0-9_]*(?::[0-5]?[0-9])+)`)},
		{"float", whole(`[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|` +
			`\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|` +
			`[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
		{"timestamp", dates},
	},
	JSYAML4: {
		{"int", whole(`[-+]?(?:0b[01_]*[01]|0x[0-9A-Fa-f_]*[0-9A-Fa-f]|0o[0-7_]*[0-7]|` +
			`0|0?[1-9](?:[0-9_]*[0-9])?|00(?:[0-9_]*[0-9])?)`)},
		{"float", whole(`[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|` +
			`[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
		{"timestamp", dates},
	},
	LibYAML: {
		{"str", whole(`[-+]?0[0-9]+`)}, // YAML 1.2 has no octal numbers like these
		{"int", whole(`[-+]?(?:0|[1-9][0-9]*|0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+)`)},
		{"float", whole(`[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|` +
			`[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
	},
	Eemeli: {
		{"int", whole(`0o[0-7]+|[-+]?[0-9]+|0x[0-9a-fA-F]+`)},
		{"float", whole(`[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)|` +
			`[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`)},
	},
}

// resolves reports whether a text is a value of a tag.
func (d Dialect) resolves(text, tag string) bool {
	for _, r := range resolvers[d] {
		if r.tag == tag && r.pattern.MatchString(text) {
			return true
		}
	}
	return false
}

// plainWords are the tags of the other plain scalars that are no strings, pyWords more of them in YAML 1.1.
var (
	plainWords = map[string]string{
		"true": "bool", "True": "bool", "TRUE": "bool", "false": "bool", "False": "bool", "FALSE": "bool",
		"": "null", "~": "null", "null": "null", "Null": "null", "NULL": "null", "<<": "merge",
	}
	pyWords = map[string]string{
		"yes": "bool", "Yes": "bool", "YES": "bool", "no": "bool", "No": "bool", "NO": "bool",
		"on": "bool", "On": "bool", "ON": "bool", "off": "bool", "Off": "bool", "OFF": "bool",
		"=": "value", "!": "yaml", "&": "yaml", "*": "yaml",
	}
)

// resolve returns the tag of a plain scalar.
func (d Dialect) resolve(text string) string {
	tag, ok := plainWords[text]
	if !ok && d == PyYAML {
		tag, ok = pyWords[text]
	}
	if ok || strings.IndexByte("-+.0123456789", text[0]) < 0 {
		return cmp.Or(tag, "str")
	}
	for _, r := range resolvers[d] {
		if r.pattern.MatchString(text) {
			return r.tag
		}
	}
	return "str"
}

// isTrue reports whether a word that resolves to a boolean is true, as in JavaScript.
func isTrue(word string) bool { return word[0]|0x20 == 't' }
