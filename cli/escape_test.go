//go:build unix

package cli

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
	"skills-ls/lsp/position"
)

// hostile has a character of every kind that a terminal or a reader could act upon: C0, DEL, C1 and all
// bidirectional controls.
const hostile = "\x1b[31m\a\b\x7f\u0080\u009b\u009f\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

// controls returns the characters of a text that no output may contain, except for the allowed ones.
func controls(text, allowed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(allowed, r):
			return -1
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return r
		}
		return -1
	}, text)
}

// layHostile creates a tree in which file names and skills contain hostile characters, and returns the
// directory of a skill that agents load.
func layHostile(t *testing.T, root string) (loaded string) {
	t.Helper()
	mkdir(t, filepath.Join(root, ".git"))
	quoted := `\e[31m\a\b\x7f\u0080\u009b\u009f\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069`
	skill := func(dir, name, description string) string {
		dir = filepath.Join(root, dir)
		write(t, filepath.Join(dir, "SKILL.md"), "---\nname: \""+name+"\"\ndescription: \"Does x"+description+
			". Use when y.\"\nk"+hostile[strings.LastIndex(hostile, "\u061c"):]+": x\n---\nSee [x](<gone"+hostile+".md>) and [y](#"+hostile+").\n"+hostile+"\n")
		return dir
	}
	skill(".agents/skills/bad"+hostile+"\n\r\t%", "bad"+quoted, quoted)
	skill(".claude/skills/bad"+hostile+"\n\r\t%", "bad"+quoted, quoted)
	write(t, filepath.Join(root, ".agents/skills/plain"+hostile+"/SKILL.md"), hostile)
	write(t, filepath.Join(root, ".skills-ls.yaml"), "targets: [codex]\nrules: {\"x\\e\\u009b\\u202e\": off}\n")
	return skill(".agents/skills/x"+hostile, "x"+quoted, quoted)
}

// TestNoRawControls runs every command in every format on names and text with control characters. The output
// must not contain any of them, and JSON must preserve them.
func TestNoRawControls(t *testing.T) {
	root := t.TempDir()
	loaded := layHostile(t, root)
	sys := term.System{Cwd: root, Home: filepath.Join(root, "home")}
	terminal := sys
	terminal.StdoutWidth = 4000
	type invocation struct {
		sys    term.System
		allows string // characters besides line ends that an agent's text or a diff contains
		args   []string
	}
	var all []invocation
	for _, format := range []string{"text", "json", "jsonl", "sarif", "github"} {
		all = append(all, invocation{sys, "", []string{"check", "--format", format, ".", "gone" + hostile}})
	}
	all = append(all, invocation{terminal, "", []string{"check", "--color", "never"}}, invocation{terminal, "\t", []string{"check", "--diff", "."}})
	for _, format := range []string{"text", "json"} {
		for _, args := range [][]string{
			{"list"},
			{"search", "x" + hostile},
			{"list", "--agent", "codex"},
			{"compat", loaded, "gone" + hostile},
			{"compat", filepath.Join(root, ".agents/skills/plain"+hostile)},
			{"rules"},
			{"rules", "name/format"},
			{"rules", "x" + hostile},
			{"agents"},
			{"agents", "codex"},
			{"agents", "x" + hostile},
			{"version"},
			{"new", "n-" + format, "--dir", root + "/to" + hostile, "--description", "Does x" + hostile + "."},
		} {
			all = append(all, invocation{terminal, "", append(args, "--format", format)})
		}
		for _, args := range [][]string{{"catalog"}, {"catalog", "--agent", "codex"}, {"preview", "--agent", "codex", loaded}} {
			all = append(all, invocation{terminal, "\t", append(args, "--format", format)})
		}
		for _, args := range [][]string{{"list"}, {"search", "x"}, {"compat", loaded}} {
			all = append(all, invocation{sys, "", append(args, "--format", format)})
		}
	}
	for _, c := range all {
		r := commandIn(t, c.sys, "", c.args...)
		if r.stdout+r.stderr == "" {
			t.Errorf("%q printed nothing", c.args)
		}
		if raw := controls(r.stdout+r.stderr, "\n"+c.allows); raw != "" {
			t.Errorf("%q printed %q in\n%q", c.args, raw, r.stdout+r.stderr)
		}
		for values := json.NewDecoder(strings.NewReader(r.stdout)); strings.HasPrefix(r.stdout, "{"); {
			var v any
			if err := values.Decode(&v); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%q: %v in %q", c.args, err, r.stdout)
			}
		}
	}
}

