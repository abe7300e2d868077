package analysis

import (
	"bytes"
	"context"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHoverFile shows what is said of files that are no Markdown.
func TestHoverFile(t *testing.T) {
	base, root := workspace(t, authoring)
	var asPNG, asGIF bytes.Buffer
	if err := png.Encode(&asPNG, image.NewGray(image.Rect(0, 0, 640, 480))); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&asGIF, image.NewGray(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, content, want string }{
		{"a.png", asPNG.String(), "640 × 480 pixels)"},
		{"a.gif", asGIF.String(), "30 × 20 pixels)"},
		{"broken.png", "no picture", "(10 bytes, no image that can be shown)"},
		{"empty.jpg", "", "(0 bytes, no image that can be shown)"},
		{"run.sh", "\ufeff#!/bin/sh\r\necho ```\r\n", "````sh\n#!/bin/sh\necho ```\n````\n"},
		{"binary.txt", "a\x00b", "(3 bytes)"},
		{"latin.txt", "caf\xe9", "(4 bytes)"},
		{"data.bin", "text", "(4 bytes)"},
		{"large.json", strings.Repeat("{}\n", maxShownText), "(768.0 KiB)"},
		{"long.csv", strings.Repeat("a,b\n", 20), "```\n" + strings.Repeat("a,b\n", excerptLines) + "…\n```\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(root, filepath.Dir(inSkill), test.name)
			if err := os.WriteFile(file, []byte(test.content), 0o644); err != nil {
				t.Fatal(err)
			}
			s, path, _, offset := openAt(t, base.Refresh(file), root, inSkill, validHead+"[a‸]("+test.name+")\n")
			h, _ := s.Hover(context.Background(), path, offset)
			if !strings.HasSuffix(h.Markdown, test.want) {
				t.Errorf("got %s\nwant it to end in %s", h.Markdown, test.want)
			}
		})
	}
}
