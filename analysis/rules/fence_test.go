package rules_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
)

// fenceFindings returns the diagnostics of body/fence in a body.
func fenceFindings(t *testing.T, body string) []diagnostic.Diagnostic {
	t.Helper()
	found, _ := diagnoseText(t, plainFront+body)
	return slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule != "body/fence" })
}

// offered returns a body after the first fix of a diagnostic. The fix must not be safe or preferred, since it
// guesses where a block ends. Otherwise, or without a fix, offered returns the body as it is.
func offered(t *testing.T, body string, d diagnostic.Diagnostic) string {
	t.Helper()
	if len(d.Fixes) == 0 || d.Fixes[0].Safe || d.Fixes[0].Preferred {
		return body
	}
	return strings.TrimPrefix(analysistest.Apply(t, plainFront+body, d.Fixes[0].Edits[0].Path, d.Fixes[0]), plainFront)
}

// preferred returns a body after the preferred fix of a diagnostic, or the body itself without such a fix.
func preferred(t *testing.T, body string, d diagnostic.Diagnostic) string {
	t.Helper()
	for _, fix := range d.Fixes {
		if fix.Preferred {
			return strings.TrimPrefix(analysistest.Apply(t, plainFront+body, fix.Edits[0].Path, fix), plainFront)
		}
	}
	return body
}

// TestFenceAtEnd checks that a fence at the end that closes nothing is distinguished from one that opens a
// block. Deleting it is preferred only directly after a block: after text, the fence that begins a block may
// be missing.
func TestFenceAtEnd(t *testing.T) {
	for _, tt := range []struct {
		body, fixed string
		preferred   bool
	}{
		{"Text.\n```", "Text.\n", false},
		{"Text.\n```\n", "Text.\n", false},
		{"Text.\n```\n\n \n", "Text.\n\n \n", false},
		{"Text.\r\n```\r\n", "Text.\r\n", false},
		{"```sh\nls\n```\n\nText.\n```\n", "```sh\nls\n```\n\nText.\n", false},
		{"```sh\nls\n```\n```\n", "```sh\nls\n```\n", true},
		{"> ```sh\n> ls\n> ```\n>\n> ```\n", "> ```sh\n> ls\n> ```\n>\n", false}, // the quote marker is deleted too
	} {
		found := fenceFindings(t, tt.body)
		if len(found) != 1 || found[0].Severity != diagnostic.Warning || !strings.Contains(found[0].Text(), "closes nothing") {
			t.Errorf("%q: got %+v", tt.body, found)
			continue
		}
		got := offered(t, tt.body, found[0])
		if tt.preferred {
			got = preferred(t, tt.body, found[0])
		}
		if got != tt.fixed {
			t.Errorf("%q: fixed %q, want %q, preferred %v: %+v", tt.body, got, tt.fixed, tt.preferred, found)
		}
	}
	for body, want := range map[string]string{
		"Text.\n```sh":          "Text.\n```sh", // the author may have meant to delete it
		"Text.\n```\nls\n":      "Text.\n```\nls\n",
		"Text.\n```sh\nls\n":    "Text.\n```sh\nls\n```\n",
		"```sh\nls\n\nText.\n":  "```sh\nls\n\nText.\n", // where the code ends is a guess
		"> ```sh\n> ls\n>\n> x": "> ```sh\n> ls\n>\n> x",
	} {
		found := fenceFindings(t, body)
		if len(found) != 1 || strings.Contains(found[0].Text(), "closes nothing") || preferred(t, body, found[0]) != want {
			t.Errorf("%q: want %q, got %+v", body, want, found)
		}
	}
	// Deleting the fence would leave an empty body, which another rule reports.
	if found := fenceFindings(t, "```\n"); len(found) != 1 || len(found[0].Fixes) > 0 {
		t.Errorf("got %+v", found)
	}
}

