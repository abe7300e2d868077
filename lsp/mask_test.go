package lsp

import (
	"runtime/debug"
	"strings"
	"testing"
)

var testMask = mask{home: "/u/me", folders: []string{"/u/me/code", "/srv/x", "/u/me/code/inner"}}

func TestMaskPath(t *testing.T) {
	for path, want := range map[string]string{
		"/u/me":                           "~",
		"/u/me/.agents/skills/x/SKILL.md": "~/.agents/skills/*/SKILL.md",
		"/u/mea/x":                        "/*/*/*",
		"/u/me/code":                      "<folder1>",
		"/u/me/code/.claude/skills/a b/references/c.MD": "<folder1>/.claude/skills/*/references/*.md",
		"/u/me/code/inner/x.sh":                         "<folder3>/*.sh",
		"/srv/x/secret.exe":                             "<folder2>/*",
		"/etc/codex/skills/x":                           "/etc/codex/skills/*",
		"file:///u/me/code/a%20b/SKILL.md":              "<folder1>/*/SKILL.md",
		"untitled:my secret.md":                         "untitled:*.md",
		"vscode-vfs://github/o/r/SKILL.md":              "vscode-vfs://*/*/*/SKILL.md",
		`C:\Users\me\skills\x\SKILL.md`:                 "*/*/*/skills/*/SKILL.md",
		"skills/x/SKILL.md":                             "skills/*/SKILL.md",
		"../x":                                          "../*",
		"":                                              "",
	} {
		if got := testMask.path(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
	windows := mask{home: `C:\Users\me`, folders: []string{`c:\Users\Me\work`}}
	if got, want := windows.path(`C:\Users\me\work\.agents\skills\x`), "<folder1>/.agents/skills/*"; got != want {
		t.Errorf("on Windows %q, want %q", got, want)
	}
}

func TestMaskText(t *testing.T) {
	for text, want := range map[string]string{
		"the client's process isn't there":                                                  "the client's process isn't there",
		`no skill is called "secret", nor 'secret one' nor ` + "`secret`":                   `no skill is called "…", nor "…" nor "…"`,
		`it says "secret \" secret`:                                                         `it says "…"`,
		"open /u/me/code/secret/SKILL.md: permission denied":                                "open <folder1>/*/SKILL.md: permission denied",
		"open /u/me/my secret dir/a: b.md: permission denied":                               "open <path>: *.md: permission denied",
		"reading /a/secret: open /a/secret: no such file or directory":                      "reading <path>: no such file or directory",
		`CreateFile C:\Users\me\secret file.md: The system cannot find the file specified.`: "CreateFile <path>: The system cannot find the file specified.",
		"file:///u/me/secret.md is not open":                                                "<path>",
		"untitled:secret.md is not open":                                                    "untitled:*.md is not open",
		"secret.md, secret/x and link/broken":                                               "*.md, */* and link/broken",
		"one line\nand\tanother":                                                            "one line and another",
	} {
		if got := testMask.text(text); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
	if got := testMask.text(strings.Repeat("ä ", maxRecentText)); len(got) > maxRecentText || !strings.HasSuffix(got, "…") {
		t.Errorf("a long text is kept with %d bytes", len(got))
	}
}

// TestMaskStack checks that a stack keeps its functions and lines, but no arguments and no build directory.
func TestMaskStack(t *testing.T) {
	got := testMask.stack(string(debug.Stack()))
	for _, want := range []string{"\nskills-ls/lsp.TestMaskStack\n\tlsp/mask_test.go:", "\ntesting.tRunner\n\ttesting/testing.go:"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"0x", "/lsp/mask_test.go", "/testing/"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%q in\n%s", unwanted, got)
		}
	}
	if got := testMask.stack(strings.Repeat("f()\n\t/x/y/z.go:1 +0x1\n", 1000)); len(got) > maxRecentStack+8 {
		t.Errorf("a deep stack is kept with %d bytes", len(got))
	}
}
