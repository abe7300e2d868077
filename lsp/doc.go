// Package lsp speaks the Language Server Protocol for the package analysis.
//
// It knows JSON-RPC, the lifecycle, open documents, position encodings and scheduling, and not what a rule means: every
// answer is asked of an immutable [workspace.Snapshot] in byte offsets and translated here.
//
// The file names read in the order of the data: stream.go frames messages, conn.go dispatches them, server.go is the
// lifecycle, sync.go applies what the client tells to session.go's current view, and one file per method answers from the view
// that was current when the request came in. mapper.go alone knows what a position is; convert.go makes protocol types.
//
// Three invariants: notifications take effect in wire order, requests never see a later state than the one they were sent
// in, and nothing that waits for the client runs on the goroutine that reads from it.
package lsp
