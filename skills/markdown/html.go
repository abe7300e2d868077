package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

const (
	maxHTMLGrowth = 4
	minHTMLLimit  = 1 << 10
)

// HTMLLimit is how many bytes of HTML a content may take: four times its own, or 1 KiB if that is more.
func HTMLLimit(content string) int { return max(maxHTMLGrowth*len(content), minHTMLLimit) }

// PlainHTML renders a text as it is, in at most three times its bytes and the element around it. The class may be empty.
func PlainHTML(class, text string, start int) string {
	if class != "" {
		class = fmt.Sprintf("class=\"%s\" ", class)
	}
	return fmt.Sprintf("<pre %sdata-offset=\"%d\">%s</pre>\n", class, start, EscapeText(text))
}

// EscapeText escapes the text of an element. Only what a parser of HTML could take for markup is escaped, because each escape
// takes up to five bytes: a "<" that no other "<" follows, and a "&" that begins a character reference.
func EscapeText(source string) string {
	var out strings.Builder
	for i := range len(source) {
		next := byte(' ')
		if i+1 < len(source) {
			next = source[i+1]
		}
		switch c := source[i]; {
		case c == '<' && next != '<':
			out.WriteString("&lt;")
		case c == '&' && (next == '#' || text.IsLetter(next) || text.IsDigit(next)):
			out.WriteString("&amp;")
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// HTML renders a body. What is too large or too hostile to parse, and what takes too much markup, is shown as plain text. The
// function offset returns what data-offset says of a byte of the body.
func HTML(body string, offset func(at int) int) string {
	plain := func() string { return PlainHTML("", body, offset(0)) }
	if len(Parse(body, text.Span{Start: 0, End: len(body)}).Problems) > 0 {
		return plain()
	}
	md := safeMarkdown()
	root := md.Parser().Parse(gmtext.NewReader([]byte(body)))
	markOffsets(root, offset)
	out := limitedBuffer{limit: HTMLLimit(body)}
	if md.Renderer().Render(&out, []byte(body), root) != nil {
		return plain()
	}
	return out.String()
}

// A limitedBuffer refuses what exceeds its limit, in bytes. A definition of a link can be used thousands of times.
type limitedBuffer struct {
	bytes.Buffer
	limit int
}

var errHTMLLimit = errors.New("the HTML exceeds its limit")

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.limit {
		return 0, errHTMLLimit
	}
	return b.Buffer.Write(p)
}

// markOffsets gives the blocks of a document, and the items of its lists, their places in the content.
func markOffsets(parent ast.Node, offset func(at int) int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if at, ok := blockStart(n); ok {
			n.SetAttributeString("data-offset", []byte(strconv.Itoa(offset(at))))
		}
		if n.Kind() == ast.KindList {
			markOffsets(n, offset)
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
	_, err := w.WriteString("<pre class=\"html\">" + EscapeText(text) + "</pre>\n")
	return ast.WalkSkipChildren, err
}

func renderRawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString("<code>" + EscapeText(string(n.(*ast.RawHTML).Segments.Value(source))) + "</code>")
	return ast.WalkSkipChildren, err
}

func renderLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := util.URLEscape(n.(*ast.Link).Destination, true) // which resolves "&colon;"
	switch {
	case !safeTarget(target):
		return ast.WalkContinue, nil
	case entering:
		_, err := fmt.Fprintf(w, "<a href=\"%s\">", util.EscapeHTML(target))
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
	target, alt := util.URLEscape(n.(*ast.Image).Destination, true), html.EscapeString(plainOf(n, source))
	u, err := url.Parse(string(target))
	if err != nil || u.Scheme != "" || !safeTarget(target) {
		_, err = w.WriteString(alt)
		return ast.WalkSkipChildren, err
	}
	_, err = fmt.Fprintf(w, "<img src=\"%s\" alt=\"%s\">", util.EscapeHTML(target), alt)
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
