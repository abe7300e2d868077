package complete_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/complete"
	"skills-ls/analysis/rules"
)

// checkCompletion fails the test if a completion breaks what [complete.Completion] promises.
func checkCompletion(t testing.TB, source string, offset int, c complete.Completion) {
	t.Helper()
	in, re := c.Insert, c.Replace
	switch {
	case in.Start < 0 || in.Start > in.End || in.End != offset:
		t.Errorf("%q: insert %v does not end at the cursor %d", c.Label, in, offset)
	case re.Start != in.Start || re.End < in.End || re.End > len(source):
		t.Errorf("%q: replace %v does not continue insert %v", c.Label, re, in)
	case strings.ContainsAny(re.Of(source), "\r\n"):
		t.Errorf("%q: replace %v spans lines", c.Label, re)
	case utf8.ValidString(source) && !utf8.ValidString(re.Of(source)):
		t.Errorf("%q: replace %v splits a character", c.Label, re)
	case c.Label == "" || c.Text == "" || c.Filter == "" || c.Sort == "":
		t.Errorf("a field is empty: %+v", c)
	}
}

func labelsOf(found []complete.Completion) string {
	var list []string
	for _, c := range found {
		list = append(list, c.Label)
	}
	return strings.Join(list, " ")
}

// acceptBoth returns the text after a client inserts a completion and after it replaces with it, joined if
// they differ.
func acceptBoth(source string, c complete.Completion) string {
	insert := source[:c.Insert.Start] + c.Text + source[c.Insert.End:]
	replace := source[:c.Replace.Start] + c.Text + source[c.Replace.End:]
	if insert == replace {
		return insert
	}
	return insert + " / " + replace
}

