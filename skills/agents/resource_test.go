package agents

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// layResources makes a skill with files of every kind that a tool for resources meets, and returns it.
func layResources(t *testing.T) skills.Skill {
	t.Helper()
	root := realTempDir(t)
	text := func(s string) *string { return &s }
	lay(t, root, []node{
		{Path: "s/SKILL.md", Content: text("---\nname: s\ndescription: D.\n---\n")},
		{Path: "s/references/a.md", Content: text("One \"two\"\n")},
		{Path: "s/assets/b.bin", Content: text("x\x00\xff")},
		{Path: "s/big.txt", Content: text(strings.Repeat("é", 600))},
		{Path: "out.md", Content: text("outside")},
		{Path: "s/link.md", Symlink: text("references/a.md")},
		{Path: "s/escape.md", Symlink: text("../out.md")},
		{Path: "s/gone.md", Symlink: text("nowhere")},
	})
	return skills.Skill{Name: "s", Dir: filepath.Join(root, "s"), Path: filepath.Join(root, "s", "SKILL.md")}
}

// checkResource compares what a tool answers: its content, or after "!" its refusal.
func checkResource(t *testing.T, path string, got skills.ResourceAnswer, want string) {
	t.Helper()
	answer := got.Content
	if got.Refused != "" {
		answer = "!" + got.Refused
	}
	if answer != want || got.Tool == "" || (got.Refused != "") && got.Content != "" {
		t.Errorf("%q: %+v, want %q", path, got, want)
	}
}

func TestRemcoChatResource(t *testing.T) {
	skill := layResources(t)
	for path, want := range map[string]string{
		"references/a.md":      `{"name":"s","path":"references/a.md","content":"One \"two\"\n"}`,
		" ./references//a.md ": `{"name":"s","path":"references/a.md","content":"One \"two\"\n"}`,
		`references\a.md`:      `{"name":"s","path":"references/a.md","content":"One \"two\"\n"}`,
		"x/../references/a.md": `{"name":"s","path":"references/a.md","content":"One \"two\"\n"}`,
		"link.md":              `{"name":"s","path":"link.md","content":"One \"two\"\n"}`,
		"references/a.md/":     `{"name":"s","path":"references/a.md/","content":"One \"two\"\n"}`,
		"assets/b.bin":         `{"name":"s","path":"assets/b.bin","content":"x\u0000` + "\ufffd" + `"}`,
		"":                     "!Missing resource path.",
		" ":                    "!Missing resource path.",
		".":                    "!Invalid resource path.",
		"./":                   "!Invalid resource path.",
		"..":                   "!Invalid resource path.",
		"../":                  "!Path traversal is not allowed.",
		"../out.md":            "!Path traversal is not allowed.",
		"references/../../s":   "!Path traversal is not allowed.",
		"/etc/passwd":          "!Absolute paths are not allowed.",
		`\\server\share`:       "!Absolute paths are not allowed.",
		`C:\x`:                 "!Absolute paths are not allowed.",
		"escape.md":            "!Access denied.",
		"gone.md":              "!Resource not found.",
		"no.md":                "!Resource not found.",
		"references":           "!Not a file.",
	} {
		checkResource(t, path, RemcoChat.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: vfs.Disk{}}), want)
	}

	short := RemcoChat.Configured(map[string]skills.KnobValue{"max_resource_bytes": {Count: 1001}})
	got := short.ReadResource(skills.ResourceLoad{Skill: skill, Path: "big.txt", FS: vfs.Disk{}})
	want := `{"name":"s","path":"big.txt","content":"` + strings.Repeat("é", 500) + "\ufffd" + `\n\n[REMCOCHAT_SKILLS_TRUNCATED: resource; 199 bytes removed]"}`
	checkResource(t, "big.txt", got, want)
	if got.Removed != 199 {
		t.Errorf("%d bytes removed", got.Removed)
	}
	if got := RemcoChat.ReadResource(skills.ResourceLoad{Skill: skill, Path: "assets/b.bin", FS: vfs.Disk{}}); len(got.Notes) != 1 {
		t.Errorf("notes %q", got.Notes)
	}
}

func TestGooseResource(t *testing.T) {
	skill := layResources(t)
	const available = "assets/b.bin, big.txt, escape.md, link.md, references/a.md"
	for path, want := range map[string]string{
		"references/a.md":   "# Loaded: s/references/a.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		`references\a.md`:   "# Loaded: s/references\\a.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		"link.md":           "# Loaded: s/link.md\n\nOne \"two\"\n\n\n---\nFile loaded into context.",
		"./references/a.md": "!File 's/./references/a.md' not found. Available: " + available,
		"SKILL.md":          "!File 's/SKILL.md' not found. Available: " + available,
		"../out.md":         "!File 's/../out.md' not found. Available: " + available,
		"gone.md":           "!File 's/gone.md' not found. Available: " + available,
		"escape.md":         "!Refusing to load 's/escape.md': resolves outside the skill directory",
		"assets/b.bin":      "!Failed to read 's/assets/b.bin': stream did not contain valid UTF-8",
	} {
		checkResource(t, path, Goose.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: vfs.Disk{}}), want)
	}
	bare := skills.Skill{Name: "bare", Dir: filepath.Join(skill.Dir, "nowhere")}
	checkResource(t, "a", Goose.ReadResource(skills.ResourceLoad{Skill: bare, Path: "a", FS: vfs.Disk{}}), "!Skill 'bare' has no supporting files.")
}
