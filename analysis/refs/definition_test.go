package refs_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
)

// locationText formats a location as "origin -> path `selection` in `span`", with "/" between lines.
func locationText(s *workspace.Snapshot, root, source string, l refs.Location) string {
	name, _ := filepath.Rel(root, l.Path)
	if !filepath.IsAbs(l.Path) {
		name = l.Path
	}
	text := l.Origin.Of(source) + " -> " + filepath.ToSlash(name)
	if f, err := s.File(l.Path); err == nil && !l.Span.IsEmpty() {
		text += " `" + l.Selection.Of(f.Doc.Source) + "` in `" + l.Span.Of(f.Doc.Source) + "`"
	}
	return strings.ReplaceAll(text, "\n", "/")
}

func TestDefinition(t *testing.T) {
	const (
		releaseNotes = ".agents/skills/release-notes/SKILL.md `release-notes` in `---/name: release-notes/description: Writes notes./---`"
		codeReview   = ".agents/skills/code-review/SKILL.md `code-review` in `---/name: code-review/description: Reviews code. Use when code is to be reviewed./---`"
		reviewCopy   = ".agents/skills/review-copy/SKILL.md `code-review` in `---/name: code-review/description: A <b>copy</b> with a [link](https://example.com)./---`"
		forms        = ".agents/skills/pdf-tools/references/forms.md"
	)
	tests := []struct {
		name string
		file string // analysistest.InSkill if empty
		text string
		want string // locations, one per line
	}{
		{name: "mention", text: analysistest.ValidHead + "Größe $rele‸ase-notes\n", want: "$release-notes -> " + releaseNotes},
		{name: "mention in a description", text: "---\ndescription: $rele‸ase-notes\n---\n", want: "$release-notes -> " + releaseNotes},
		{name: "slash mention", text: analysistest.ValidHead + "/release-notes‸\n", want: "/release-notes -> " + releaseNotes},
		{name: "ambiguous mention", text: analysistest.ValidHead + "$code‸-review\n", want: "$code-review -> " + codeReview + "\n$code-review -> " + reviewCopy},
		{name: "linked mention", text: analysistest.ValidHead + "[$code‸-review](../review-copy/SKILL.md)\n", want: "[$code-review](../review-copy/SKILL.md) -> " + reviewCopy},
		{name: "unknown mention", text: analysistest.ValidHead + "$gon‸e\n"},
		{name: "key", text: "---\nna‸me: x\n---\n"},
		{name: "name", text: "---\nname: pdf-‸tools\n---\n", want: "pdf-tools -> " + analysistest.InSkill + " `pdf-tools` in `---/name: pdf-tools/---`"},
		{name: "link", text: analysistest.ValidHead + "[a](references/fo‸rms.md)\n", want: "[a](references/forms.md) -> " + forms},
		{name: "link to a heading", text: analysistest.ValidHead + "[a‸](references/forms.md#fields--values)\r\n", want: "[a](references/forms.md#fields--values) -> " + forms + " `Fields & values` in `## Fields & values`"},
		{name: "link to no heading", text: analysistest.ValidHead + "[a‸](references/forms.md#no)\n", want: "[a](references/forms.md#no) -> " + forms},
		{name: "link to an own heading", text: analysistest.ValidHead + "# B\n[a‸](#b)\n", want: "[a](#b) -> " + analysistest.InSkill + " `B` in `# B`"},
		{name: "link to a program", text: analysistest.ValidHead + "![a‸](scripts/fill%20form%20%281%29.py)\n", want: "![a](scripts/fill%20form%20%281%29.py) -> .agents/skills/pdf-tools/scripts/fill form (1).py"},
		{name: "link to a directory", text: analysistest.ValidHead + "[a‸](references/)\n"},
		{name: "link to a skill's directory", text: analysistest.ValidHead + "[a‸](../release-notes)\n", want: "[a](../release-notes) -> " + releaseNotes},
		{name: "link to nothing", text: analysistest.ValidHead + "[a‸](gone.md)\n"},
		{name: "link out of the workspace", text: analysistest.ValidHead + "[a‸](../../../../x.md)\n"},
		{name: "link to the web", text: analysistest.ValidHead + "[a‸](https://example.com)\n"},
		{name: "reference's label", text: analysistest.ValidHead + "[a][‸f]\n\n[f]: gone.md\n", want: "f -> " + analysistest.InSkill + " `f` in `[f]: gone.md`"},
		{name: "reference's text", text: analysistest.ValidHead + "[a‸][f]\n\n[f]: references/forms.md\n", want: "[a][f] -> " + forms},
		{name: "definition's label", text: analysistest.ValidHead + "[a][f]\n\n[f‸]: references/forms.md\n", want: "f -> " + analysistest.InSkill + " `f` in `[f]: references/forms.md`"},
		{name: "definition's destination", text: analysistest.ValidHead + "[a][f]\n\n[f]: references/‸forms.md\n", want: "[f]: references/forms.md -> " + forms},
		{name: "through a link", file: ".agents/skills/linked/SKILL.md", text: analysistest.ValidHead + "[a‸](data.md)\n", want: "[a](data.md) -> .agents/skills/linked/data.md"},
		{name: "untitled", file: "untitled:Untitled-1", text: analysistest.ValidHead + "# B\n[a‸](#b)\n", want: "[a](#b) -> untitled:Untitled-1 `B` in `# B`"},
		{name: "untitled link", file: "untitled:Untitled-1", text: analysistest.ValidHead + "[a‸](x.md)\n"},
		{name: "end of the text", text: analysistest.ValidHead + "‸"},
	}
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.file == "" {
				test.file = analysistest.InSkill
			}
			s, path, source, offset := analysistest.OpenAt(t, base, root, test.file, test.text)
			var got []string
			for _, l := range refs.Definition(context.Background(), s, path, offset) {
				got = append(got, locationText(s, root, source, l))
				if !l.Origin.Contains(offset) || !l.Span.Encloses(l.Selection) {
					t.Errorf("origin %v must hold %d, and %v enclose %v", l.Origin, offset, l.Span, l.Selection)
				}
			}
			if got := strings.Join(got, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