// TestCloseFence checks that the missing end of a fence is written at the end of its container and inside it.
func TestCloseFence(t *testing.T) {
	for text, want := range map[string]string{
		"```sh\nx":                     "```sh\nx\n```\n",
		"~~~~sh\nx\n":                  "~~~~sh\nx\n~~~~\n",
		"- ```sh\n  x\n\ny\n":          "- ```sh\n  x\n  ```\n\ny\n",
		"> ```sh\n> x\n\ny\n":          "> ```sh\n> x\n> ```\n\ny\n",
		">```sh\n>x\n\ny\n":            ">```sh\n>x\n> ```\n\ny\n",
		">- ```sh\n>   x\n\ny\n":       ">- ```sh\n>   x\n>   ```\n\ny\n",
		">1. > ```sh\n>    > x\n\ny\n": ">1. > ```sh\n>    > x\n>    > ```\n\ny\n",
	} {
		source := "---\nname: x\ndescription: Does x. Use when x is wanted.\n---\nText.\n\n" + text
		s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n")
		path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
		fixed, err := refactor.FixAll(context.Background(), s.With(workspace.Change{Path: path, Text: &source}), path)
		if _, got, _ := strings.Cut(fixed.Text, "Text.\n\n"); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

// TestFenceMeantToClose checks that an unclosed fence that may be meant to close a block is distinguished
// from one that opens a block, since a fence at the end of the file fixes only the latter. It also checks
// which block is named as the one that the fence may belong to.
func TestFenceMeantToClose(t *testing.T) {
	const nested = "```md\n```sh\nls\n```\n```\n"
	const shifted = "```\nx: 1\n```\n\nText.\n\n```\n\n```sh\nls\n```\n\nText.\n"
	for _, tt := range []struct {
		name, body string
		closes     bool // a fix is preferred
		related    string
	}{
		{"the first one", "```\nls\n", false, ""},
		{"the first one, with a blank line", "Text.\n```\n\nText.\n", false, ""},
		{"a language", "```sh\nls\n```\n```sh\nls\n", true, ""},
		{"a language below a block that holds a fence", shifted + "```sh\nls\n", true, ""},
		{"another block", "```sh\nls\n```\n\nx\n```\n## Text\n", false, ""},
		{"a block that holds a fence", shifted + "```\n\nText.\n", false, "```sh"},
		{"a block that holds a fence, at the end", shifted + "```\n", false, "```sh"},
		{"a fence at the end below other blocks", "```sh\nls\n```\n\nText.\n```\n", false, ""},
		{"a fence at the end right below a block", "```sh\nls\n```\n\n```\n", true, ""},
		{"tildes that hold a fence", "~~~\n```sh\nls\n```\n~~~\n\nText.\n```\n\nText.\n", false, ""},
		{"a longer block that holds a fence", "````\n```sh\nls\n```\n````\n\nText.\n```\n\nText.\n", false, ""},
		{"blocks that end too early, at the end", nested + nested + "\n```\nx\n```\n\n```\ny\n```\n", false, "```md"},
		{"an item whose block has no end", "- ```sh\n  ls\n```\n\nText.\n", false, "```sh"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := fenceFindings(t, tt.body)
			if len(found) == 0 {
				t.Fatal("nothing is found")
			}
			d := found[len(found)-1]
			if prefers := slices.ContainsFunc(d.Fixes, func(f diagnostic.Fix) bool { return f.Preferred }); prefers != tt.closes || len(d.Fixes) == 0 {
				t.Errorf("want preferred %v, got %+v", tt.closes, d)
			}
			if slices.ContainsFunc(d.Fixes, func(f diagnostic.Fix) bool { return f.Safe != f.Preferred }) {
				t.Errorf("what is safe is not what is preferred: %+v", d)
			}
			related := ""
			for _, r := range d.Related {
				related += r.Span.Of(plainFront + tt.body)
			}
			if related != tt.related {
				t.Errorf("want related %q, got %q", tt.related, related)
			}
		})
	}
}

// TestFenceInHTML checks that a fence in an HTML block, where it opens nothing, is found from the fence that
// should close it.
func TestFenceInHTML(t *testing.T) {
	for _, tt := range []struct{ name, body, at, want string }{
		{"tag", "<ts>\n```ts\nx()\n\ny()\n```\n</ts>\n\nText.\n", "```ts", "<ts>\n\n```ts\nx()\n\ny()\n```\n</ts>\n\nText.\n"},
		{"text between", "</py>\n<ts>\nText:\n```ts\nx()\n\ny()\n```\n\nText.\n", "```ts", "</py>\n<ts>\nText:\n\n```ts\nx()\n\ny()\n```\n\nText.\n"},
		{"at the end", "<ts>\n~~~~ts\nx()\n\ny()\n~~~~~\n", "~~~~ts", "<ts>\n\n~~~~ts\nx()\n\ny()\n~~~~~\n"},
		{"item", "- <ts>\n  ```ts\n  x()\n\n  y()\n  ```\n", "```ts", "- <ts>\n\n  ```ts\n  x()\n\n  y()\n  ```\n"},
		{"quote", "> <ts>\n> ```ts\n> x()\n>\n> y()\n> ```\n", "```ts", "> <ts>\n> ```ts\n> x()\n>\n> y()\n> ```\n"}, // offered, but not preferred
		{"a language of its own", "<ts>\n```ts\nx()\n\ny()\n```sh\nls\n", "```sh", ""},
		{"no language", "<ts>\n```\nx()\n\ny()\n```\n\nText.\n", "```", ""},
		{"a comment", "<!--\n```ts\nx()\n-->\n\n```\n\nText.\n", "```", ""},
		{"text as it is", "<pre>\n```ts\n\nx()\n</pre>\n\n```\n\nText.\n", "```", ""},
		{"a shorter fence", "<ts>\n````ts\nx()\n\ny()\n```\n\nText.\n", "```", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := fenceFindings(t, tt.body)
			if len(found) != 1 {
				t.Fatalf("got %+v", found)
			}
			d, inHTML := found[0], tt.want != ""
			if got := d.Span.Of(plainFront + tt.body); got != tt.at || strings.Contains(d.Text(), "HTML") != inHTML {
				t.Errorf("want %q, got %q, %s", tt.at, got, d.Text())
			}
			if got := preferred(t, tt.body, d); inHTML && (got != tt.want || len(d.Related) != 1) {
				t.Errorf("want %q, got %q, %+v", tt.want, got, d.Related)
			}
		})
	}
}

