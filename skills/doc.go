// Package skills reads Agent Skills: what a SKILL.md says, where skills lie, and how any agent runtime loads them.
//
// It knows bytes, spans, YAML, Markdown, directories, catalogues and the type [Runtime]. It knows no particular runtime
// (those are values in the package runtimes), no editor and no cursor.
//
// Three invariants hold everywhere. Parsing never fails: [Parse] returns a document for any bytes at all. Every position is
// a half-open byte [Span] of the source. Nothing found in a skill is executed, fetched or sent anywhere.
package skills
