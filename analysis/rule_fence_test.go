package analysis

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestCloseFence checks where the missing end of a fence is written: where its container ends, and in that.
func TestCloseFence(t *testing.T) {
	for text, want := range map[string]string{
		"```sh\nx":                   "```sh\nx\n```\n",
		"~~~~\nx\n":                  "~~~~\nx\n~~~~\n",
		"- ```\n  x\n\ny\n":          "- ```\n  x\n  ```\n\ny\n",
		"> ```\n> x\n\ny\n":          "> ```\n> x\n> ```\n\ny\n",
		">```\n>x\n\ny\n":            ">```\n>x\n> ```\n\ny\n",
		">- ```\n>  x\n\n> y\n":      ">- ```\n>   ```\n>  x\n\n> y\n", // the text is too far to the left
		">- ```\n>   x\n\ny\n":       ">- ```\n>   x\n>   ```\n\ny\n",
		">1. > ```\n>    > x\n\ny\n": ">1. > ```\n>    > x\n>    > ```\n\ny\n",
	} {
		source := "---\nname: x\ndescription: Does x. Use when x is wanted.\n---\nText.\n\n" + text
		s, root := workspace(t, "-- .agents/skills/x/SKILL.md --\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		fixed, err := s.With(Change{Path: path, Text: &source}).FixAll(context.Background(), path)
		if _, got, _ := strings.Cut(fixed.Text, "Text.\n\n"); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}
