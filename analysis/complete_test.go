package analysis

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkCompletion fails the test if a completion breaks what [Completion] promises.
func checkCompletion(t testing.TB, source string, offset int, c Completion) {
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

func labelsOf(found []Completion) string {
	var list []string
	for _, c := range found {
		list = append(list, c.Label)
	}
	return strings.Join(list, " ")
}

// acceptBoth returns the text after a client inserts a completion and after it replaces with it, joined if
// they differ.
func acceptBoth(source string, c Completion) string {
	insert := source[:c.Insert.Start] + c.Text + source[c.Insert.End:]
	replace := source[:c.Replace.Start] + c.Text + source[c.Replace.End:]
	if insert == replace {
		return insert
	}
	return insert + " / " + replace
}

func TestComplete(t *testing.T) {
	spdx := strings.Join(licences, " ")
	const keysLeft = "name description license compatibility metadata allowed-tools"
	tests := []struct {
		name string
		file string // inSkill if empty
		text string
		want string // the labels, or the first of them if it ends with "..."
		// take is the label of a completion, and then the text after accepting it.
		take, then string
	}{
		{name: "empty file", text: "‸", want: "--- --- skill", take: "---", then: "---\nname: ${1:pdf-tools}\ndescription: ${2:" + placeholderDescription + "}\n---\n\n$0"},
		{name: "empty file with a byte order mark", text: "\ufeff‸", want: "--- --- skill"},
		{name: "dashes before a body", text: "--‸\r\n# Title\r\n", want: "---", take: "---", then: "---\r\nname: ${1:pdf-tools}\r\ndescription: ${2:" + placeholderDescription + "}\r\n---\r\n\r\n$0\r\n# Title\r\n"},
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

		{name: "mention", text: validHead + "Use $‸ now.\n", want: "$code-review [$code-review](../code-review/SKILL.md) [$code-review](../review-copy/SKILL.md) $linked $release-notes $pdf-tools", take: "$release-notes", then: validHead + "Use $release-notes now.\n"},
		{name: "mention behind characters of several bytes", text: validHead + "Größe 📄 $rel‸ease now.\n", want: "$code-review...", take: "$release-notes", then: validHead + "Größe 📄 $release-notesease now.\n / " + validHead + "Größe 📄 $release-notes now.\n"},
		{name: "mention as a link", text: validHead + "Use $code‸\n", want: "$code-review...", take: "[$code-review](../review-copy/SKILL.md)", then: validHead + "Use [$code-review](../review-copy/SKILL.md)\n"},
		{name: "mention in brackets", text: validHead + "Use [$rel‸\n", want: "$code-review...", take: "[$release-notes](../release-notes/SKILL.md)", then: validHead + "Use [$release-notes](../release-notes/SKILL.md)\n"},
		{name: "mention in closed brackets", text: validHead + "Use [$rel‸]\n", want: "$code-review $linked $release-notes $pdf-tools"},
		{name: "mention in a description", text: "---\nname: pdf-tools\ndescription: Like $‸\n---\n", want: "$code-review $linked $release-notes $pdf-tools"},
		{name: "mention on a later line of a description", text: "---\ndescription: >\n  Like $r‸\n  it\nname: x\n---\n", want: "$code-review $linked..."},
		{name: "mention elsewhere in the frontmatter", text: "---\nname: $‸\n---\n", want: "pdf-tools"},
		{name: "mention after an unclosed frontmatter", text: "---\nname: x\n\n# Title\n\nUse $re‸", want: "$code-review..."},
		{name: "mention in AGENTS.md", file: "AGENTS.md", text: "$‸", want: "$code-review..."},
		{name: "mention in a file of nobody", file: "notes/todo.md", text: "$‸", want: ""},
		{name: "mention in a fence", text: validHead + "```sh\necho $‸\n```\n", want: ""},
		{name: "mention in an open fence", text: validHead + "```sh\necho $‸", want: ""},
		{name: "mention on the last line of an open fence", text: validHead + "```sh\necho\n$‸\n", want: ""},
		{name: "mention in a code span", text: validHead + "`echo $‸`\n", want: ""},
		{name: "mention after a code span", text: validHead + "`echo` $‸\n", want: "$code-review..."},
		{name: "price", text: validHead + "5$‸\n", want: ""},
		{name: "mention behind a colon", text: validHead + "See:$re‸\n", want: "$code-review..."},
		{name: "escaped", text: validHead + `\$‸` + "\n", want: ""},
		{name: "slash at a line's start", file: ".claude/skills/x/SKILL.md", text: validHead + "/pd‸\n", want: "/pdf-tools", take: "/pdf-tools", then: validHead + "/pdf-tools\n"},
		{name: "slash where no agent takes it for a mention", text: validHead + "/re‸\n", want: ""},
		{name: "slash that begins no name", text: validHead + "/tm‸\n", want: ""},
		{name: "slash in a path", text: validHead + "a/re‸\n", want: ""},

		{name: "files", text: validHead + "[x](‸)\n", want: "references/ scripts/ LICENSE.txt", take: "references/", then: validHead + "[x](references/)\n"},
		{name: "files of an open link", text: validHead + "See [the Größe](re‸", want: "references/ scripts/ LICENSE.txt", take: "references/", then: validHead + "See [the Größe](references/"},
		{name: "files in CRLF", text: strings.ReplaceAll(validHead, "\n", "\r\n") + "[x](re‸\r\nmore\r\n", want: "references/ scripts/ LICENSE.txt"},
		{name: "directory", text: validHead + "[x](references/‸)\n", want: "deep/ forms.md", take: "forms.md", then: validHead + "[x](references/forms.md)\n"},
		{name: "directory of an image", text: validHead + "![x](./references/f‸)\n", want: "deep/ forms.md", take: "deep/", then: validHead + "![x](./references/deep/)\n"},
		{name: "directory before another", text: validHead + "[x](ref‸erences/forms.md#fields)\n", want: "references/ scripts/ LICENSE.txt", take: "scripts/", then: validHead + "[x](scripts/erences/forms.md#fields)\n / " + validHead + "[x](scripts/forms.md#fields)\n"},
		{name: "file before a fragment", text: validHead + "[x](references/fo‸o.md#fields)\n", want: "deep/ forms.md", take: "forms.md", then: validHead + "[x](references/forms.mdo.md#fields)\n / " + validHead + "[x](references/forms.md#fields)\n"},
		{name: "name that must be encoded", text: validHead + "[x](scripts/‸)\n", want: "fill form (1).py", take: "fill form (1).py", then: validHead + "[x](scripts/fill%20form%20%281%29.py)\n"},
		{name: "name in angle brackets", text: validHead + "[x](<scripts/‸>)\n", want: "fill form (1).py", take: "fill form (1).py", then: validHead + "[x](<scripts/fill form (1).py>)\n"},
		{name: "definition", text: validHead + "[forms]: refer‸\n", want: "references/ scripts/ LICENSE.txt", take: "references/", then: validHead + "[forms]: references/\n"},
		{name: "definition in angle brackets", text: validHead + "[forms]: <references/‸\n", want: "deep/ forms.md"},
		{name: "footnote", text: validHead + "[^1]: refer‸\n", want: ""},
		{name: "from a reference up", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](‸)\n", want: "deep/ forms.md ../", take: "../", then: "[x](../)\n"},
		{name: "up", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](../‸)\n", want: "references/ scripts/ LICENSE.txt SKILL.md"},
		{name: "from the skill's directory", file: ".agents/skills/pdf-tools/references/new.md", text: "[x](scripts/‸)\n", want: "fill form (1).py"},
		{name: "out of the skill", text: validHead + "[x](../‸)\n", want: "code-review/ linked/ pdf-tools/ release-notes/ review-copy/"},
		{name: "out of the workspace", text: validHead + "[x](../../../../‸)\n", want: ""},
		{name: "out of the workspace by a link", text: validHead + "[x](outside/‸)\n", want: ""},
		{name: "into a loop of links", text: validHead + "[x](loop/‸)\n", want: ""},
		{name: "path of a mention", text: validHead + "[$code-review](‸)\n", want: "../code-review/SKILL.md ../review-copy/SKILL.md references/ scripts/ LICENSE.txt", take: "../review-copy/SKILL.md", then: validHead + "[$code-review](../review-copy/SKILL.md)\n"},
		{name: "URL", text: validHead + "[x](https://‸)\n", want: ""},
		{name: "absolute path", text: validHead + "[x](/‸)\n", want: ""},
		{name: "title", text: validHead + "[x](references/forms.md \"‸\")\n", want: ""},
		{name: "behind a link", text: validHead + "[x](references/forms.md)‸\n", want: ""},
		{name: "not a link", text: validHead + "x](‸\n", want: ""},
		{name: "escaped bracket", text: validHead + `[x\](‸` + "\n", want: ""},
		{name: "link in a code span", text: validHead + "`[x](‸)`\n", want: ""},
		{name: "link in a fence", text: validHead + "```\n[x](‸\n```\n", want: ""},
		{name: "link whose text began a line above", text: validHead + "[x\ny](‸)\n", want: "references/ scripts/ LICENSE.txt"},
		{name: "link whose text began a paragraph above", text: validHead + "[x\n\ny](‸)\n", want: ""},
		{name: "symlinked skill", file: ".agents/skills/linked/SKILL.md", text: validHead + "[x](‸)\n", want: "data.md", take: "data.md", then: validHead + "[x](data.md)\n"},

		{name: "anchor", text: validHead + "# One\n## Two (2)\n[x](#‸)\n", want: "one two-2", take: "two-2", then: validHead + "# One\n## Two (2)\n[x](#two-2)\n"},
		{name: "anchor of another file", text: validHead + "[x](references/forms.md#f‸oo)\n", want: "forms fields--values old-name", take: "forms", then: validHead + "[x](references/forms.md#formsoo)\n / " + validHead + "[x](references/forms.md#forms)\n"},
		{name: "anchor of an open link", text: validHead + "[x](references/forms.md#‸", want: "forms fields--values old-name"},
		{name: "anchor of no Markdown", text: validHead + "[x](LICENSE.txt#‸)\n", want: ""},
		{name: "anchor of a missing file", text: validHead + "[x](gone.md#‸)\n", want: ""},

		{name: "label", text: validHead + "[x][‸]\n\n[forms]: references/forms.md\n[more]: references/deep/more.md\n", want: "forms more", take: "more", then: validHead + "[x][more]\n\n[forms]: references/forms.md\n[more]: references/deep/more.md\n"},
		{name: "open label", text: validHead + "[x][fo‸\n\n[forms]: references/forms.md\n", want: "forms"},

		{name: "untitled", file: "untitled:Untitled-1", text: "‸", want: "--- --- skill", take: "---", then: "---\nname: ${1:my-skill}\ndescription: ${2:" + placeholderDescription + "}\n---\n\n$0"},
		{name: "untitled key", file: "untitled:Untitled-1", text: "---\n‸\n---\n", want: keysLeft + "..."},
		{name: "untitled name", file: "untitled:Untitled-1", text: "---\nname: ‸\n---\n", want: ""},
		{name: "untitled mention", file: "untitled:Untitled-1", text: validHead + "$‸", want: ""},
		{name: "untitled path", file: "untitled:Untitled-1", text: validHead + "[x](‸)", want: ""},
		{name: "untitled anchor", file: "untitled:Untitled-1", text: validHead + "# A\n[x](#‸)", want: "a"},
	}
	base, root := workspace(t, authoring)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.file == "" {
				test.file = inSkill
			}
			s, path, source, offset := openAt(t, base, root, test.file, test.text)
			found := s.Complete(context.Background(), path, offset).List
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
