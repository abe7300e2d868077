// Package yamldialect reads YAML as the YAML libraries of agents read it. Each library deviates from the
// specification and from yaml.v3, which package frontmatter uses. A [Dialect] names a library and decides what
// the library rejects, which values it reads, and the words of its errors.
//
// All dialects share one scanner. PyYAML, ruamel.yaml, libyaml and eemeli's yaml share one parser, too. How far
// a library looks ahead is a part of its dialect, because it decides which of two errors is reported. js-yaml
// makes values while it scans, and VS Code's parser takes each line of a scalar for a token: [LoadJSYAML] and
// [ParseVSCode] follow them. [LoadQwenLines] shares no scanner, because it knows nothing but lines.
//
// Offsets are bytes. The source must be valid UTF-8, except for LoadJSYAML. The package knows neither agents nor
// frontmatter.
package yamldialect

import "skills-ls/skills/text"

// A Dialect is the YAML of one library.
type Dialect uint8

const (
	// PyYAML is PyYAML 6.0.3 (https://github.com/yaml/pyyaml, MIT) on Python 3.11.
	PyYAML Dialect = iota
	// Ruamel is the ruamel.yaml 0.16.13 (MIT) inside strictyaml 1.6.1. It began as a copy of PyYAML. It
	// counts lines at line feeds alone, and can fail over comments.
	Ruamel
	// LibYAML is unsafe-libyaml 0.2.11, a translation of libyaml 0.2.5 (MIT), as serde_yaml 0.9.34 uses it.
	// It counts keys in bytes where libyaml counts characters.
	LibYAML
	// Eemeli is the npm package yaml 2.8.2 (https://github.com/eemeli/yaml, ISC) with its default options. Its
	// parser never gives up. It collects errors, of which the first is thrown.
	Eemeli
	// JSYAML4 is js-yaml 4.1.1 (https://github.com/nodeca/js-yaml, MIT) with its default schema, JSYAML3 is
	// js-yaml 3.14.2 with that of safeLoad.
	JSYAML4
	JSYAML3
	// VSCode is Visual Studio Code's own parser of headers, which [ParseVSCode] follows.
	VSCode
)

// python reports whether the words of errors are those of Python's libraries.
func (d Dialect) python() bool { return d == PyYAML || d == Ruamel }

// jsYAML reports whether the library is js-yaml, javaScript whether it is one in JavaScript.
func (d Dialect) jsYAML() bool     { return d == JSYAML4 || d == JSYAML3 }
func (d Dialect) javaScript() bool { return d >= Eemeli }

// A Cause classifies errors.
type Cause uint8

const (
	Syntax    Cause = iota // not YAML, or an unknown alias
	Forbidden              // YAML that the library refuses on purpose
	Duplicate              // a repeated key
	Type                   // a value of another type than the program reads
	Documents              // more than one document
	Limit                  // nested or repeated too much
)

// An Error is what a library reports for a text that it rejects.
type Error struct {
	Cause Cause
	// Start and End are the offending bytes: the value, the repeated key, or the one character (or the end of
	// the text) at which the scanner stopped. For a quote or a key that never ends, they are its first
	// character.
	Start, End int
	// Path leads to the value as serde_yaml writes it, such as "metadata.tags[0]". It is empty for the root,
	// for syntax errors and in other dialects.
	Path string
	// Message is the library's own text.
	Message string
	// Uncaught reports that the library raises an exception that is no YAML error. A program that catches
	// YAML errors alone ends with a traceback.
	Uncaught bool
}

func (e *Error) Error() string { return e.Message }

// Span returns the offending bytes.
func (e *Error) Span() text.Span { return text.Span{Start: e.Start, End: e.End} }
