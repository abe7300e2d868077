// Package analysis answers what an author wants to know: what is wrong here, what could stand here, what is this.
//
// Everything is asked of an immutable [workspace.Snapshot] and answered in plain data over byte spans. The package knows the agents'
// registry and turns their refusals into rules; it repeats none of their conditions. It knows nothing of LSP, of UTF-16, of
// flags, and it sees files only through [vfs.FS].
package analysis
