// Package lsp implements the Language Server Protocol on top of package analysis.
//
// It handles JSON-RPC, the lifecycle, open documents, position encodings and scheduling. It does not know
// what a rule means: it gets every answer, in byte offsets, from an immutable [workspace.Snapshot] and
// converts it.
//
// The packages below it follow the flow of the data: wire frames and dispatches messages, session applies the
// client's notifications to the current view, and diagnose and watch decide what is diagnosed and watched. Here,
// methods.go has the table of methods, sync.go the notifications about documents, and each method has a file that
// answers from the view that was current when the request came in. Only position knows what a position is, and
// convert makes protocol types.
//
// Three invariants: notifications take effect in wire order, requests never see a later state than the one
// they were sent in, and nothing that waits for the client runs on the goroutine that reads from it.
package lsp
