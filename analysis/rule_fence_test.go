package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fenceFindings returns what body/fence says of a body.
func fenceFindings(t *testing.T, body string) []Diagnostic {
	t.Helper()
	found, _ := diagnoseText(t, plainFront+body)
	return slices.DeleteFunc(found, func(d Diagnostic) bool { return d.Rule != "body/fence" })
}

// preferred returns a body after the preferred fix of a finding, the body itself where there is none.
func preferred(t *testing.T, body string, d Diagnostic) string {
	t.Helper()
	for _, fix := range d.Fixes {
		if fix.Preferred {
			return strings.TrimPrefix(apply(t, plainFront+body, fix.Edits[0].Path, fix), plainFront)
		}
	}
	return body
}

// TestFenceAtEnd tells a fence at the end that closes nothing from one that opens a block.
func TestFenceAtEnd(t *testing.T) {
	for body, want := range map[string]string{
		"Text.\n```":                     "Text.\n",
		"Text.\n```\n":                   "Text.\n",
		"Text.\n```\n\n \n":              "Text.\n\n \n",
		"Text.\r\n```\r\n":               "Text.\r\n",
		"```sh\nls\n```\n\nText.\n```\n": "```sh\nls\n```\n\nText.\n",
		"> Text.\n> ~~~~\n":              "> Text.\n",
	} {
		found := fenceFindings(t, body)
		if len(found) != 1 || found[0].Severity != Warning || !strings.Contains(found[0].Message, "closes nothing") || preferred(t, body, found[0]) != want {
			t.Errorf("%q: want %q, got %+v", body, want, found)
		}
	}
	for body, want := range map[string]string{
		"Text.\n```sh":     "Text.\n```sh\n```\n",
		"Text.\n```\nls\n": "Text.\n```\nls\n```\n",
	} {
		found := fenceFindings(t, body)
		if len(found) != 1 || strings.Contains(found[0].Message, "closes nothing") || preferred(t, body, found[0]) != want {
			t.Errorf("%q: want %q, got %+v", body, want, found)
		}
	}
	// What is left is nothing, of which another rule would speak.
	if found := fenceFindings(t, "```\n"); len(found) != 1 || len(found[0].Fixes) > 0 {
		t.Errorf("got %+v", found)
	}
}

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
