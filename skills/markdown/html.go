package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
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

// HTML renders a body, from the same scan that [Parse] makes. What is too large or too hostile to parse, and what takes too
// much markup, is shown as plain text. The function offset returns the value of data-offset for a byte of the body.
func HTML(body string, offset func(at int) int) string {
	out := limitedBuffer{limit: HTMLLimit(body)}
	ok := false
	md := new(Document)
	read(md, body, text.Span{Start: 0, End: len(body)}, func(root ast.Node, p *bodyParse) {
		if len(md.Problems) > 0 {
			return
		}
		markOffsets(root, offset)
		ok = p.renderer().Render(&out, p.text, root) == nil
	})
	if !ok {
		return PlainHTML("", body, offset(0))
	}
	return out.String()
}

// PlainHTML renders a text as it is, in at most three times its bytes and the element around it. The class may be empty.
func PlainHTML(class, text string, start int) string {
	if class != "" {
		class = fmt.Sprintf("class=\"%s\" ", class)
	}
	return fmt.Sprintf("<pre %sdata-offset=\"%d\">%s</pre>\n", class, start, EscapeText(text))
}

// EscapeText escapes the text of an element. It escapes only what a parser of HTML could take for markup, because each escape
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

// blockStart returns where the first line of a block begins, without its marker.
func blockStart(n ast.Node) (int, bool) {
	for ; n != nil && n.Type() == ast.TypeBlock; n = n.FirstChild() {
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			return lines.At(0).Start, true
		}
	}
	return 0, false
}

// renderer returns a renderer of the body. goldmark renders the containers.
func (p *bodyParse) renderer() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(blockRenderer{p}, 100), util.Prioritized(gmhtml.NewRenderer(), 1000),
	))
}

// A blockRenderer renders the blocks that hold text. Nothing in a document can reach beyond it: raw HTML is shown as text.
type blockRenderer struct{ *bodyParse }

func (r blockRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	for kind, render := range map[ast.NodeKind]func(w util.BufWriter, n ast.Node){
		kindProse:               r.prose,
		kindTable:               r.table,
		ast.KindHeading:         r.heading,
		ast.KindListItem:        nil,
		ast.KindCodeBlock:       r.code,
		ast.KindFencedCodeBlock: r.code,
		ast.KindHTMLBlock:       r.htmlBlock,
	} {
		if render == nil {
			register.Register(kind, r.listItem)
			continue
		}
		register.Register(kind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				render(w, n)
			}
			return ast.WalkSkipChildren, nil // the writer keeps its error for the end
		})
	}
}

// open writes the start tag of a block's element.
func open(w util.BufWriter, element string, n ast.Node) {
	_, _ = w.WriteString("<" + element)
	gmhtml.RenderAttributes(w, n, nil)
	_ = w.WriteByte('>')
}

func (r blockRenderer) prose(w util.BufWriter, n ast.Node) {
	content := strings.Join(r.html[n], "")
	if isTight(n.Parent()) {
		_, _ = w.WriteString(content)
		if n.NextSibling() != nil {
			_ = w.WriteByte('\n')
		}
		return
	}
	open(w, "p", n)
	_, _ = w.WriteString(content + "</p>\n")
}

// isTight reports whether a block is an item of a list whose paragraphs have no element of their own.
func isTight(item ast.Node) bool {
	if item == nil || item.Kind() != ast.KindListItem {
		return false
	}
	list, ok := item.Parent().(*ast.List)
	return ok && list.IsTight
}

func (r blockRenderer) listItem(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</li>\n")
		return ast.WalkContinue, err
	}
	open(w, "li", n)
	if first := n.FirstChild(); first != nil && (first.Kind() != kindProse || !isTight(n)) {
		_ = w.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

func (r blockRenderer) heading(w util.BufWriter, n ast.Node) {
	element := "h" + strconv.Itoa(n.(*ast.Heading).Level)
	open(w, element, n)
	_, _ = w.WriteString(strings.Join(r.html[n], "") + "</" + element + ">\n")
}

func (r blockRenderer) code(w util.BufWriter, n ast.Node) {
	_, _ = w.WriteString("<pre><code")
	if fence, ok := n.(*ast.FencedCodeBlock); ok {
		if language := fence.Language(r.text); language != nil {
			_, _ = w.WriteString(` class="language-` + escapeHTML(Unescape(string(language))) + `"`)
		}
	}
	_, _ = w.WriteString(">" + escapeHTML(r.lines(n.Lines())) + "</code></pre>\n")
}

// lines returns the lines of a block without the prefixes of its containers. Their endings are line feeds.
func (p *bodyParse) lines(lines *gmtext.Segments) string {
	var out strings.Builder
	for i := range lines.Len() {
		line := lines.At(i)
		value := line.Value(p.text)
		if cut, ok := bytes.CutSuffix(value, []byte(" \n")); ok && p.source[p.base+line.Stop-2] == '\r' {
			_, _ = out.Write(cut)
			_ = out.WriteByte('\n')
			continue
		}
		_, _ = out.Write(value)
	}
	return out.String()
}

func (r blockRenderer) htmlBlock(w util.BufWriter, n ast.Node) {
	source := r.lines(n.Lines())
	if block := n.(*ast.HTMLBlock); block.HasClosure() {
		source += string(block.ClosureLine.Value(r.text))
	}
	_, _ = w.WriteString(`<pre class="html">` + EscapeText(source) + "</pre>\n")
}

func (r blockRenderer) table(w util.BufWriter, n ast.Node) {
	t := n.(*tableBlock)
	open(w, "table", n)
	_, _ = w.WriteString("\n<thead>\n")
	alignments := r.alignments(t)
	cells := r.html[n]
	lines := t.Lines()
	for i := range lines.Len() {
		element := "td"
		switch i {
		case 0:
			element = "th"
		case 1: // the delimiter row
			continue
		case 2:
			_, _ = w.WriteString("<tbody>\n")
		}
		_, _ = w.WriteString("<tr>\n")
		written := min(t.columns, len(r.cells(lines.At(i), nil)))
		for column, style := range alignments {
			cell := ""
			if column < written {
				cell = cells[column]
			}
			_, _ = fmt.Fprintf(w, "<%s%s>%s</%[1]s>\n", element, style, cell)
		}
		cells = cells[written:]
		_, _ = w.WriteString("</tr>\n")
		if i == 0 {
			_, _ = w.WriteString("</thead>\n")
		}
	}
	if lines.Len() > 2 {
		_, _ = w.WriteString("</tbody>\n")
	}
	_, _ = w.WriteString("</table>\n")
}

// alignments returns the attribute of each column's cells, which the delimiter row decides.
func (p *bodyParse) alignments(t *tableBlock) []string {
	styles := make([]string, t.columns)
	for i, cell := range p.cells(t.Lines().At(1), nil)[:t.columns] {
		value := cell.Value(p.text)
		left, right := value[0] == ':', value[len(value)-1] == ':'
		switch {
		case left && right:
			styles[i] = ` style="text-align:center"`
		case left:
			styles[i] = ` style="text-align:left"`
		case right:
			styles[i] = ` style="text-align:right"`
		}
	}
	return styles
}

// isLocal reports whether an image may be shown: a file of the project.
func isLocal(target string) bool {
	u, err := url.Parse(target)
	return err == nil && u.Scheme == "" && isSafe(target)
}

// isSafe reports whether a link may be followed from a preview.
func isSafe(target string) bool {
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https", "mailto":
		return true
	case "":
		return u.Host == "" && !strings.HasPrefix(target, "//")
	}
	return false
}
