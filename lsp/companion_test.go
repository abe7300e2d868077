package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestCompanion checks that the diagnostics of a skill and of a file beside it use the open text of the
// other, and follow files that are created or deleted around them.
func TestCompanion(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(root, filepath.FromSlash(name))
		writeWhole(t, path, text)
		return string(position.PathURI(path))
	}
	const dir = ".codex/skills/deploy/"
	text := strings.Replace(skillText("deploy"), "name: deploy\n", "name: deploy\ndisable-model-invocation: true\n", 1)
	const switched = "interface:\n  icon_small: assets/a.svg\n  default_prompt: Use $deploy\npolicy:\n  allow_implicit_invocation: false\n"
	skill, companion := write(dir+"SKILL.md", text), write(dir+"agents/openai.yaml", switched)
	icon := write(dir+"assets/a.svg", "")

	c, s := startMemory(t, session.Options{FS: vfs.Disk{}})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	c.open(companion, switched)
	wantPublished(t, settle(t, c, s))
	c.open(skill, text)
	wantPublished(t, settle(t, c, s), "v1 frontmatter/unknown-key")

	c.change(skill, 2, edit(1, 6, 1, 12, "release"))
	wantPublished(t, settle(t, c, s), "v2 name/directory frontmatter/unknown-key", "v1 openai-yaml/prompt")
	c.change(skill, 3, edit(1, 6, 1, 13, "deploy"))
	wantPublished(t, settle(t, c, s), "v3 frontmatter/unknown-key", "v1")

	// The buffer loses the policy, but the file on disk still has it.
	c.change(companion, 2, edit(3, 0, 5, 0, ""))
	wantPublished(t, settle(t, c, s), "v3 frontmatter/unknown-key field/policy")
	c.change(companion, 3, edit(3, 0, 3, 0, "policy: {allow_implicit_invocation: true}\n"))
	wantPublished(t, settle(t, c, s), "v3 openai-yaml/policy", "v3 frontmatter/unknown-key")

	if err := os.Remove(filepath.Join(root, filepath.FromSlash(dir+"assets/a.svg"))); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": icon, "type": 3}}})
	wantPublished(t, settle(t, c, s), "v3 openai-yaml/icon openai-yaml/policy")
}
