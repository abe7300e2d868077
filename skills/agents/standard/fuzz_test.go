package standard

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

// sample is a typical frontmatter.
const sample = `---
name: pdf-processing
description: Extract text and tables from PDF files, fill forms, merge documents. Use when working with PDF files or when the user mentions PDFs, forms, or document extraction.
license: Apache-2.0
compatibility: Requires Python 3.12 and poppler
metadata:
  author: example-org
  version: "1.0"
allowed-tools: Bash(git:*) Bash(jq:*) Read
---

# PDF processing
`

func BenchmarkAccept(b *testing.B) {
	source := sample + strings.Repeat("Some text of the body, in lines of the usual length.\n", 100)
	f := skills.File{
		Path: "/project/.agents/skills/pdf-processing/SKILL.md", Source: source, Frontmatter: &skills.Parse(source).Frontmatter,
	}
	if v := Agent.Accept(f); !v.Accepted {
		b.Fatalf("the sample is refused: %+v", v.Refusals)
	}
	b.ReportAllocs()
	for b.Loop() {
		Agent.Accept(f)
	}
}

// FuzzStandard checks the invariants of the verdict on any file.
func FuzzStandard(f *testing.F) {
	for _, source := range []string{
		sample,
		"", "---", "------", "---\n---\n", "---\r\nname: x\r\ndescription: y\r\n---\r\n", "\ufeff---\nname: x\n---\n",
		"---\nname: [a, {b: c}]\ndescription: &a b\nlicense: *a\nmetadata: !!map {}\n---\n",
		"---\n? - a\n: |2-\n   x\n\n# c\n<<:\n  b: >+\n    y\n...\n---\n",
		"---\na: 'it''s'\nb: \"\\x41\\\n  \\u00e9\"\nc: x # y\n\n\td: z\n%TAG\n---\n",
		"---\na: # c\n  # d\n  | # e\n  x\na: 1\u0085b: 2\u2028c: 3\n---\n", "---\nname: \xff\n---\n",
	} {
		f.Add(source, "pdf-processing")
	}
	f.Fuzz(func(t *testing.T, source, dir string) {
		path := "/skills/" + strings.ReplaceAll(dir, "/", "") + "/SKILL.md"
		if dir == "" {
			path = ""
		}
		v := Agent.Accept(skills.File{Path: path, Source: source, Frontmatter: &skills.Parse(source).Frontmatter})
		if refused := slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return !r.WouldBe }); refused == v.Accepted {
			t.Errorf("accepted: %t, with the refusals %+v", v.Accepted, v.Refusals)
		}
		if v.Accepted && (v.Name == "" || v.Description == "") {
			t.Errorf("accepted with the name %q and the description %q", v.Name, v.Description)
		}
		wouldBe := false
		for i, r := range v.Refusals {
			if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(source) {
				t.Errorf("refusal %+v is outside of the %d bytes", r, len(source))
			}
			if r.Code == "" || r.Message == "" {
				t.Errorf("refusal %+v has no code or no message", r)
			}
			if wouldBe && !r.WouldBe || r.WouldBe && i == 0 {
				t.Errorf("refusals out of order: %+v", v.Refusals)
			}
			wouldBe = r.WouldBe
		}
	})
}
