package pyyaml

import (
	"regexp"
	"strings"
)

// A resolver gives a tag to plain scalars that match. As in Python, a line feed may follow.
type resolver struct {
	tag     string
	first   string // the characters that it may begin with
	pattern *regexp.Regexp
}

func resolving(tag, first, pattern string) resolver {
	return resolver{yamlTag + tag, first, whole(pattern)}
}

// whole is Python's match of a pattern between ^ and $.
func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)\n?\z`) }

// resolvers are those of YAML 1.1, in PyYAML's order.
var resolvers = []resolver{
	resolving("bool", "yYnNtTfFoO", `yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF`),
	resolving("float", "-+0123456789.", `[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?`+
		`|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`+
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*`+
		`|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`),
	resolving("int", "-+0123456789", `[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+`+
		`|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`),
	resolving("merge", "<", `<<`),
	resolving("null", "~nN", `~|null|Null|NULL`),
	resolving("timestamp", "0123456789", `[0-9]{4}-[0-9]{2}-[0-9]{2}`+
		`|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?`),
	resolving("value", "=", `=`),
	resolving("yaml", "!&*", `[!&*]`),
}

// resolve returns the tag of a plain scalar.
func resolve(text string) string {
	if text == "" {
		return yamlTag + "null"
	}
	for _, r := range resolvers {
		if strings.IndexByte(r.first, text[0]) >= 0 && r.pattern.MatchString(text) {
			return r.tag
		}
	}
	return yamlTag + "str"
}
