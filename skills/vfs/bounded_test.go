package vfs

import (
	"errors"
	"strings"
	"testing"
)

// TestReadAtMost checks that reading stops at the limit, and that the error has the name and the limit.
func TestReadAtMost(t *testing.T) {
	for _, tt := range []struct {
		text string
		ok   bool
	}{{"", true}, {"1234", true}, {"12345", false}} {
		data, err := ReadAtMost(strings.NewReader(tt.text), "list", 4)
		var tooLarge *TooLargeError
		if tt.ok {
			if err != nil || string(data) != tt.text {
				t.Errorf("ReadAtMost of %q = %q, %v", tt.text, data, err)
			}
		} else if !errors.As(err, &tooLarge) || tooLarge.Limit != 4 || tooLarge.Path != "list" {
			t.Errorf("ReadAtMost of %q: error = %v, want a TooLargeError for list with limit 4", tt.text, err)
		}
	}
	in := &endlessReader{}
	if _, err := ReadAtMost(in, "zero", 1<<20); err == nil || in.read > 4<<20 {
		t.Errorf("ReadAtMost of an endless reader read %d bytes, error = %v", in.read, err)
	}
}

// An endlessReader never returns io.EOF.
type endlessReader struct{ read int }

func (e *endlessReader) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}
