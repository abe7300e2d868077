package rules_test

import (
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

func TestMachinePaths(t *testing.T) {
	for destination, want := range map[string]bool{
		"/Users/jo/notes.md":                  true,
		"/home/jo/notes.md":                   true,
		"/root/notes.md":                      true,
		"/Volumes/data/notes.md":              true,
		"/mnt/c/notes/notes.md":               true,
		"C:/notes/notes.md":                   true,
		`C:\work\notes.md`:                    true,
		"/c:/notes/notes.md":                  true,
		"file:///Users/jo/notes.md":           true,
		"file:///c:/notes/notes.md":           true,
		"FILE:notes.md":                       true,
		"file://./notes.md":                   true,
		`\\server\share\notes.md`:             true,
		"/private/tmp/notes.md":               true,
		"/users/you/notes.md":                 false,
		"/home/user/notes.md":                 false,
		"/Users/<name>/notes.md":              false,
		"/Users/{name}/notes.md":              false,
		"file:///home/user/notes.md":          false,
		"/docs/guide.md":                      false,
		"/homepage":                           false,
		"/home":                               false,
		"/users":                              false,
		"/etc/hosts":                          false,
		"/tmp/notes.md":                       false,
		"https://example.com/home/jo/x":       false,
		"computer:///mnt/data/x.md":           false,
		"~/notes.md":                          false,
		"references/guide.md":                 false,
		"home/jo/notes.md":                    false,
		"//example.com/home/jo/notes.md":      false,
		"#c:/x":                               false,
		"mailto:jo@example.com":               false,
		"vscode://file/Users/jo/notes.md":     false,
		"/mnt/user-data/outputs/notes.md":     false,
		"/Users/[name]/notes.md":              true,
		"/Users/jo/a file with %20 blanks.md": true,
	} {
		if got := rules.IsMachinePath(destination); got != want {
			t.Errorf("%s: %v, want %v", destination, got, want)
		}
	}
}

func TestAbsoluteFixes(t *testing.T) {
	for _, tt := range []struct{ destination, after, preferred string }{
		{"/Users/jo/.agents/skills/x/references/guide.md#own", "[a](references/guide.md#own)", "references/guide.md"},
		{"/Users/jo/x/references/guide.md#gone", "[a](references/guide.md#gone)", ""},
		{"file:///D:/skills/x/references/guide.md", "[a](references/guide.md)", "references/guide.md"},
		{`D:\\work\\x\\references\\guide.md`, "[a](references/guide.md)", "references/guide.md"},
		{"/Users/jo/notes/references/guide.md", "[a](references/guide.md)", ""},
		{"/Users/jo/notes/guide.md", "", ""},
		{"/Users/jo/x/SKILL.md", "[a](SKILL.md)", "SKILL.md"},
	} {
		text := plainFront + "[a](" + tt.destination + ")\n"
		found, listing := diagnoseText(t, text)
		after, preferred := "", ""
		for _, d := range found {
			if d.Rule != "link/absolute" || d.Severity != diagnostic.Warning {
				t.Errorf("%s:\n%s", tt.destination, listing)
				continue
			}
			for _, fix := range d.Fixes {
				after = analysistest.Apply(t, text, fix.Edits[0].Path, fix)[len(plainFront):]
				if fix.Preferred {
					preferred = fix.Edits[0].Text
				}
			}
		}
		if len(found) != 1 || tt.after != "" && after != tt.after+"\n" || tt.after == "" && after != "" || preferred != tt.preferred {
			t.Errorf("%s becomes %q, preferred %q; want %q, %q\n%s", tt.destination, after, preferred, tt.after, tt.preferred, listing)
		}
	}
}

func TestBackslashes(t *testing.T) {
	for _, tt := range []struct {
		text, after string // after is empty if there is no diagnostic, and the same as text if no fix is preferred
	}{
		{`[a](references\guide.md)`, `[a](references/guide.md)`},
		{`[a](references\\guide.md)`, `[a](references/guide.md)`},
		{`[a](.\references\guide.md#own)`, `[a](./references/guide.md#own)`},
		{`[a](<references\guide.md>)`, `[a](<references/guide.md>)`},
		{`[a](references\Guide.md)`, `[a](references/guide.md)`},
		{`[a](references\guid.md)`, `[a](references\guid.md)`},
		{`[a](..\release-notes\SKILL.md)`, `[a](../release-notes/SKILL.md)`},
		{`![a](references\none.png)`, `![a](references\none.png)`},
		{`[a](references\none)`, ""},
		{`[a-z](\d+)`, ""},
		{`[a](\alpha)`, ""},
		{`[0-9](\.md)`, ""},
		{`[a](x\{1,2}\y.md)`, ""},
		{`[a](references/a\_b.md)`, ""},
		{`[a](https://example.com/a\b.md)`, ""},
		{"`[a](references\\guide.md)`", ""},
	} {
		text := plainFront + tt.text + "\n"
		found, listing := diagnoseText(t, text)
		after := ""
		for _, d := range found {
			if d.Rule == "link/backslash" {
				if after = tt.text; d.Fixes[0].Preferred {
					after = analysistest.Apply(t, text, d.Fixes[0].Edits[0].Path, d.Fixes[0])[len(plainFront):]
					after = after[:len(after)-1]
				}
			}
		}
		if after != tt.after {
			t.Errorf("%s becomes %q, want %q\n%s", tt.text, after, tt.after, listing)
		}
	}
}
