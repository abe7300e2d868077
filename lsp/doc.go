// Package lsp implements the Language Server Protocol on top of package analysis.
//
// It handles JSON-RPC, the lifecycle, open documents, position encodings and scheduling. It does not know
// what a rule means: it gets every answer, in byte offsets, from an immutable [workspace.Snapshot] and
// converts it.
//
// The files follow the flow of the data: stream.go frames messages, conn.go dispatches them, server.go
// implements the lifecycle, sync.go applies the client's notifications to the current view in session.go, and
// one file per method answers from the view that was current when the request came in. Only mapper.go knows
// what a position is; convert.go makes protocol types.
//
// Three invariants: notifications take effect in wire order, requests never see a later state than the one
// they were sent in, and nothing that waits for the client runs on the goroutine that reads from it.
package lsp
