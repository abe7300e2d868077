package skills

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	meta "github.com/yuin/goldmark-meta"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// HTML renders an injected text for a person to look at, segment by segment: the frontmatter as a table, the body as Markdown with
// what was put into it, all else as it stands. What a runtime writes in another way, as in a JSON text, is shown as the source
// has it. The result is a fragment that is safe to show: raw HTML is escaped, images from the network are replaced by their text,
// and links lead to http, https, mailto or relative targets only.
func HTML(content, source string, segments []Segment) string {
	var out, body strings.Builder
	flush := func() {
		if body.Len() > 0 {
			out.WriteString(bodyHTML(body.String()))
			body.Reset()
		}
	}
	for _, s := range segments {
		text := s.Of(content)
		escaped := s.Source != nil && s.Kind != SegmentSubstituted && DecodeUTF8(s.Source.Of(source)) != text
		switch {
		case s.Kind == SegmentBody && escaped:
			body.WriteString(DecodeUTF8(s.Source.Of(source)))
			continue
		case s.Kind == SegmentBody, s.Kind == SegmentSubstituted, s.Kind == SegmentUnexecuted:
			body.WriteString(text)
			continue
		}
		flush()
		if s.Kind == SegmentFrontmatter && !escaped {
			out.WriteString(frontmatterHTML(text))
		} else {
			fmt.Fprintf(&out, "<pre class=\"%s\">%s</pre>\n", s.Kind, html.EscapeString(text))
		}
	}
	flush()
	return out.String()
}

// frontmatterHTML renders a frontmatter, delimiters included, as a table of its top-level fields.
func frontmatterHTML(text string) string {
	var out strings.Builder
	out.WriteString("<table class=\"frontmatter\">\n")
	row := func(key string, value any) {
		fmt.Fprintf(&out, "<tr><th>%s</th><td>%s</td></tr>\n", html.EscapeString(key), html.EscapeString(fmt.Sprint(value)))
	}
	ctx := parser.NewContext()
	discarded := new(bytes.Buffer)
	if err := metaReader().Convert([]byte(strings.TrimRight(text, "\r\n")+"\n"), discarded, parser.WithContext(ctx)); err == nil {
		if items, err := meta.TryGetItems(ctx); err == nil && len(items) > 0 {
			for _, item := range items {
				row(fmt.Sprint(item.Key), item.Value)
			}
			return out.String() + "</table>\n"
		}
	}
	// The extension reads YAML 1.1 and gives up at the first error; the scanner shows what the author wrote.
	fm := Parse(text).Frontmatter
	for _, e := range fm.Entries {
		row(e.Key, e.ValueSpan.Of(text))
	}
	return out.String() + "</table>\n"
}

var metaReader = sync.OnceValue(func() goldmark.Markdown { return goldmark.New(goldmark.WithExtensions(meta.Meta)) })

// bodyHTML renders Markdown. What is too large or too hostile to parse is shown as it stands.
func bodyHTML(text string) string {
	var out bytes.Buffer
	if len(parseMarkdown(text, Span{0, len(text)}).Problems) > 0 || safeMarkdown().Convert([]byte(text), &out) != nil {
		return "<pre>" + html.EscapeString(text) + "</pre>\n"
	}
	return out.String()
}

var safeMarkdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(safeNodes{}, 100))),
	)
})

// safeNodes renders the nodes through which a document could reach beyond itself.
type safeNodes struct{}

func (safeNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, renderHTMLBlock)
	r.Register(ast.KindRawHTML, renderRawHTML)
	r.Register(ast.KindLink, renderLink)
	r.Register(ast.KindAutoLink, renderAutoLink)
	r.Register(ast.KindImage, renderImage)
}

func renderHTMLBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.HTMLBlock)
	text := string(block.Lines().Value(source))
	if block.HasClosure() {
		text += string(block.ClosureLine.Value(source))
	}
	_, err := w.WriteString("<pre class=\"html\">" + html.EscapeString(text) + "</pre>\n")
	return ast.WalkSkipChildren, err
}

func renderRawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString("<code>" + html.EscapeString(string(n.(*ast.RawHTML).Segments.Value(source))) + "</code>")
	return ast.WalkSkipChildren, err
}

func renderLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := n.(*ast.Link).Destination
	switch {
	case !safeTarget(target):
		return ast.WalkContinue, nil
	case entering:
		_, err := fmt.Fprintf(w, "<a href=\"%s\">", util.EscapeHTML(util.URLEscape(target, true)))
		return ast.WalkContinue, err
	}
	_, err := w.WriteString("</a>")
	return ast.WalkContinue, err
}

func renderAutoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	link := n.(*ast.AutoLink)
	target, label := link.URL(source), util.EscapeHTML(link.Label(source))
	if link.AutoLinkType == ast.AutoLinkEmail && !bytes.HasPrefix(bytes.ToLower(target), []byte("mailto:")) {
		target = append([]byte("mailto:"), target...)
	}
	if !safeTarget(target) {
		_, err := w.Write(label)
		return ast.WalkContinue, err
	}
	_, err := fmt.Fprintf(w, "<a href=\"%s\">%s</a>", util.EscapeHTML(util.URLEscape(target, false)), label)
	return ast.WalkContinue, err
}

func renderImage(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	target, alt := n.(*ast.Image).Destination, html.EscapeString(plainOf(n, source))
	u, err := url.Parse(string(target))
	if err != nil || u.Scheme != "" || !safeTarget(target) {
		_, err = w.WriteString(alt)
		return ast.WalkSkipChildren, err
	}
	_, err = fmt.Fprintf(w, "<img src=\"%s\" alt=\"%s\">", util.EscapeHTML(util.URLEscape(target, true)), alt)
	return ast.WalkSkipChildren, err
}

// plainOf returns the text of a node without its markup.
func plainOf(n ast.Node, source []byte) string {
	var text strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker returns no error of its own
		if t, ok := n.(*ast.Text); ok && entering {
			text.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return text.String()
}

// safeTarget reports whether a link may be followed from a preview.
func safeTarget(target []byte) bool {
	u, err := url.Parse(string(target))
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https", "mailto":
		return true
	case "":
		return u.Host == "" && !strings.HasPrefix(string(target), "//")
	}
	return false
}
