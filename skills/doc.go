// Package skills reads Agent Skills: it parses a SKILL.md, finds skill directories, and describes how an
// agent loads them. An [Agent] is a value. The values of the known agents are in package agents, which
// imports this package. This package knows no particular agent, no editor and no cursor.
//
// Parsing never fails: [Parse] returns a document for any bytes. Every position is a half-open byte
// [text.Span] of the source. The package does not execute, fetch or send anything that it finds in a skill.
package skills
