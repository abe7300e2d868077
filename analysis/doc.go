// Package analysis makes snapshots of a workspace that know the rules of this program.
//
// The packages below it answer questions about an immutable [workspace.Snapshot], as plain data over byte
// spans: problems (rules), completions (complete), documentation (hover), structure (outline) and edits (refactor). They do not
// know LSP, UTF-16 or flags, and they see files only through [vfs.FS].
package analysis
