package session

import (
	"testing"

	"go.lsp.dev/protocol"
)

// TestResourceOperations checks that a client that supports renaming files gets renames even if it does not
// declare document changes, which contain them. Neovim does not.
func TestResourceOperations(t *testing.T) {
	for edit, want := range map[string][2]bool{
		`{}`:                                {false, false},
		`{"documentChanges":true}`:          {true, false},
		`{"documentChanges":false}`:         {false, false},
		`{"resourceOperations":[]}`:         {false, false},
		`{"resourceOperations":"all"}`:      {false, false},
		`{"resourceOperations":["create"]}`: {true, false},

		`{"resourceOperations":["rename","create","delete"]}`:                 {true, true},
		`{"documentChanges":true,"resourceOperations":["rename","create"]}`:   {true, true},
		`{"documentChanges":true,"resourceOperations":["create","delete"]}`:   {true, false},
		`{"documentChanges":false,"resourceOperations":["rename", "create"]}`: {true, true},
	} {
		c := NewClient(protocol.LSPAny(`{"workspace":{"workspaceEdit":` + edit + `}}`))
		if got := [2]bool{c.DocumentChanges, c.RenameFiles}; got != want {
			t.Errorf("%s: document changes %v and renames %v, want %v", edit, got[0], got[1], want)
		}
	}
}
