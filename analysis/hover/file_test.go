package hover_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/describe"
	"skills-ls/analysis/hover"
)

// TestHoverFile checks what a hover says about files other than Markdown.
func TestHoverFile(t *testing.T) {
	base, root := analysistest.Workspace(t, analysistest.Authoring)
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
		{"a.webp", asWebP(50, 40), "50 × 40 pixels)"},
		{"broken.webp", asWebP(50, 40)[:20], "(20 bytes, invalid image)"},
		{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"/>`, "(64 bytes)"},
		{"broken.png", "no picture", "(10 bytes, invalid image)"},
		{"empty.jpg", "", "(0 bytes, invalid image)"},
		{"run.sh", "\ufeff#!/bin/sh\r\necho ```\r\n", "````sh\n#!/bin/sh\necho ```\n````\n"},
		{"binary.txt", "a\x00b", "(3 bytes)"},
		{"latin.txt", "caf\xe9", "(4 bytes)"},
		{"data.bin", "text", "(4 bytes)"},
		{"large.json", strings.Repeat("{}\n", describe.MaxShownText), "(768.0 KiB)"},
		{"long.csv", strings.Repeat("a,b\n", 20), "```\n" + strings.Repeat("a,b\n", describe.ExcerptLines) + "…\n```\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(root, filepath.Dir(analysistest.InSkill), test.name)
			if err := os.WriteFile(file, []byte(test.content), 0o644); err != nil {
				t.Fatal(err)
			}
			s, path, _, offset := analysistest.OpenAt(t, base.Refresh(file), root, analysistest.InSkill, analysistest.ValidHead+"[a‸]("+test.name+")\n")
			h, _ := hover.At(context.Background(), s, path, offset)
			if !strings.HasSuffix(h.Markdown, test.want) {
				t.Errorf("got %s\nwant it to end in %s", h.Markdown, test.want)
			}
		})
	}
}

// asWebP returns the header of a lossless WebP image with a width and a height in pixels.
func asWebP(width, height int) string {
	bits := uint32(width-1) | uint32(height-1)<<14
	chunk := string(binary.LittleEndian.AppendUint32([]byte{0x2f}, bits)) + "\x00"
	size := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	body := "WEBPVP8L" + size(len(chunk)) + chunk
	return "RIFF" + size(len(body)) + body
}
