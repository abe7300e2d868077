package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// BenchmarkBuildCatalog reads 1,000 skills of 8 KB in 50 groups, with and without a warm cache and an
// overlay. The agent's own part takes almost no time, so this is the cost of the walk, the reading and the
// frontmatter.
func BenchmarkBuildCatalog(b *testing.B) {
	files := make(map[string]string)
	body := strings.Repeat("Text of a skill that goes on and on.\n", 220)
	for i := range 1000 {
		name := fmt.Sprintf("skill-%04d", i)
		files[fmt.Sprintf("group-%02d/%s/SKILL.md", i%50, name)] = "---\nname: " + name + "\ndescription: Does thing " + name + ". Use when it is to be done.\nlicense: MIT\n---\n" + body
	}
	root := treetest.Make(b, files)
	old := time.Now().Add(-time.Hour)
	for name := range files {
		if err := os.Chtimes(filepath.Join(root, filepath.FromSlash(name)), old, old); err != nil {
			b.Fatal(err)
		}
	}
	agent := *everything
	agent.Walk = Walk{AtRoot: true, RealPaths: true}
	agent.Accept = func(f File) Verdict {
		name, ok := f.Frontmatter.Entry("name")
		if !ok {
			return Verdict{}
		}
		return Verdict{Accepted: true, Name: name.ValueSpan.Of(f.Source)}
	}
	overlay := vfs.NewOverlay(vfs.Disk{}, map[string]vfs.Buffer{filepath.Join(root, "group-00", "skill-0000", "SKILL.md"): {Text: "---\nname: x\n---\n"}})
	for _, bb := range []struct {
		name  string
		fsys  vfs.FS
		cache *Cache
	}{{"cold", vfs.Disk{}, nil}, {"warm", vfs.Disk{}, NewCache()}, {"cold-overlay", overlay, nil}, {"warm-overlay", overlay, NewCache()}} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				c, err := BuildCatalog(b.Context(), bb.fsys, &agent, Vantage{Cwd: root}, bb.cache)
				if err != nil || len(c.Skills) != 1000 {
					b.Fatalf("%d skills, %v", len(c.Skills), err)
				}
			}
		})
	}
}
