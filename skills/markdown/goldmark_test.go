package markdown

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/corpustest"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// github is goldmark as it is. Its bare links are left out: they miss addresses that GitHub links, such as http://localhost, and
// link package versions, such as zod@3.23.0, as e-mail addresses.
var github = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))

// goldmarkLinks returns the destinations of the links and images that goldmark finds, in source order.
func goldmarkLinks(t *testing.T, source string) []string {
	t.Helper()
	destinations := []string{}
	root := github.Parser().Parse(gmtext.NewReader([]byte(source)))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			destinations = append(destinations, resolved(string(n.Destination)))
		case *ast.Image:
			destinations = append(destinations, "image "+resolved(string(n.Destination)))
		case *ast.AutoLink:
			url := string(n.URL([]byte(source)))
			if n.AutoLinkType == ast.AutoLinkEmail {
				url = "mailto:" + url
			}
			destinations = append(destinations, url)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return destinations
}

// resolved returns a destination without escapes, in percent-encoding.
func resolved(destination string) string { return string(util.URLEscape([]byte(destination), true)) }

// diagnosedLinks returns the destinations of the links and images that rules see, without bare links.
func diagnosedLinks(md *Document) []string {
	destinations := []string{}
	for _, l := range md.Links {
		switch {
		case l.Kind == AutoLink && l.Text.Len() == l.Span.Len(): // bare
		case l.Kind == AutoLink:
			destinations = append(destinations, l.Destination)
		case l.Image:
			destinations = append(destinations, "image "+string(util.URLEscape([]byte(l.Destination), false)))
		default:
			destinations = append(destinations, string(util.URLEscape([]byte(l.Destination), false)))
		}
	}
	return destinations
}

// shownLinks returns the targets of the links and images in a preview.
func shownLinks(html string) []string {
	targets := []string{}
	for _, match := range shownTarget.FindAllStringSubmatch(html, -1) {
		targets = append(targets, match[1])
	}
	return targets
}

var shownTarget = regexp.MustCompile(`<(?:a href|img src)="([^"]*)"`)

// expectedLinks returns what a preview shows of the links that rules see: those that are safe to follow.
func expectedLinks(md *Document) []string {
	targets := []string{}
	hidden := 0 // the end of the image that the links are in
	for _, l := range md.Links {
		target := string(util.URLEscape([]byte(l.Destination), false))
		if l.Span.Start >= hidden && isSafe(target) && (!l.Image || isLocal(target)) {
			targets = append(targets, escapeHTML(target))
		}
		if l.Image {
			hidden = max(hidden, l.Span.End)
		}
	}
	return targets
}

// A specExample is an example of the CommonMark specification.
type specExample struct {
	Markdown, HTML string
	Example        int
}

// specExamples reads the examples from goldmark's module in the module cache.
func specExamples(t *testing.T) []specExample {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skipf("SKIPPED: the module cache does not have goldmark: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []specExample
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) < 652 {
		t.Fatalf("only %d examples", len(examples))
	}
	return examples
}

// TestCommonMarkLinks checks that rules see the links that goldmark finds in every example of the specification.
func TestCommonMarkLinks(t *testing.T) {
	for _, e := range specExamples(t) {
		md := parse(t, e.Markdown)
		if diff := cmp.Diff(goldmarkLinks(t, e.Markdown), diagnosedLinks(md)); diff != "" {
			t.Errorf("example %d: %q\n-goldmark +rules:\n%s", e.Example, e.Markdown, diff)
		}
		if diff := cmp.Diff(expectedLinks(md), shownLinks(HTML(e.Markdown, noOffset))); diff != "" {
			t.Errorf("example %d: %q\n-rules +preview:\n%s", e.Example, e.Markdown, diff)
		}
	}
}

func noOffset(int) int { return 0 }

// otherHTML are examples that a preview shows otherwise than goldmark on purpose.
var otherHTML = map[int]string{
	346: "a preview follows no link to an invalid host", 500: "a preview follows no link to an unknown scheme",
	596: "scheme", 598: "scheme", 599: "scheme", 601: "scheme",
	608: "GitHub links addresses without brackets", 611: "GitHub links addresses without brackets",
	612: "GitHub links addresses without brackets",
}

// TestCommonMarkHTML checks that a preview shows every example of the specification as goldmark does, except raw HTML.
func TestCommonMarkHTML(t *testing.T) {
	for _, e := range specExamples(t) {
		var rendered bytes.Buffer
		if err := github.Convert([]byte(e.Markdown), &rendered); err != nil {
			t.Fatal(err)
		}
		want := comparable(rendered.String())
		if strings.Contains(want, "<!-- raw HTML omitted -->") || otherHTML[e.Example] != "" {
			continue
		}
		if diff := cmp.Diff(want, comparable(HTML(e.Markdown, noOffset))); diff != "" {
			t.Errorf("example %d: %q\n-goldmark +preview:\n%s", e.Example, e.Markdown, diff)
		}
	}
}

// comparable leaves out of HTML what a preview adds, and titles, which it does not show.
func comparable(html string) string {
	html = previewOnly.ReplaceAllString(html, "")
	return strings.ReplaceAll(html, "<blockquote>\n", "<blockquote>")
}

var previewOnly = regexp.MustCompile(` (id|title|data-offset)="[^"]*"`)

// TestCorpusLinks checks that rules, goldmark and previews agree about every link in the Markdown files of the corpus.
func TestCorpusLinks(t *testing.T) {
	links, files := 0, 0
	corpustest.EachFile(t, func(name, source string) {
		if !strings.HasSuffix(name, ".md") {
			return
		}
		_, body := frontmatter.Scan(source, 0)
		content := strings.ReplaceAll(text.DecodeUTF8(body.Of(source)), "\r", "")
		md := Parse(content, text.Span{Start: 0, End: len(content)})
		if len(md.Problems) > 0 {
			return
		}
		files++
		links += len(md.Links)
		if diff := cmp.Diff(goldmarkLinks(t, content), diagnosedLinks(md)); diff != "" {
			t.Errorf("%s: -goldmark +rules:\n%s", name, diff)
		}
		if html := HTML(content, noOffset); !strings.HasPrefix(html, "<pre data-offset") {
			if diff := cmp.Diff(expectedLinks(md), shownLinks(html)); diff != "" {
				t.Errorf("%s: -rules +preview:\n%s", name, diff)
			}
		}
	})
	t.Logf("%d links in %d files", links, files)
}
