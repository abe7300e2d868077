package refs_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refs"
)

func TestDocumentLinks(t *testing.T) {
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	tests := []struct {
		name, file, text string
		want             string // one link per line: destination, "->", file or URL, then the line and the tooltip if it has them
	}{
		{name: "files", file: analysistest.InSkill, text: analysistest.ValidHead + "[a](references/forms.md) ![b](<scripts/fill form (1).py>) [c](REFERENCES/forms.md) [d](gone.md) [e](references/)\n", want: `
references/forms.md -> .agents/skills/pdf-tools/references/forms.md (references/forms.md)
scripts/fill form (1).py -> .agents/skills/pdf-tools/scripts/fill form (1).py (scripts/fill form (1).py)
REFERENCES/forms.md -> .agents/skills/pdf-tools/references/forms.md (references/forms.md)`},
		{name: "fragments", file: analysistest.InSkill, text: analysistest.ValidHead + "# A\r\n[a](#a) [b](references/forms.md#fields--values) [c](references/forms.md#no) [d](LICENSE.txt#a)\r\n", want: `
#a -> .agents/skills/pdf-tools/SKILL.md line 4 (#a)
references/forms.md#fields--values -> .agents/skills/pdf-tools/references/forms.md line 4 (references/forms.md#fields--values)
references/forms.md#no -> .agents/skills/pdf-tools/references/forms.md (references/forms.md#no)
LICENSE.txt#a -> .agents/skills/pdf-tools/LICENSE.txt (LICENSE.txt#a)`},
		{name: "URLs", file: analysistest.InSkill, text: analysistest.ValidHead + "[a](https://a.example/b) <http://c.example> [d](mailto:e@f.example) [g](ftp://h.example) [i](javascript:j)\n", want: `
https://a.example/b -> https://a.example/b
http://c.example -> http://c.example
mailto:e@f.example -> mailto:e@f.example`},
		{name: "references", file: analysistest.InSkill, text: analysistest.ValidHead + "[a][f] [b][f]\n\n[f]: references/forms.md\n", want: `
references/forms.md -> .agents/skills/pdf-tools/references/forms.md (references/forms.md)`},
		{name: "mentions", file: analysistest.InSkill, text: analysistest.ValidHead + "[$code-review](../code-review/SKILL.md) [$x](skill://$ROOT/.agents/skills/code-review/SKILL.md) [$y](skill:///nowhere/SKILL.md) [z](../release-notes)\n", want: `
../code-review/SKILL.md -> .agents/skills/code-review/SKILL.md (../code-review/SKILL.md)
skill://$ROOT/.agents/skills/code-review/SKILL.md -> .agents/skills/code-review/SKILL.md (.agents/skills/code-review/SKILL.md)
../release-notes -> .agents/skills/release-notes/SKILL.md (../release-notes/SKILL.md)`},
		{name: "out of the workspace", file: analysistest.InSkill, text: analysistest.ValidHead + "[a](../../../../x.md)\n"},
		{name: "code", file: analysistest.InSkill, text: analysistest.ValidHead + "`[a](references/forms.md)`\n"},
		{name: "instructions", file: "AGENTS.md", text: "[a](notes/todo.md)\n", want: `
notes/todo.md -> notes/todo.md (notes/todo.md)`},
		{name: "a file of nobody", file: "notes/todo.md", text: "[a](todo.md)\n"},
		{name: "untitled", file: "untitled:Untitled-1", text: analysistest.ValidHead + "# A\n[a](#a) [b](x.md) [c](https://d.example)\n", want: `
#a -> untitled:Untitled-1 line 4 (#a)
https://d.example -> https://d.example`},
		{name: "unclosed", file: analysistest.InSkill, text: "---\nname: x\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, path, source, _ := analysistest.OpenAt(t, base, root, test.file, strings.ReplaceAll(test.text, "$ROOT", filepath.ToSlash(root))+"‸")
			var got strings.Builder
			for _, l := range refs.DocumentLinks(context.Background(), s, path) {
				if l.Unresolved != "" {
					var ok bool
					span := l.Span
					if l, ok = refs.ResolveLink(context.Background(), s, path, l.Unresolved); !ok {
						t.Errorf("%q does not resolve", span.Of(source))
					}
					l.Span = span
				}
				target := l.URL
				if l.Target != "" {
					rel, err := filepath.Rel(root, l.Target)
					if target = filepath.ToSlash(rel); err != nil {
						target = l.Target
					}
				}
				fmt.Fprintf(&got, "\n%s -> %s", strings.ReplaceAll(l.Span.Of(source), filepath.ToSlash(root), "$ROOT"), target)
				if l.Line >= 0 {
					fmt.Fprintf(&got, " line %d", l.Line)
				}
				if l.Tooltip != "" {
					fmt.Fprintf(&got, " (%s)", l.Tooltip)
				}
			}
			if got.String() != test.want {
				t.Errorf("got%s\nwant%s", got.String(), test.want)
			}
		})
	}
}
