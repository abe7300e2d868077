package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckOutputLimit checks that check prints at most 4 MB for 750 KB of hostile frontmatter.
func TestCheckOutputLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	const size, most = 750_000, 4 << 20
	for name, content := range map[string]string{
		"unclosed": strings.Repeat("a: b\n", size/5),
		"equal":    strings.Repeat("k:\n", size/3) + "---\n",
		"explicit": strings.Repeat("?\n", size/2) + "---\n",
		"nested":   "metadata: {" + strings.Repeat("a,", size/2) + "}\n---\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, ".agents", "skills", "x", "SKILL.md")
			write(t, path, "---\nname: x\ndescription: Does x. Use when x is asked for.\n"+content)
			r := command(t, dir, "", "check", "--format", "json", path)
			if len(r.stdout) > most || r.code == exitFailure || !strings.Contains(r.stdout, `"file/limit"`) {
				t.Errorf("exit code %d, %d bytes, stderr %.200q: %.300q", r.code, len(r.stdout), r.stderr, r.stdout)
			}
		})
	}
}
