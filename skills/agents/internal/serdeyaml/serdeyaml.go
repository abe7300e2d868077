// Package serdeyaml reads YAML exactly as Rust programs do with serde_yaml, down to its messages.
//
// serde_yaml 0.9.34 (https://github.com/dtolnay/serde-yaml, MIT or Apache-2.0) deserialises what unsafe-libyaml 0.2.11 parses,
// a translation of libyaml 0.2.5 (MIT). This package follows libyaml's tokens and events one by one, and serde_yaml's loader and
// deserialiser, for the shapes of Rust types that agents read: which of two errors comes first depends on it. The events and
// errors were compared with those of libyaml 0.2.5 on random texts; they differ, as unsafe-libyaml does, in that offsets count
// bytes, which matters for keys of more than 1,024.
package serdeyaml

// Style is how a scalar is written.
type Style uint8

const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// Cause classifies errors.
type Cause uint8

const (
	Syntax    Cause = iota // not YAML, or an unknown alias
	Type                   // a value of another type than is read
	Duplicate              // a repeated field
	Documents              // more than one document
	Limit                  // nested or repeated too much
)

// An Error is what serde_yaml makes of a text that it refuses.
type Error struct {
	Cause Cause
	// Start and End are the offending bytes: the value or the repeated key, the one character (or the end of the text) that
	// the parser stumbled over, or for a quote or a key that never ends, its first. They are equal where nothing is written.
	Start, End int
	// Path leads to the value as serde_yaml writes it, such as "metadata.tags[0]"; empty for the root and for syntax errors.
	Path string
	// Message is what Display prints.
	Message string
}

func (e *Error) Error() string { return e.Message }
