package session

import (
	"crypto/sha256"
	"sync"
)

// ShownPreviews are the previews that the client has requested, with a hash of the text that it received.
type ShownPreviews struct {
	Mu      sync.Mutex
	List    []ShownPreview // in the order of the last requests
	Looking bool           // a call of look is running
	Again   bool           // and must run again
}

type ShownPreview struct {
	URI  string
	Text [sha256.Size]byte
}
