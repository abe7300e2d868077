package analysis

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tenKilobytes is a skill of about 10 KB with the things that skills hold: headings, lists, fences, links and mentions.
func tenKilobytes() string {
	var out strings.Builder
	out.WriteString("---\nname: code-review\ndescription: Reviews a change. Use when somebody asks for a review.\n---\n\n# Code review\n")
	for i := 0; out.Len() < 10_000; i++ {
		fmt.Fprintf(&out, "\n## Step %d\n\nRead the [guide](references/guide.md#guide) and `git diff`, then ask $release-notes or /code-review.\n\n- first *point*\n- second **point** with [a missing file](references/none-%d.md)\n\n```sh\ngit log --oneline $REV\n```\n", i, i)
	}
	return out.String()
}

// BenchmarkKeystroke is what an edit in the body costs below the wire: the new snapshot and the file's findings.
func BenchmarkKeystroke(b *testing.B) {
	s, root := workspace(b, propertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	text := tenKilobytes()
	s = s.With(Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	ctx := context.Background()
	s.Diagnose(ctx, path)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		edited := text + strings.Repeat("x", i%5)
		s = s.With(Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
		s.Diagnose(ctx, path)
	}
}
