package markdown

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skills-ls/skills/text"
)

// How Markdown is read.
//
// goldmark does, with parsers of our own where its tree does not keep exact places. Thin wrappers note
// where fences and headings are written, and limit how deep lists and quotes can be nested. A transformer
// takes link reference definitions and tables out of paragraphs. One inline parser, [inlineParser], reads
// what is inside a block. goldmark's own inline parsers are not used: they are quadratic in half a dozen
// ways (32 KB of "[a](" take a second, see BenchmarkInlines), keep no ends of links, and lose links after
// an unclosed bracket. Ours is linear in the length of any block.
//
// All of them work on a copy of the body without carriage returns, in which every byte keeps its offset:
// "\r\n" reads " \n" and a lone "\r" reads "\n". CommonMark calls each of them a line ending, and
// goldmark does not.

// bodyParser is shared: all state is in the [parser.Context].
var bodyParser = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(placeParser{parser.NewSetextHeadingParser()}, 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(containerParser{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(placeParser{parser.NewATXHeadingParser()}, 600),
		util.Prioritized(placeParser{parser.NewFencedCodeBlockParser()}, 700),
		util.Prioritized(containerParser{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(util.Prioritized(inlineParser{}, 100)),
	parser.WithParagraphTransformers(util.Prioritized(paragraphTransformer{}, 100)),
)

var bodyKey = parser.NewContextKey()

// bodyParse is the state of one parse. Offsets are relative to the body until they become a [text.Span].
type bodyParse struct {
	source string
	base   int    // where the body starts in source
	text   []byte // the body without carriage returns
	md     *Document
	root   ast.Node // nil if the body is too large; unless it is rendered, it has little more than blocks

	context  parser.Context
	places   []place        // of headings and fences, those that the walk has not reached
	names    map[string]int // the first definition of each normalised label
	inline   inlineScanner
	slugs    text.Slugger
	rendered bool // the tree is needed, not only the document

	noText ast.Node         // an empty node: it goes from block to block, and stands for cells if they have no nodes
	row    []gmtext.Segment // memory for the cells of a row

	nested    sync.Once // reports a limit of nesting
	continued int       // see maxContinued
	work      int       // see maxWork
}

// Parse reads the part of the source that is Markdown. It never fails. Its time is linear in the body's
// length. Lists and quotes add a factor for their depth, which is bounded.
func Parse(source string, body text.Span) *Document {
	memory := bodyTexts.Get().(*[]byte)
	defer bodyTexts.Put(memory)
	return read(source, body, false, memory).md
}

// bodyTexts are of type *[]byte: the memory for texts without carriage returns. A check or a scan parses
// thousands of files, one after the other.
var bodyTexts = sync.Pool{New: func() any { return new([]byte) }}

// read reads a body. The memory gets a copy in which line endings are line feeds and every byte keeps its
// offset.
func read(source string, body text.Span, rendered bool, memory *[]byte) *bodyParse {
	md := &Document{}
	p := &bodyParse{
		source: source, base: body.Start, md: md,
		context: parser.NewContext(), rendered: rendered,
		names: make(map[string]int), noText: ast.NewText(), places: make([]place, 0, 32),
	}
	if body.Len() > MaxBody {
		md.Problems = append(md.Problems, Problem{TooLarge, body, "the body exceeds 1 MiB: its Markdown is not analyzed"})
		return p
	}
	lines := strings.ReplaceAll(body.Of(source), "\r\n", " \n")
	*memory = append((*memory)[:0], strings.ReplaceAll(lines, "\r", "\n")...)
	p.text = *memory
	p.inline.body = p
	p.context.Set(bodyKey, p)
	p.root = bodyParser.Parse(gmtext.NewReader(p.text), parser.WithContext(p.context))
	p.walk(p.root)

	// Inlines are found before the code of blocks, and what is in brackets in brackets before what is
	// around it.
	sortByStart(md.Links, func(l Link) int { return l.Span.Start })
	sortByStart(md.Unresolved, func(r Reference) int { return r.Span.Start })
	sortByStart(md.Code, func(s text.Span) int { return s.Start })
	sortByStart(md.Comments, func(s text.Span) int { return s.Start })
	return p
}

// sortByStart sorts items. Most are sorted already.
func sortByStart[T any](items []T, start func(T) int) {
	order := func(a, b T) int { return start(a) - start(b) }
	if !slices.IsSortedFunc(items, order) {
		slices.SortStableFunc(items, order)
	}
}

func bodyOf(pc parser.Context) *bodyParse { return pc.Get(bodyKey).(*bodyParse) }

// span turns offsets in the body into a span of the source.
func (p *bodyParse) span(start, end int) text.Span {
	return text.Span{Start: p.base + start, End: p.base + end}
}

// lineSpan is span without the line ending before end.
func (p *bodyParse) lineSpan(start, end int) text.Span {
	// What comes before start counts too, since the indentation of an empty line may include the carriage return.
	upToEnd := strings.TrimSuffix(p.source[p.base:p.base+end], "\n")
	end = len(strings.TrimSuffix(upToEnd, "\r"))
	return p.span(min(start, end), end)
}

// walk records the blocks that are no prose, in source order. Its recursion is bounded by maxNesting.
func (p *bodyParse) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock, *extast.Table: // the inline parser has read them
	case *ast.Heading:
		p.addHeading(n)
	case *ast.FencedCodeBlock:
		p.addFence(n)
	case *ast.CodeBlock:
		p.addCode(n.Lines(), -1)
	case *ast.HTMLBlock:
		p.addComments(p.addCode(n.Lines(), n.ClosureLine.Stop))
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			p.walk(c)
		}
	}
}

// addHeading records a heading.
func (p *bodyParse) addHeading(n *ast.Heading) {
	place := p.placeOf(n)
	written := p.lineSpan(place.open.Start, place.open.End)
	h := Heading{Level: n.Level, Span: written}
	h.TextSpan = text.At(written.Start + min(n.Level, written.Len()))
	if lines := n.Lines(); lines.Len() > 0 {
		p.inline.reset(lines)
		h.TextSpan = p.inline.span(0, len(p.inline.text))
		h.Span.Start = min(p.base+place.open.Start, h.TextSpan.Start)
		shown := p.plainText(n, true)
		anchor := shown
		if bytes.Contains(p.inline.text, []byte("![")) {
			anchor = p.plainText(n, false)
		}
		h.Text = strings.TrimSpace(strings.ReplaceAll(shown, "\n", " "))
		h.Slug = text.Slug(anchor)
	}
	h.Slug = p.slugs.Unique(h.Slug)
	if p.rendered {
		n.SetAttributeString("id", []byte(h.Slug))
	}
	p.md.Headings = append(p.md.Headings, h)
}

// addFence records a fenced code block.
func (p *bodyParse) addFence(n *ast.FencedCodeBlock) {
	at := p.placeOf(n)
	end := at.open.End
	if lines := n.Lines(); lines.Len() > 0 {
		end = lines.At(lines.Len() - 1).Stop
	}
	f := Fence{
		Span: p.lineSpan(at.open.Start, end), Open: p.lineSpan(at.open.Start, at.open.End),
		Content: p.span(at.open.End, end), Char: p.text[at.open.Start],
	}
	f.Length = run(p.text[at.open.Start:at.open.End], f.Char)
	f.Info = text.TrimSpaceTab(p.source, text.Span{Start: f.Open.Start + f.Length, End: f.Open.End})
	f.Close = text.At(f.Span.End)
	code := f.Span
	if !at.closing.IsEmpty() {
		line := p.lineSpan(at.closing.Start, at.closing.End)
		f.Close = text.TrimSpaceTab(p.source, line)
		f.Span.End, code.End = line.End, line.End
	} else {
		if n.Parent().Kind() == ast.KindDocument {
			code.End = f.Content.End // what is typed on the last line, empty as it may be, is code
		}
		p.md.openCode = append(p.md.openCode, code.End)
	}
	p.md.Code = append(p.md.Code, code)
	p.md.Fences = append(p.md.Fences, f)
}

// addCode records a block of code that has no delimiters, and returns its span. It ends at closure, where
// that is not negative.
func (p *bodyParse) addCode(lines *gmtext.Segments, closure int) text.Span {
	start, end := lines.At(0).Start, max(lines.At(lines.Len()-1).Stop, closure)
	start += run(p.text[start:end], ' ')
	s := p.lineSpan(start, end)
	p.md.Code = append(p.md.Code, s)
	p.md.openCode = append(p.md.openCode, s.End)
	return s
}

// addComments records the comments in a block of HTML. The dashes that begin a comment may also end it: "<!-->" is one.
func (p *bodyParse) addComments(block text.Span) {
	end := block.Start
	for part := range strings.SplitAfterSeq(block.Of(p.source), "-->") {
		end += len(part)
		if before, _, opened := strings.Cut(part, "<!--"); opened && strings.HasSuffix(part, "-->") {
			start := end - len(part) + len(before)
			p.md.Comments = append(p.md.Comments, text.Span{Start: start, End: end})
		}
	}
}
