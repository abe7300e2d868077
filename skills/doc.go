// Package skills reads Agent Skills: what a SKILL.md says, where skills lie, and how any agent loads them.
//
// It knows bytes, spans, YAML, Markdown, directories, catalogues and the type [Agent]. It knows no particular agent
// (those are values in the package agents), no editor and no cursor.
//
// Three invariants hold everywhere. Parsing never fails: [Parse] returns a document for any bytes at all. Every position is
// a half-open byte [text.Span] of the source. Nothing found in a skill is executed, fetched or sent anywhere.
package skills
