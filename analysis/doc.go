// Package analysis finds problems in skills, and answers the requests of an author's editor: completions,
// hovers, definitions, references, renames, fixes.
//
// A caller asks an immutable [Snapshot], and the answers are plain data with byte spans. The package uses the
// agents' registry and turns the agents' refusals into rules without repeating their conditions. It does not
// depend on LSP, UTF-16 or flags, and it reads files only through [vfs.FS].
package analysis
