package remcochat

import (
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

func TestResource(t *testing.T) {
	skill := agenttest.LayResources(t)
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
		agenttest.CheckResource(t, path, Agent.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: vfs.Disk{}}), want)
	}

	short := Agent.Configured(map[string]skills.KnobValue{"max_resource_bytes": {Count: 1001}})
	got := short.ReadResource(skills.ResourceLoad{Skill: skill, Path: "big.txt", FS: vfs.Disk{}})
	want := `{"name":"s","path":"big.txt","content":"` + strings.Repeat("é", 500) + "\ufffd" + `\n\n[REMCOCHAT_SKILLS_TRUNCATED: resource; 199 bytes removed]"}`
	agenttest.CheckResource(t, "big.txt", got, want)
	if got.Removed != 199 {
		t.Errorf("%d bytes removed", got.Removed)
	}
}