// TestEncodeJSON checks which characters are escaped, and that a decoder restores the text.
func TestEncodeJSON(t *testing.T) {
	for text, want := range map[string]string{
		"äöü 🦊 <&>":            `"äöü 🦊 <&>"`,
		"\x1b\x7f\u009b\u2028": `"\u001b\u007f\u009b\u2028"`,
		`\u009b"`:              `"\\u009b\""`,
		"a\U000e0041":          `"a\udb40\udc41"`,
		"\u200b\ue000":         `"\u200b\ue000"`,
		"\xff":                 "\"\\ufffd\"",
	} {
		got, err := term.EncodeJSON(text, "")
		if err != nil || string(got) != want+"\n" {
			t.Errorf("%q: %s %v, want %s", text, got, err, want)
		}
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%q reads back as %q: %v", text, back, err)
		}
	}
}

// TestJSONKeepsControls checks for every JSON format that a decoder restores the escaped characters.
func TestJSONKeepsControls(t *testing.T) {
	root := t.TempDir()
	loaded := layHostile(t, root)
	path := filepath.Join(loaded, "SKILL.md")
	has := func(what, text string, v any, want ...string) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), v); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		again, _ := json.Marshal(v)
		for _, w := range want {
			quoted, _ := json.Marshal(w)
			if !strings.Contains(string(again), strings.Trim(string(quoted), `"`)) {
				t.Errorf("%s does not say %q:\n%q", what, w, text)
			}
		}
	}
	out := func(args ...string) string { return command(t, root, "", args...).stdout }
	var v any
	has("check", out("check", "--format", "json"), &v, path, "gone"+hostile+".md")
	has("list", out("list", "--agent", "codex", "--format", "json"), &v, path, "x"+hostile, "Does x"+hostile)
	has("search", out("search", "x", "--agent", "codex", "--format", "json"), &v, path, "Does x"+hostile)
	has("catalog", out("catalog", "--agent", "codex", "--format", "json"), &v, "Does x"+hostile)
	has("preview", out("preview", "--agent", "codex", loaded, "--format", "json"), &v, path, "\n"+hostile+"\n")
	has("compat", out("compat", loaded, "--format", "json"), &v, "x"+hostile)
	first, _, _ := strings.Cut(out("check", "--format", "jsonl", loaded), "\n")
	has("jsonl", first, &v, path)
	log := readSarif(t, out("check", "--format", "sarif", loaded))
	if uri := log.Runs[0].OriginalURIBaseIDs[report.SARIFRoot].URI + log.Runs[0].Results[0].Locations[0].Physical.Artifact.URI; decoded(t, uri) != decoded(t, position.FileURI(path)) {
		t.Errorf("sarif names %q", uri)
	}
	write(t, filepath.Join(root, "baseline.json"), "")
	if err := os.Remove(filepath.Join(root, "baseline.json")); err != nil {
		t.Fatal(err)
	}
	out("check", "--baseline", "baseline.json", "--write-baseline")
	baseline, err := os.ReadFile(filepath.Join(root, "baseline.json"))
	if err != nil {
		t.Fatal(err)
	}
	if raw := controls(string(baseline), "\n"); raw != "" {
		t.Errorf("the baseline holds %q", raw)
	}
	// The problem in .skills-ls.yaml is in no baseline.
	if r := command(t, root, "", "check", "--baseline", "baseline.json", loaded); r.code != 0 || !strings.Contains(r.stdout, "No new problems in ") {
		t.Errorf("the baseline does not know its own findings: %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
