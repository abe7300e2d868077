package hover_test

import (
	"context"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/hover"
)

// TestHoverResource checks that the hover for a link says when an agent's own tool would withhold the file
// from the model.
func TestHoverResource(t *testing.T) {
	const head = "---\nname: demo\ndescription: Does it. Use when asked.\n---\n"
	base, root := analysistest.Workspace(t, `
-- .skills-ls.yaml --
targets: [remcochat, goose, codex, otto]
agents: {remcochat: {max_resource_bytes: 1000}}
-- .skills/demo/SKILL.md --
`+head+`
-- .skills/demo/a.md --
# A
-- .skills/demo/big.txt --
`+strings.Repeat("0123456789\n", 100)+`
-- .skills/demo/b.bin --
x
-- other.md --
# Other
`)
	for _, tt := range []struct{ text, want string }{
		{"[a‸](a.md)", ""},
		{"[a‸](../../other.md)", "RemcoChat does not give it to the model. Its tool `skillsReadResource` answers: Path traversal is not allowed."},
		{"[a‸](../../other.md)", "Goose does not give it to the model. Its tool `load_skill` answers: File 'demo/../../other.md' not found."},
		{"[a‸](/etc/hosts)", "RemcoChat does not give it to the model. Its tool `skillsReadResource` answers: Absolute paths are not allowed."},
		{"[a‸](b.bin)", "otto does not give it to the model. Its tool `skill` answers: File 'b.bin' not found or not readable in skill 'demo'. Available files: a.md, big.txt"},
		{"[a‸](big.txt)", "RemcoChat cuts 101 bytes of it for the model."},
	} {
		s, path, _, offset := analysistest.OpenAt(t, base, root, ".skills/demo/SKILL.md", head+tt.text+"\n")
		h, _ := hover.At(context.Background(), s, path, offset)
		if tt.want == "" && strings.Contains(h.Markdown, "RemcoChat") || !strings.Contains(h.Markdown, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, h.Markdown, tt.want)
		}
	}
}
