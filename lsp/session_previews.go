package lsp

import (
	"crypto/sha256"
	"sync"
)

// shownPreviews are the previews that the client has requested, with a hash of the text that it received.
type shownPreviews struct {
	mu      sync.Mutex
	list    []shownPreview // in the order of the last requests
	looking bool           // a call of look is running
	again   bool           // and must run again
}

type shownPreview struct {
	uri  string
	text [sha256.Size]byte
}
