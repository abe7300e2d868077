package skills

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"slices"
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

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// MaxHTMLGrowth bounds what [HTML] returns: at most so many times the bytes of the content, or 1 KiB if that is more.
const (
	MaxHTMLGrowth = 4
	minHTMLLimit  = 1 << 10
)

// HTML renders an injected text for people, segment by segment: the frontmatter as a table of its fields with the values as
// they are written, the body as Markdown, everything else as plain text. A body that the agent writes in another form, such as
// a JSON string, is shown as it is in the source. The result is a fragment that is safe to show: raw HTML is escaped, remote
// images are replaced by their text, and links lead only to http, https, mailto or relative targets. Blocks of the body and the
// other segments have data-offset: the byte of the content at which they begin, approximate in another form.
//
// The result is at most [MaxHTMLGrowth] times as long as the content. A frontmatter or a body whose markup takes more is shown
// as plain text, and so is the whole content if its parts together take more.
func HTML(content, source string, segments []Segment) string {
	limit := max(MaxHTMLGrowth*len(content), minHTMLLimit)
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
		if out.Len() > limit {
			break
		}
		piece := s.Of(content)
		escaped := s.Source != nil && s.Kind != SegmentSubstituted && text.DecodeUTF8(s.Source.Of(source)) != piece
		switch s.Kind {
		case SegmentBody, SegmentSubstituted, SegmentUnexecuted:
			pieces = append(pieces, bodyPiece{body.Len(), s.Span})
		}
		switch {
		case s.Kind == SegmentBody && escaped:
			body.WriteString(text.DecodeUTF8(s.Source.Of(source)))
			continue
		case s.Kind == SegmentBody, s.Kind == SegmentSubstituted, s.Kind == SegmentUnexecuted:
			body.WriteString(piece)
			continue
		}
		flush()
		if s.Kind == SegmentFrontmatter && !escaped {
			out.WriteString(frontmatterHTML(piece, s.Start))
		} else {
			out.WriteString(plainHTML(string(s.Kind), piece, s.Start))
		}
	}
	flush()
	if out.Len() > limit {
		return plainHTML("plain", content, 0)
	}
	return out.String()
}

// plainHTML renders a text as it is, in at most three times its bytes and the element around it. The class may be empty.
func plainHTML(class, text string, start int) string {
	if class != "" {
		class = fmt.Sprintf("class=\"%s\" ", class)
	}
	return fmt.Sprintf("<pre %sdata-offset=\"%d\">%s</pre>\n", class, start, escapeText(text))
}

// escapeText escapes the text of an element. Only what a parser of HTML could take for markup is escaped, because each escape
// takes up to five bytes: a "<" that no other "<" follows, and a "&" that begins a character reference.
func escapeText(source string) string {
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

// frontmatterHTML renders a frontmatter, delimiters included, as a table of its fields. It begins at the given byte of the content.
func frontmatterHTML(text string, start int) string {
	fm := Parse(text).Frontmatter
	if !isFieldBlock(&fm) {
		return plainHTML(string(SegmentFrontmatter), text, start)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "<table class=\"frontmatter\" data-offset=\"%d\">\n", start)
	for _, e := range fm.Entries {
		value := e.ValueSpan.Of(text)
		fmt.Fprintf(&out, "<tr><th>%s</th><td>%s</td></tr>\n", escapeText(e.Key), escapeText(value))
		if out.Len() > max(MaxHTMLGrowth*len(text), minHTMLLimit) {
			return plainHTML(string(SegmentFrontmatter), text, start)
		}
	}
	return out.String() + "</table>\n"
}

// isFieldBlock reports whether a table of the fields shows all of a frontmatter, except comments.
func isFieldBlock(fm *frontmatter.Frontmatter) bool {
	return fm.State == frontmatter.Closed && len(fm.Entries) > 0 && len(fm.Stray) == 0
}

// A bodyPiece is a segment that is part of a body to be rendered.
type bodyPiece struct {
	at      int       // where it begins in the body
	content text.Span // the bytes of the content that it is
}

// contentOffset returns the byte of the content that a byte of the body stands for.
func contentOffset(pieces []bodyPiece, at int) int {
	i, found := slices.BinarySearchFunc(pieces, at, func(p bodyPiece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return min(pieces[i].content.Start+at-pieces[i].at, pieces[i].content.End)
}

// bodyHTML renders Markdown. What is too large or too hostile to parse, and what takes too much markup, is shown as plain text.
func bodyHTML(body string, pieces []bodyPiece) string {
	plain := func() string { return plainHTML("", body, pieces[0].content.Start) }
	if len(parseMarkdown(body, text.Span{Start: 0, End: len(body)}).Problems) > 0 {
		return plain()
	}
	md := safeMarkdown()
	root := md.Parser().Parse(gmtext.NewReader([]byte(body)))
	markOffsets(root, pieces)
	out := limitedBuffer{limit: max(MaxHTMLGrowth*len(body), minHTMLLimit)}
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
	_, err := w.WriteString("<pre class=\"html\">" + escapeText(text) + "</pre>\n")
	return ast.WalkSkipChildren, err
}

func renderRawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString("<code>" + escapeText(string(n.(*ast.RawHTML).Segments.Value(source))) + "</code>")
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