func TestComplete(t *testing.T) {
	spdx := strings.Join(complete.Licences, " ")
	draftDescription := rules.Scalar(rules.DraftDescription("pdf-tools"))
	const keysLeft = "name description license compatibility metadata allowed-tools"
	tests := []struct {
		name string
		file string // analysistest.InSkill if empty
		text string
		want string // the labels, or the first of them if it ends with "..."
		// take is the label of a completion, and then the text after accepting it.
		take, then string
	}{
		{name: "empty file", text: "‸", want: "--- --- skill", take: "---", then: "---\nname: ${1:pdf-tools}\ndescription: ${2:" + draftDescription + "}\n---\n\n$0"},
		{name: "empty file with a byte order mark", text: "\ufeff‸", want: "--- --- skill"},
		{name: "dashes before a body", text: "--‸\r\n# Title\r\n", want: "---", take: "---", then: "---\r\nname: ${1:pdf-tools}\r\ndescription: ${2:" + draftDescription + "}\r\n---\r\n\r\n$0\r\n# Title\r\n"},
		{name: "three dashes", text: "---‸", want: "--- --- skill", take: "---", then: "---\nname: ${1:pdf-tools}\ndescription: ${2:" + draftDescription + "}\n---\n\n$0"},
		{name: "three dashes and a line", text: "---‸\n", want: "--- --- skill"},
		{name: "three dashes before a body", text: "---‸\n\n# Title\nText.\n", want: "---", take: "---", then: "---\nname: ${1:pdf-tools}\ndescription: ${2:" + draftDescription + "}\n---\n\n$0\n\n# Title\nText.\n"},
		{name: "three dashes before fields", text: "---‸\nname: x\n\n# Title\n", want: ""},
		{name: "one dash", text: "-‸", want: "--- --- skill"},
		{name: "dashes of a closed frontmatter", text: "---‸\n---\n", want: ""},
		{name: "text on the first line", text: "# Ti‸", want: ""},
		{name: "second line without frontmatter", text: "\n‸", want: ""},
		{name: "no scaffold in other Markdown", file: ".agents/skills/pdf-tools/references/new.md", text: "‸", want: ""},

		{name: "key in an empty frontmatter", text: "---\n‸\n---\n", want: keysLeft + "...", take: "description", then: "---\ndescription: \n---\n"},
		{name: "key at the end of an unclosed frontmatter", text: "---\nname: x\n‸", want: "description license compatibility metadata allowed-tools...", take: "license", then: "---\nname: x\nlicense: "},
		{name: "key before the body of an unclosed frontmatter", text: "---\nname: x\nde‸\n\n# Title\n", want: "description license..."},
		{name: "key in CRLF", text: "---\r\nname: x\r\nlic‸\r\n---\r\n", want: "description license...", take: "metadata", then: "---\r\nname: x\r\nmetadata:\r\n  $0\r\n---\r\n"},
		{name: "key that has a value", text: "---\nna‸me: x\n---\n", want: keysLeft + "...", take: "license", then: "---\nlicenseme: x\n---\n / ---\nlicense: x\n---\n"},
		{name: "key without a colon", text: "---\nna‸me\n---\n", want: keysLeft + "...", take: "license", then: "---\nlicense: me\n---\n / ---\nlicense: \n---\n"},
		{name: "key of Claude Code with choices", text: "---\nshell‸\n---\n", want: keysLeft + "...", take: "shell", then: "---\nshell: ${1|bash,powershell|}\n---\n"},
		{name: "boolean with the default last", text: "---\nuser-i‸\n---\n", want: keysLeft + "...", take: "user-invocable", then: "---\nuser-invocable: ${1|false,true|}\n---\n"},
		{name: "nested key", text: "---\nmetadata:\n  ver‸\n---\n", want: "short-description..."},
		{name: "key below one that is nobody's", text: "---\nmine:\n  ver‸\n---\n", want: ""},
		{name: "list item", text: "---\nallowed-tools:\n- R‸\n---\n", want: "Agent..."},
		{name: "line of text", text: "---\nsome‸ text\n---\n", want: ""},
		{name: "on the opening delimiter", text: "---‸\nname: x\n---\n", want: ""},
		{name: "before the closing delimiter", text: "---\nname: x\n‸---\n", want: ""},

		{name: "name", text: "---\nname: ‸\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: pdf-tools\n---\n"},
		{name: "name without a blank", text: "---\nname:‸\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: pdf-tools\n---\n"},
		{name: "name half written", text: "---\nname: pdf‸-x  # why\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: pdf-tools-x  # why\n---\n / ---\nname: pdf-tools  # why\n---\n"},
		{name: "name in quotes", text: "---\nname: \"p‸\"\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: \"pdf-tools\"\n---\n"},
		{name: "name in open quotes", text: "---\nname: 'p‸\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: 'pdf-tools\n---\n"},
		{name: "name in quotes with a number sign", text: "---\nname: \"a #‸ b\" # why\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: \"pdf-tools b\" # why\n---\n / ---\nname: \"pdf-tools\" # why\n---\n"},
		{name: "behind the quotes", text: "---\nname: \"a\"‸\n---\n", want: ""},
		{name: "before the comment", text: "---\nname: ‸ # why\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: pdf-tools # why\n---\n"},
		{name: "in the comment", text: "---\nname: x # ‸\n---\n", want: ""},
		{name: "far behind the colon", text: "---\nname:   ‸\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname:   pdf-tools\n---\n"},
		{name: "before the value", text: "---\nname: ‸ x\n---\n", want: "pdf-tools", take: "pdf-tools", then: "---\nname: pdf-tools x\n---\n / ---\nname: pdf-tools\n---\n"},
		{name: "license", text: "---\nlicense: ‸\n---\n", want: spdx, take: "MIT", then: "---\nlicense: MIT\n---\n"},
		{name: "boolean", text: "---\ndisable-model-invocation: f‸alse\n---\n", want: "true false", take: "true", then: "---\ndisable-model-invocation: truealse\n---\n / ---\ndisable-model-invocation: true\n---\n"},
		{name: "boolean in quotes", text: "---\ndisable-model-invocation: \"‸\"\n---\n", want: ""},
		{name: "closed values", text: "---\neffort: ‸\n---\n", want: "low medium high xhigh max"},
		{name: "value at the end of an unclosed file", text: "---\neffort: ‸", want: "low medium high xhigh max"},
		{name: "free text", text: "---\ncompatibility: ‸\n---\n", want: ""},
		{name: "block scalar", text: "---\nname: |‸\n---\n", want: ""},

		{name: "section", text: analysistest.ValidHead + "‸", want: "skill-steps skill-examples skill-references", take: "skill-references", then: analysistest.ValidHead + "## References\n\n- [${1:Title}](references/${2:file}.md): ${3:read it when ...}"},
		{name: "beginning of a section", text: analysistest.ValidHead + "skill-e‸\r\n", want: "skill-examples"},
		{name: "section before text", text: analysistest.ValidHead + "‸skill\n", want: ""},
		{name: "section after text", text: analysistest.ValidHead + "Use ski‸\n", want: ""},
		{name: "section in a fence", text: analysistest.ValidHead + "```\n‸\n```\n", want: ""},
		{name: "section in a block scalar", text: "---\ndescription: |\n  ‸\nname: x\n---\n", want: ""},
		{name: "section in a value", text: "---\ndescription: ski‸\n---\n", want: ""},
		{name: "section in a value of an unclosed frontmatter", text: "---\ndescription: s‸", want: ""},
		{name: "section in another file", file: ".agents/skills/pdf-tools/references/new.md", text: "ski‸", want: ""},

		{name: "mention", text: analysistest.ValidHead + "Use $‸ now.\n", want: "$code-review [$code-review](../code-review/SKILL.md) [$code-review](../review-copy/SKILL.md) $linked $release-notes $pdf-tools", take: "$release-notes", then: analysistest.ValidHead + "Use $release-notes now.\n"},
		{name: "mention behind characters of several bytes", text: analysistest.ValidHead + "Größe 📄 $rel‸ease now.\n", want: "$code-review...", take: "$release-notes", then: analysistest.ValidHead + "Größe 📄 $release-notesease now.\n / " + analysistest.ValidHead + "Größe 📄 $release-notes now.\n"},
		{name: "mention as a link", text: analysistest.ValidHead + "Use $code‸\n", want: "$code-review...", take: "[$code-review](../review-copy/SKILL.md)", then: analysistest.ValidHead + "Use [$code-review](../review-copy/SKILL.md)\n"},
		{name: "mention in brackets", text: analysistest.ValidHead + "Use [$rel‸\n", want: "$code-review...", take: "[$release-notes](../release-notes/SKILL.md)", then: analysistest.ValidHead + "Use [$release-notes](../release-notes/SKILL.md)\n"},
		{name: "mention in closed brackets", text: analysistest.ValidHead + "Use [$rel‸]\n", want: "$code-review $linked $release-notes $pdf-tools"},
		{name: "mention in a description", text: "---\nname: pdf-tools\ndescription: Like $‸\n---\n", want: "$code-review $linked $release-notes $pdf-tools"},
		{name: "mention on a later line of a description", text: "---\ndescription: >\n  Like $r‸\n  it\nname: x\n---\n", want: "$code-review $linked..."},
		{name: "mention elsewhere in the frontmatter", text: "---\nname: $‸\n---\n", want: "pdf-tools"},
		{name: "mention after an unclosed frontmatter", text: "---\nname: x\n\n# Title\n\nUse $re‸", want: "$code-review..."},
		{name: "mention in AGENTS.md", file: "AGENTS.md", text: "$‸", want: "$code-review..."},
		{name: "mention in a file of nobody", file: "notes/todo.md", text: "$‸", want: ""},
		{name: "mention in a fence", text: analysistest.ValidHead + "```sh\necho $‸\n```\n", want: ""},
		{name: "mention in an open fence", text: analysistest.ValidHead + "```sh\necho $‸", want: ""},
		{name: "mention on the last line of an open fence", text: analysistest.ValidHead + "```sh\necho\n$‸\n", want: ""},
		{name: "mention in a code span", text: analysistest.ValidHead + "`echo $‸`\n", want: ""},
		{name: "mention after a code span", text: analysistest.ValidHead + "`echo` $‸\n", want: "$code-review..."},
		{name: "price", text: analysistest.ValidHead + "5$‸\n", want: ""},
		{name: "mention behind a colon", text: analysistest.ValidHead + "See:$re‸\n", want: "$code-review..."},
		{name: "escaped", text: analysistest.ValidHead + `\$‸` + "\n", want: ""},
		{name: "slash at a line's start", file: ".claude/skills/x/SKILL.md", text: analysistest.ValidHead + "/pd‸\n", want: "/pdf-tools", take: "/pdf-tools", then: analysistest.ValidHead + "/pdf-tools\n"},
		{name: "slash where no agent takes it for a mention", text: analysistest.ValidHead + "/re‸\n", want: ""},
		{name: "slash that begins no name", text: analysistest.ValidHead + "/tm‸\n", want: ""},
		{name: "slash in a path", text: analysistest.ValidHead + "a/re‸\n", want: ""},

		{name: "files", text: analysistest.ValidHead + "[x](‸)\n", want: "references/ scripts/ LICENSE.txt", take: "references/", then: analysistest.ValidHead + "[x](references/)\n"},
		{name: "files of an open link", text: analysistest.ValidHead + "See [the Größe](re‸", want: "references/ scripts/ LICENSE.txt", take: "references/", then: analysistest.ValidHead + "See [the Größe](references/"},
		{name: "files in CRLF", text: strings.ReplaceAll(analysistest.ValidHead, "\n", "\r\n") + "[x](re‸\r\nmore\r\n", want: "references/ scripts/ LICENSE.txt"},
		{name: "directory", text: analysistest.ValidHead + "[x](references/‸)\n", want: "deep/ forms.md", take: "forms.md", then: analysistest.ValidHead + "[x](references/forms.md)\n"},
		{name: "directory of an image", text: analysistest.ValidHead + "![x](./references/f‸)\n", want: "deep/ forms.md", take: "deep/", then: analysistest.ValidHead + "![x](./references/deep/)\n"},
		{name: "directory before another", text: analysistest.ValidHead + "[x](ref‸erences/forms.md#fields)\n", want: "references/ scripts/ LICENSE.txt", take: "scripts/", then: analysistest.ValidHead + "[x](scripts/erences/forms.md#fields)\n / " + analysistest.ValidHead + "[x](scripts/forms.md#fields)\n"},
		{name: "file before a fragment", text: analysistest.ValidHead + "[x](references/fo‸o.md#fields)\n", want: "deep/ forms.md", take: "forms.md", then: analysistest.ValidHead + "[x](references/forms.mdo.md#fields)\n / " + analysistest.ValidHead + "[x](references/forms.md#fields)\n"},
		{name: "name that must be encoded", text: analysistest.ValidHead + "[x](scripts/‸)\n", want: "fill form (1).py", take: "fill form (1).py", then: analysistest.ValidHead + "[x](scripts/fill%20form%20%281%29.py)\n"},
		{name: "name in angle brackets", text: analysistest.ValidHead + "[x](<scripts/‸>)\n", want: "fill form (1).py", take: "fill form (1).py", then: analysistest.ValidHead + "[x](<scripts/fill form (1).py>)\n"},
		{name: "definition", text: analysistest.ValidHead + "[forms]: refer‸\n", want: "references/ scripts/ LICENSE.txt", take: "references/", then: analysistest.ValidHead + "[forms]: references/\n"},
		{name: "definition in angle brackets", text: analysistest.ValidHead + "[forms]: <references/‸\n", want: "deep/ forms.md"},
		{name: "footnote", text: analysistest.ValidHead + "[^1]: refer‸\n", want: ""},
		{name: "from a reference up", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](‸)\n", want: "deep/ forms.md ../", take: "../", then: "[x](../)\n"},
		{name: "up", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](../‸)\n", want: "references/ scripts/ LICENSE.txt SKILL.md"},
		{name: "from the skill's directory", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](scripts/‸)\n", want: "fill form (1).py"},
		{name: "out of the skill", text: analysistest.ValidHead + "[x](../‸)\n", want: "code-review/ linked/ pdf-tools/ release-notes/ review-copy/"},
		{name: "out of the workspace", text: analysistest.ValidHead + "[x](../../../../‸)\n", want: ""},
		{name: "out of the workspace by a link", text: analysistest.ValidHead + "[x](outside/‸)\n", want: ""},
		{name: "into a loop of links", text: analysistest.ValidHead + "[x](loop/‸)\n", want: ""},
		{name: "path of a mention", text: analysistest.ValidHead + "[$code-review](‸)\n", want: "../code-review/SKILL.md ../review-copy/SKILL.md references/ scripts/ LICENSE.txt", take: "../review-copy/SKILL.md", then: analysistest.ValidHead + "[$code-review](../review-copy/SKILL.md)\n"},
		{name: "URL", text: analysistest.ValidHead + "[x](https://‸)\n", want: ""},
		{name: "absolute path", text: analysistest.ValidHead + "[x](/‸)\n", want: ""},
		{name: "title", text: analysistest.ValidHead + "[x](references/forms.md \"‸\")\n", want: ""},
		{name: "behind a link", text: analysistest.ValidHead + "[x](references/forms.md)‸\n", want: ""},
		{name: "not a link", text: analysistest.ValidHead + "x](‸\n", want: ""},
		{name: "escaped bracket", text: analysistest.ValidHead + `[x\](‸` + "\n", want: ""},
		{name: "link in a code span", text: analysistest.ValidHead + "`[x](‸)`\n", want: ""},
		{name: "link in a fence", text: analysistest.ValidHead + "```\n[x](‸\n```\n", want: ""},
		{name: "link whose text began a line above", text: analysistest.ValidHead + "[x\ny](‸)\n", want: "references/ scripts/ LICENSE.txt"},
		{name: "link whose text began a paragraph above", text: analysistest.ValidHead + "[x\n\ny](‸)\n", want: ""},
		{name: "symlinked skill", file: ".agents/skills/linked/SKILL.md", text: analysistest.ValidHead + "[x](‸)\n", want: "data.md", take: "data.md", then: analysistest.ValidHead + "[x](data.md)\n"},

		{name: "anchor", text: analysistest.ValidHead + "# One\n## Two (2)\n[x](#‸)\n", want: "one two-2", take: "two-2", then: analysistest.ValidHead + "# One\n## Two (2)\n[x](#two-2)\n"},
		{name: "anchor of another file", text: analysistest.ValidHead + "[x](references/forms.md#f‸oo)\n", want: "forms fields--values old-name", take: "forms", then: analysistest.ValidHead + "[x](references/forms.md#formsoo)\n / " + analysistest.ValidHead + "[x](references/forms.md#forms)\n"},
		{name: "anchor of an open link", text: analysistest.ValidHead + "[x](references/forms.md#‸", want: "forms fields--values old-name"},
		{name: "anchor of no Markdown", text: analysistest.ValidHead + "[x](LICENSE.txt#‸)\n", want: ""},
		{name: "anchor of a missing file", text: analysistest.ValidHead + "[x](gone.md#‸)\n", want: ""},

		{name: "label", text: analysistest.ValidHead + "[x][‸]\n\n[forms]: references/forms.md\n[more]: references/deep/more.md\n", want: "forms more", take: "more", then: analysistest.ValidHead + "[x][more]\n\n[forms]: references/forms.md\n[more]: references/deep/more.md\n"},
		{name: "open label", text: analysistest.ValidHead + "[x][fo‸\n\n[forms]: references/forms.md\n", want: "forms"},

		{name: "untitled", file: "untitled:Untitled-1", text: "‸", want: "--- --- skill", take: "---", then: "---\nname: ${1:my-skill}\ndescription: ${2:" + rules.Scalar(rules.DraftDescription("my-skill")) + "}\n---\n\n$0"},
		{name: "untitled key", file: "untitled:Untitled-1", text: "---\n‸\n---\n", want: keysLeft + "..."},
		{name: "untitled name", file: "untitled:Untitled-1", text: "---\nname: ‸\n---\n", want: ""},
		{name: "untitled mention", file: "untitled:Untitled-1", text: analysistest.ValidHead + "$‸", want: ""},
		{name: "untitled path", file: "untitled:Untitled-1", text: analysistest.ValidHead + "[x](‸)", want: ""},
		{name: "untitled anchor", file: "untitled:Untitled-1", text: analysistest.ValidHead + "# A\n[x](#‸)", want: "a"},
	}
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.file == "" {
				test.file = analysistest.InSkill
			}
			s, path, source, offset := analysistest.OpenAt(t, base, root, test.file, test.text)
			found := complete.At(context.Background(), s, path, offset).List
			got := labelsOf(found)
			if first, ok := strings.CutSuffix(test.want, "..."); ok && strings.HasPrefix(got+" ", first+" ") {
				got = test.want
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			taken := false
			for _, c := range found {
				checkCompletion(t, source, offset, c)
				if c.Label == test.take && !taken {
					taken = true
					if got := acceptBoth(source, c); got != test.then {
						t.Errorf("after %q\ngot  %q\nwant %q", c.Label, got, test.then)
					}
				}
			}
			if test.take != "" && !taken {
				t.Errorf("%q is not offered", test.take)
			}
		})
	}
}