// TestBareOuterFence checks that a block without a language that contains others and ends too early is
// recognized by the fence that remains, and that blocks without enough evidence are not reported.
func TestBareOuterFence(t *testing.T) {
	const inner = "# Text\n\n```sh\nls\n```\n\nText.\n"
	for _, tt := range []struct{ name, body, want string }{ // want is the body after the fix, empty if no fix is expected
		{"below a blank line", "Text.\n\n```\n" + inner + "```\n\nText.\n", "Text.\n\n````\n" + inner + "````\n\nText.\n"},
		{"below a colon", "**Output:**\n```\n" + inner + "```\n\nText.\n", "**Output:**\n````\n" + inner + "````\n\nText.\n"},
		{"at the end", "```\n" + inner + "```\n", "````\n" + inner + "````\n"},
		{"two inner ones", "```\n" + inner + inner + "```\n", "````\n" + inner + inner + "````\n"},
		{"above a blank line", "Text.\n\n```\n\n" + inner + "```\n\nText.\n", ""},
		{"below a line of text", "x: 1\n```\n" + inner + "```\n\nText.\n", ""},
		{"with a language", "```yaml\n" + inner + "```\n\nText.\n", ""},
		{"with nothing left over", "```\n" + inner + "\nText.\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := fenceFindings(t, tt.body)
			if tt.want == "" {
				if slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.Severity == diagnostic.Information }) {
					t.Errorf("got %+v", found)
				}
				return
			}
			if len(found) != 1 || found[0].Severity != diagnostic.Information || offered(t, tt.body, found[0]) != tt.want {
				t.Errorf("want %q, got %+v", tt.want, found)
			}
		})
	}
}

// TestCuredFences checks that a fence is not reported if it is unclosed only because a block above it ends
// too early, and that the fix is not preferred.
func TestCuredFences(t *testing.T) {
	const nested = "```md\n```sh\nls\n```\n```\n"
	for _, body := range []string{
		nested,
		nested + "\n```\nx\n```\n\n```\ny\n```\n",
		nested + "\n```\nx\n```\n\nText.\n",
		nested + "\n```sh\nx\n",
	} {
		found := fenceFindings(t, body)
		if len(found) != 1 || found[0].Severity != diagnostic.Information || offered(t, body, found[0]) == body {
			t.Errorf("%q: got %+v", body, found)
		}
	}
}
