package skills

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	meta "github.com/yuin/goldmark-meta"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// HTML renders an injected text for a person to look at, segment by segment: the frontmatter as a table, the body as Markdown with
// what was put into it, all else as it stands. What an agent writes in another way, as in a JSON text, is shown as the source
// has it. The result is a fragment that is safe to show: raw HTML is escaped, images from the network are replaced by their text,
// and links lead to http, https, mailto or relative targets only. Blocks of the body and what stands around it have data-offset: the byte of the
// content at which they begin, roughly where the agent writes it in another way.
func HTML(content, source string, segments []Segment) string {
	var out, body strings.Builder
	var pieces []bodyPiece
	flush := func() {
		if body.Len() > 0 {
			out.WriteString(bodyHTML(body.String(), pieces))
			body.Reset()
			pieces = pieces[:0]
		}
	}
	for _, s := range segments {
		text := s.Of(content)
		escaped := s.Source != nil && s.Kind != SegmentSubstituted && DecodeUTF8(s.Source.Of(source)) != text
		switch s.Kind {
		case SegmentBody, SegmentSubstituted, SegmentUnexecuted:
			pieces = append(pieces, bodyPiece{body.Len(), s.Span})
		}
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
			out.WriteString(frontmatterHTML(text, s.Start))
		} else {
			fmt.Fprintf(&out, "<pre class=\"%s\" data-offset=\"%d\">%s</pre>\n", s.Kind, s.Start, html.EscapeString(text))
		}
	}
	flush()
	return out.String()
}

// frontmatterHTML renders a frontmatter, delimiters included, as a table of its top-level fields. It begins at the given byte of
// the content.
func frontmatterHTML(text string, start int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "<table class=\"frontmatter\" data-offset=\"%d\">\n", start)
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

// A bodyPiece is a segment that is part of a body to be rendered.
type bodyPiece struct {
	at      int  // where it begins in the body
	content Span // the bytes of the content that it is
}

// contentOffset returns the byte of the content that a byte of the body stands for.
func contentOffset(pieces []bodyPiece, at int) int {
	i, found := slices.BinarySearchFunc(pieces, at, func(p bodyPiece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return min(pieces[i].content.Start+at-pieces[i].at, pieces[i].content.End)
}

// bodyHTML renders Markdown. What is too large or too hostile to parse is shown as it stands.
func bodyHTML(body string, pieces []bodyPiece) string {
	plain := fmt.Sprintf("<pre data-offset=\"%d\">%s</pre>\n", pieces[0].content.Start, html.EscapeString(body))
	if len(parseMarkdown(body, Span{0, len(body)}).Problems) > 0 {
		return plain
	}
	md := safeMarkdown()
	root := md.Parser().Parse(text.NewReader([]byte(body)))
	markOffsets(root, pieces)
	var out bytes.Buffer
	if md.Renderer().Render(&out, []byte(body), root) != nil {
		return plain
	}
	return out.String()
}

// markOffsets gives the blocks of a document, and the items of its lists, their places in the content.
func markOffsets(parent ast.Node, pieces []bodyPiece) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if at, ok := blockStart(n); ok {
			n.SetAttributeString("data-offset", []byte(strconv.Itoa(contentOffset(pieces, at))))
		}
		if n.Kind() == ast.KindList {
			markOffsets(n, pieces)
		}
	}
}

// blockStart returns where the first line of a block begins, its marker left out.
func blockStart(n ast.Node) (int, bool) {
	for ; n != nil && n.Type() == ast.TypeBlock; n = n.FirstChild() {
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			return lines.At(0).Start, true
		}
	}
	return 0, false
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
