package vfs

import (
	"errors"
	"strings"
	"testing"
)

// TestReadAtMost guards that reading stops at the limit, and that the error tells what and which limit.
func TestReadAtMost(t *testing.T) {
	for _, tt := range []struct {
		text string
		ok   bool
	}{{"", true}, {"1234", true}, {"12345", false}} {
		data, err := ReadAtMost(strings.NewReader(tt.text), "list", 4)
		var tooLarge *TooLargeError
		if tt.ok && (err != nil || string(data) != tt.text) || !tt.ok && (!errors.As(err, &tooLarge) || tooLarge.Limit != 4 || tooLarge.Path != "list") {
			t.Errorf("%q: %q, %v", tt.text, data, err)
		}
	}
	rest := &endless{}
	if _, err := ReadAtMost(rest, "zero", 1<<20); err == nil || rest.read > 4<<20 {
		t.Errorf("read %d bytes: %v", rest.read, err)
	}
}

// endless is a device without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}
