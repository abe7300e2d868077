package hover_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/describe"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/render"
)

func TestHover(t *testing.T) {
	const releaseNotes = "**`release-notes`** (repo)\n\nWrites notes.\n\n" +
		"[.agents/skills/release-notes/SKILL.md](<$ROOT/.agents/skills/release-notes/SKILL.md>)\n"
	const copied = `A \<b\>copy\</b\> with a \[link\](https\://example.com).` + "\n"
	tests := []struct {
		name string
		file string // analysistest.InSkill where empty
		text string
		on   string // the text that the hover spans; empty if there is no hover
		want string // the Markdown with $ROOT for the workspace's URL; "..." at either end matches any text
	}{
		{name: "key of the standard", text: "---\nna‸me: x\n---\n", on: "name", want: "`name`\n\n- **Agent Skills standard** (string | boolean | number, required): Name..."},
		{name: "key with few readers", text: "---\n‸shell: bash\n---\n", on: "shell", want: "`shell`\n\n- **Claude Code** (`bash` | `powershell`): Shell that runs..."},
		{name: "who else reads a key", text: "---\nlicense‸: MIT\n---\n", on: "license", want: "...\n\nAlso read by Claude Code, otto, RemcoChat, GitHub Copilot in VS Code and Crush.\n"},
		{name: "default", text: "---\nuser-invocable‸: false\n---\n", on: "user-invocable", want: "...default: true)..."},
		{name: "unknown key", text: "---\neff`rt‸: x\n---\n", on: "eff`rt", want: "No known agent reads ``eff`rt``. Did you mean `effort`? Put custom fields under `metadata`."},
		{name: "nested key", text: "---\nmetadata:\n  argument-h‸int: x\n---\n", on: "argument-hint", want: "`metadata.argument-hint`\n\n- **Goose** (string)..."},
		{name: "unknown nested key", text: "---\nmetadata:\n  ver‸sion: x\n---\n"},
		{name: "key in CRLF with a byte order mark", text: "\ufeff---\r\nlic‸ense: MIT\r\n---\r\n", on: "license", want: "`license`..."},
		{name: "key of an unclosed frontmatter", text: "---\nlic‸ense: MIT\n", on: "license", want: "`license`..."},
		{name: "licence", text: "---\nlicense: M‸IT\n---\n", on: "MIT", want: "**MIT License**..."},
		{name: "licences that YAML folds", text: "---\nlicense: MIT\n  O‸R ISC\n---\n", on: "MIT\n  OR ISC", want: "`MIT OR ISC` is an SPDX expression.\n\n**MIT License**..."},
		{name: "delimiter", text: "-‸--\nlicense: MIT\n---\n"},
		{name: "key in other Markdown", file: ".agents/skills/pdf-tools/references/new.md", text: "---\nna‸me: x\n---\n"},

		{name: "name", text: "---\nname: pdf-‸tools\ndescription: x\n---\n", on: "pdf-tools", want: "| Agent | Verdict |\n|---|---|\n| Agent Skills standard | loads it as `pdf-tools` |\n\nAlso loaded by Codelia, ..."},
		{name: "refused name", text: "---\nname: PDF_‸*x*\n---\n", on: "PDF_*x*", want: `...rejects it: ...`},
		{name: "other agents that refuse a name", text: "---\nname: PDF_‸*x*\n---\n", on: "PDF_*x*", want: "...\n\nRejected by Codelia, ..."},
		{name: "name in the refusal is escaped", text: "---\nname: PDF_‸*x*\n---\n", on: "PDF_*x*", want: `...PDF\_\*x\*...`},
		{name: "description", text: "---\ndescription: ab‸c\n---\n", on: "abc", want: "3 of at most 1024 characters"},
		{name: "description in other units", text: "---\ndescription: a😀‸\n---\n", on: "a😀", want: "2 of at most 1024 characters (3 UTF-16 units)"},
		{name: "word of a field", text: "---\ncontext: fo‸rk\n---\n", on: "fork", want: "`fork` is a value of `context` in Claude Code..."},
		{name: "word that is the default", text: "---\nuser-invocable: tr‸ue\n---\n", on: "true", want: "..., and the default.\n\n..."},
		{name: "word that nobody knows", text: "---\ncontext: kn‸ife\n---\n", on: "knife", want: "`context`..."},
		{name: "value of an unknown key", text: "---\nunheard-of: kn‸ife\n---\n"},
		{name: "value that is missing", text: "---\ncontext: ‸\n---\n"},
		{name: "length of a name", text: "---\nname: pdf-‸tools\ndescription: x\n---\n", on: "pdf-tools", want: "...\n\n9 of at most 64 characters"},
		{name: "length of the compatibility", text: "---\ncompatibility: Needs‸ git\n---\n", on: "Needs git", want: "9 of at most 500 characters"},
		{name: "long description", text: "---\ndescription: ‸" + strings.Repeat("x", 1030) + "\n---\n", on: strings.Repeat("x", 1030), want: "1030 of at most 1024 characters: 6 too many"},
		{name: "description that is no YAML", text: "---\ndescription: a: b‸: c\n---\n", on: "a: b: c", want: "7 of at most 1024 characters"},

		{name: "mention", text: analysistest.ValidHead + "Größe, $release-no‸tes.\n", on: "$release-notes", want: releaseNotes},
		{name: "mention in a description", text: "---\nname: x\ndescription: Like $release-notes‸, but\n---\n", on: "$release-notes", want: releaseNotes},
		{name: "slash mention", text: analysistest.ValidHead + "/release-notes‸\n", on: "/release-notes", want: releaseNotes},
		{name: "unknown mention", text: analysistest.ValidHead + "$relea‸se\n"},
		{name: "mention in code", text: analysistest.ValidHead + "`$release-no‸tes`\n"},
		{name: "ambiguous mention", text: analysistest.ValidHead + "$code-revi‸ew\n", on: "$code-review", want: "2 skills are named `code-review`. With only the name, Codelia, OpenAI Codex and OpenOxide load none of them: use `[$code-review](path)`.\n\n" +
			"- [.agents/skills/code-review/SKILL.md](<$ROOT/.agents/skills/code-review/SKILL.md>) (repo): Reviews code. Use when code is to be reviewed.\n" +
			"- [.agents/skills/review-copy/SKILL.md](<$ROOT/.agents/skills/review-copy/SKILL.md>) (repo): " + copied},
		{name: "linked mention", text: analysistest.ValidHead + "[$code-rev‸iew](../review-copy/SKILL.md)\n", on: "[$code-review](../review-copy/SKILL.md)", want: "**`code-review`** (repo)\n\n" + strings.TrimSuffix(copied, "\n") +
			"\n\n[.agents/skills/review-copy/SKILL.md](<$ROOT/.agents/skills/review-copy/SKILL.md>)\n"},
		{name: "linked mention of nothing", text: analysistest.ValidHead + "[$code-rev‸iew](../gone/SKILL.md)\n", on: "[$code-review](../gone/SKILL.md)", want: "`../gone/SKILL.md` does not exist."},

		{name: "link", text: analysistest.ValidHead + "[a‸](references/forms.md)\n", on: "[a](references/forms.md)", want: "[references/forms.md](<$ROOT/.agents/skills/pdf-tools/references/forms.md>) (71 bytes)\n\n" +
			"```markdown\n# Forms\n\n<a id=\"Old-Name\"></a>\n\n## Fields & values\n\nText about fields.\n```\n"},
		{name: "link to a heading", text: analysistest.ValidHead + "[a](references/forms.md#fields‸--values)\n", on: "[a](references/forms.md#fields--values)", want: "...```markdown\n## Fields & values\n\nText about fields.\n```\n"},
		{name: "link to no heading", text: analysistest.ValidHead + "[a](references/forms.md#fiel‸ds)\n", on: "[a](references/forms.md#fields)", want: "...No heading has the anchor `#fields`."},
		{name: "link in other letters", text: analysistest.ValidHead + "[a](references/FORMS.md‸)\n", on: "[a](references/FORMS.md)", want: "[references/forms.md]..."},
		{name: "link in other letters says so", text: analysistest.ValidHead + "[a](references/FORMS.md‸)\n", on: "[a](references/FORMS.md)", want: "...The link spells it with different case: `references/FORMS.md`..."},
		{name: "link to a directory", text: analysistest.ValidHead + "[a](references/‸)\n", on: "[a](references/)", want: "[references](<$ROOT/.agents/skills/pdf-tools/references>) (directory)"},
		{name: "link to a program", text: analysistest.ValidHead + "[a‸](<scripts/fill form (1).py>)\n", on: "[a](<scripts/fill form (1).py>)", want: "[scripts/fill form (1).py](<$ROOT/.agents/skills/pdf-tools/scripts/fill%20form%20%281%29.py>) (8 bytes)\n\n```python\nprint()\n```\n"},
		{name: "link to nothing", text: analysistest.ValidHead + "[a‸](gone.md)\n", on: "[a](gone.md)", want: "`gone.md` does not exist."},
		{name: "link to another skill", text: analysistest.ValidHead + "[a‸](../review-copy/SKILL.md)\n", on: "[a](../review-copy/SKILL.md)", want: "...missing if the skill is installed alone.\n\n" + strings.TrimSuffix(copied, "\n")},
		{name: "link out of the workspace", text: analysistest.ValidHead + "[a‸](../../../../x.md)\n", on: "[a](../../../../x.md)", want: "`../../../../x.md` is outside the skill directory and the workspace."},
		{name: "link through a link", file: ".agents/skills/linked/SKILL.md", text: analysistest.ValidHead + "[a‸](data.md)\n", on: "[a](data.md)", want: "[data.md](<$ROOT/.agents/skills/linked/data.md>) (7 bytes)\n\n```markdown\n# Data\n```\n"},
		{name: "link to the web", text: analysistest.ValidHead + "[a‸](https://example.com/`x)\n", on: "[a](https://example.com/`x)", want: "``https://example.com/`x``\n\nA web page, which an agent without network access cannot read. skills-ls does not fetch it."},
		{name: "link to a mailbox", text: analysistest.ValidHead + "<a‸@example.com>\n", on: "<a@example.com>", want: "`mailto:a@example.com`"},
		{name: "link to a place of one machine", text: analysistest.ValidHead + "[a‸](/etc/passwd)\n", on: "[a](/etc/passwd)", want: "`/etc/passwd` is an absolute path, which differs from machine to machine...."},
		{name: "link that is a pattern", text: analysistest.ValidHead + "[a‸](docs/{name}.md)\n", on: "[a](docs/{name}.md)", want: "`docs/{name}.md` is a template, not a path...."},
		{name: "link without a destination", text: analysistest.ValidHead + "[a‸]()\n", on: "[a]()", want: "The link has no destination."},
		{name: "link to an own heading", text: analysistest.ValidHead + "[a‸](#b)\n\n# B\n\ntext ``` text\n", on: "[a](#b)", want: "````markdown\n# B\n\ntext ``` text\n````\n"},
		{name: "reference", text: analysistest.ValidHead + "[a][f‸]\n\n[f]: gone.md\n", on: "[a][f]", want: "`gone.md` does not exist."},
		{name: "definition", text: analysistest.ValidHead + "[a][f]\n\n[f]: go‸ne.md\n", on: "[f]: gone.md", want: "`gone.md` does not exist."},
		{name: "heading", text: analysistest.ValidHead + "## A (b)‸\n", on: "## A (b)", want: "Anchor: `#a-b`"},
		{name: "prose", text: analysistest.ValidHead + "Not‸hing\n"},
		{name: "untitled", file: "untitled:Untitled-1", text: analysistest.ValidHead + "[a‸](x.md)\n"},
		{name: "untitled description", file: "untitled:Untitled-1", text: "---\ndescription: ab‸c\n---\n", on: "abc", want: "3 of at most 1024 characters"},
	}
	base, root := analysistest.Workspace(t, analysistest.Authoring)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.file == "" {
				test.file = analysistest.InSkill
			}
			s, path, source, offset := analysistest.OpenAt(t, base, root, test.file, test.text)
			h, ok := hover.At(context.Background(), s, path, offset)
			if !ok {
				if test.on != "" {
					t.Errorf("no hover")
				}
				return
			}
			if !h.Span.Contains(offset) || h.Span.Of(source) != test.on {
				t.Errorf("hover on %q, want %q", h.Span.Of(source), test.on)
			}
			if got := strings.ReplaceAll(h.Markdown, render.FileURL(root), "$ROOT"); !matchesEnds(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// matchesEnds reports whether got equals want, where "..." at either end of want matches any text.
func matchesEnds(got, want string) bool {
	want, anyBefore := strings.CutPrefix(want, "...")
	want, anyAfter := strings.CutSuffix(want, "...")
	switch {
	case anyBefore && anyAfter:
		return strings.Contains(got, want)
	case anyBefore:
		return strings.HasSuffix(got, want)
	case anyAfter:
		return strings.HasPrefix(got, want)
	}
	return got == want
}

func TestEscapeMarkdown(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain text, with (brackets) - and dashes.", "plain text, with (brackets) - and dashes."},
		{"a\n\n# b\t c", "a # b c"},
		{"# heading", `\# heading`},
		{"- item", `\- item`},
		{"10. item", `10\. item`},
		{"10.5 items", `10\.5 items`},
		{"*a* _b_ `c` ~~d~~", "\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~"},
		{"[a](b) ![c](d)", `\[a\](b) \!\[c\](d)`},
		{"<script>&amp;", `\<script\>\&amp;`},
		{"https://a.b/c", `https\://a.b/c`},
		{"www.a.b and a@b.c", `www\.a.b and a\@b.c`},
		{"a\x00\x1b\u202eb", "ab"},
		{"", ""},
	}
	for _, test := range tests {
		if got := render.Escape(test.text); got != test.want {
			t.Errorf("escapeMarkdown(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestCodeSpan(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a", "`a`"},
		{"a`b", "``a`b``"},
		{"`a", "`` `a ``"},
		{"a\nb", "`a b`"},
		{"", "` `"},
	}
	for _, test := range tests {
		if got := render.CodeSpan(test.text); got != test.want {
			t.Errorf("codeSpan(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	tests := []struct{ text, want string }{
		{"\n\n  a\n", "```markdown\na\n```\n"},
		{"a\r\nb\rc", "```markdown\na\nb\nc\n```\n"},
		{"a\n````\nb", "`````markdown\na\n````\nb\n`````\n"},
		{strings.Repeat("x\n", 12), "```markdown\n" + strings.Repeat("x\n", 10) + "…\n```\n"},
		{" \n\t\n", ""},
	}
	for _, test := range tests {
		if got := describe.Excerpt(test.text); got != test.want {
			t.Errorf("excerpt(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestVerdictOfOthers checks that the hover of a name keeps the agents that find the skill apart from those that do not.
func TestVerdictOfOthers(t *testing.T) {
	for archive, want := range map[string][2]string{ // a line and the agents that must be in it
		"-- skills/Bad/SKILL.md --\n---\nname: Bad\ndescription: x\n---\n":                                                        {"Would be rejected by ", "Codelia"},
		"-- .agents/skills/Bad/SKILL.md --\n---\nname: Bad\ndescription: x\n---\n":                                                {"Rejected by ", "Codelia"},
		"-- skills/good/SKILL.md --\n---\nname: good\ndescription: x\n---\n":                                                      {"Not found here by ", "Codelia"},
		"-- skills/good/SKILL.md --\n---\nname: good\ndescription: x\n---\n-- .claude-plugin/plugin.json --\n{\"name\": \"p\"}\n": {"Found once the plugin is installed by ", "Claude Code"},
	} {
		s, root := analysistest.Scanned(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [agent-skills]\n"+archive)
		path, _, _ := strings.Cut(strings.TrimPrefix(archive, "-- "), " --")
		h, _ := hover.At(t.Context(), s, filepath.Join(root, filepath.FromSlash(path)), len("---\nname: "))
		found := false
		for line := range strings.Lines(h.Markdown) {
			found = found || strings.HasPrefix(line, want[0]) && strings.Contains(line, want[1])
		}
		if rejected := strings.Contains(h.Markdown, "\nRejected by Codelia"); !found || rejected != (want[0] == "Rejected by ") {
			t.Errorf("%s: no %q with %s in\n%s", path, want[0], want[1], h.Markdown)
		}
	}
}
