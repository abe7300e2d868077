package markdown

import (
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// HTMLLimit is how many bytes of HTML a content may take: four times its own, or 1 KiB if that is more.
func HTMLLimit(content string) int { return max(4*len(content), 1<<10) }

// HTML renders a body, from the same scan that [Parse] makes. What is too large or too hostile to parse,
// and what takes too much markup, is shown as plain text. The function offset returns the value of
// data-offset for a byte of the body.
func HTML(body string, offset func(at int) int) string {
	p := read(body, text.Span{Start: 0, End: len(body)}, true, new([]byte))
	if len(p.md.Problems) > 0 {
		return PlainHTML("", body, offset(0))
	}
	markOffsets(p.root, offset)
	html := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(safeRenderer{p}, 100),
		util.Prioritized(extension.NewTableHTMLRenderer(), 200),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 200),
		util.Prioritized(extension.NewTaskCheckBoxHTMLRenderer(), 200),
		util.Prioritized(gmhtml.NewRenderer(), 1000),
	))
	out := limitedWriter{limit: HTMLLimit(body)}
	if html.Render(&out, p.text, p.root) != nil {
		return PlainHTML("", body, offset(0))
	}
	return out.out.String()
}

// PlainHTML renders a text as it is, in at most three times its bytes and the element around it. The
// class may be empty.
func PlainHTML(class, text string, start int) string {
	if class != "" {
		class = fmt.Sprintf("class=\"%s\" ", class)
	}
	return fmt.Sprintf("<pre %sdata-offset=\"%d\">%s</pre>\n", class, start, EscapeText(text))
}

// EscapeText escapes the text of an element. It escapes only what a parser of HTML could take for markup,
// because each escape takes up to five bytes: a "<" that no other "<" follows, and a "&" that begins a
// character reference.
func EscapeText(source string) string {
	return lastAngle.ReplaceAllString(reference.ReplaceAllString(source, "&amp;$1"), "$1&lt;")
}

var (
	reference = regexp.MustCompile(`&([#A-Za-z0-9])`)
	lastAngle = regexp.MustCompile(`(<*)<`)
)

// A limitedWriter refuses what exceeds its limit, in bytes. A definition of a link can be used thousands
// of times.
type limitedWriter struct {
	out   strings.Builder
	limit int
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.out.Len()+len(p) > w.limit {
		return 0, io.ErrShortWrite
	}
	return w.out.Write(p)
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

// blockStart returns where the first line of a block begins, without its marker.
func blockStart(n ast.Node) (int, bool) {
	for ; n != nil && n.Type() == ast.TypeBlock; n = n.FirstChild() {
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			return lines.At(0).Start, true
		}
	}
	return 0, false
}

// A safeRenderer renders what could reach beyond the document: raw HTML is shown as text, and links and
// images lead only where a preview may go.
type safeRenderer struct{ *bodyParse }

func (r safeRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindLink, r.link)
	register.Register(ast.KindImage, r.whole)
	register.Register(ast.KindRawHTML, r.whole)
	register.Register(ast.KindHTMLBlock, r.whole)
}

func (safeRenderer) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := urlOf(n.(*ast.Link).Destination)
	switch {
	case !isSafe(target):
	case entering:
		_, _ = w.WriteString(`<a href="` + escapeHTML(target) + `">`)
	default:
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

// whole renders a node with all that is in it.
func (r safeRenderer) whole(
	w util.BufWriter, source []byte, n ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	html := ""
	switch n := n.(type) {
	case *ast.Image: // of an image elsewhere only the alternative text
		html = escapeHTML(r.plainText(n, true))
		if target := urlOf(n.Destination); isLocal(target) {
			html = `<img src="` + escapeHTML(target) + `" alt="` + html + `">`
		}
	case *ast.RawHTML:
		html = "<code>" + EscapeText(string(n.Segments.Value(source))) + "</code>"
	case *ast.HTMLBlock:
		content := n.Lines().Value(source)
		if n.HasClosure() {
			content = append(content, n.ClosureLine.Value(source)...)
		}
		html = `<pre class="html">` + EscapeText(string(content)) + "</pre>\n"
	}
	_, _ = w.WriteString(html)
	return ast.WalkSkipChildren, nil
}

// urlOf returns a destination with what a URL cannot hold in percent-encoding.
func urlOf(destination []byte) string { return string(util.URLEscape(destination, false)) }

// escapeHTML escapes text, also in an attribute in quotes. NUL becomes U+FFFD, as CommonMark says.
func escapeHTML(text string) string { return string(util.EscapeHTML([]byte(text))) }

// isLocal reports whether an image may be shown: a file of the project.
func isLocal(target string) bool {
	u, err := url.Parse(target)
	return err == nil && u.Scheme == "" && !strings.HasPrefix(target, "//")
}

// isSafe reports whether a link may be followed from a preview.
func isSafe(target string) bool {
	u, err := url.Parse(target)
	return err == nil && slices.Contains([]string{"http", "https", "mailto"}, u.Scheme) || isLocal(target)
}
