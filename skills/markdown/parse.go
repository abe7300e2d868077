package markdown

import (
	"bytes"
	"slices"
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
		util.Prioritized(headingParser{parser.NewSetextHeadingParser()}, 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(listParser{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(headingParser{parser.NewATXHeadingParser()}, 600),
		util.Prioritized(fenceParser{parser.NewFencedCodeBlockParser()}, 700),
		util.Prioritized(quoteParser{parser.NewBlockquoteParser()}, 800),
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

	names    map[string]int // the first definition of each normalised label
	headings []headingMark

	// heading and fence are the first of the headings, and of the fences, that the walk has not reached.
	heading, fence int
	inline         inlineScanner
	slugs          text.Slugger
	row            []gmtext.Segment // memory for the cells of a table's row

	noText   ast.Node // an empty node, which goes from block to block
	rendered bool     // the tree is needed, not only the document

	nested    bool // a limit of nesting was hit and reported
	continued int  // see maxContinued
	work      int  // see maxWork
}

// bodyTexts are of type *[]byte: the memory for texts without carriage returns. A check or a scan parses
// thousands of files, one after the other.
var bodyTexts = sync.Pool{New: func() any { return new([]byte) }}

// Parse reads the part of the source that is Markdown. It never fails. Its time is linear in the body's
// length. Lists and quotes add a factor for their depth, which is bounded.
func Parse(source string, body text.Span) *Document {
	md := &Document{}
	read(md, source, body, nil)
	return md
}

// read fills in the document. If render is not nil it is called with the tree of the body.
func read(md *Document, source string, body text.Span, render func(root ast.Node, p *bodyParse)) {
	if body.Len() > MaxBody {
		md.Problems = append(md.Problems, Problem{TooLarge, body, "the body is over 1 MiB, and its Markdown was not read"})
		return
	}
	memory := bodyTexts.Get().(*[]byte)
	defer bodyTexts.Put(memory)
	*memory = withoutReturns(*memory, body.Of(source))
	p := &bodyParse{source: source, base: body.Start, text: *memory, md: md}
	p.rendered, p.noText = render != nil, ast.NewText()
	p.inline.body = p
	pc := parser.NewContext()
	pc.Set(bodyKey, p)
	root := bodyParser.Parse(gmtext.NewReader(p.text), parser.WithContext(pc))
	p.walk(root)

	// Inlines are found before the code of blocks, and what is in brackets in brackets before what is
	// around it.
	sortByStart(md.Links, func(l Link) int { return l.Span.Start })
	sortByStart(md.Unresolved, func(r Reference) int { return r.Span.Start })
	sortByStart(md.Code, func(s text.Span) int { return s.Start })
	sortByStart(md.Comments, func(s text.Span) int { return s.Start })
	if render != nil {
		render(root, p)
	}
}

func sortByStart[T any](items []T, start func(T) int) {
	order := func(a, b T) int { return start(a) - start(b) }
	if !slices.IsSortedFunc(items, order) {
		slices.SortStableFunc(items, order)
	}
}

// withoutReturns returns a copy of the body, in the given slice if it fits, in which line endings are
// line feeds and every byte keeps its offset.
func withoutReturns(text []byte, body string) []byte {
	text = append(text[:0], body...)
	for i := bytes.IndexByte(text, '\r'); i >= 0 && i < len(text); i++ {
		if text[i] != '\r' {
			continue
		}
		if i+1 < len(text) && text[i+1] == '\n' {
			text[i] = ' '
		} else {
			text[i] = '\n'
		}
	}
	return text
}

func bodyOf(pc parser.Context) *bodyParse { return pc.Get(bodyKey).(*bodyParse) }

// span turns offsets in the body into a span of the source.
func (p *bodyParse) span(start, end int) text.Span {
	return text.Span{Start: p.base + start, End: p.base + end}
}

// lineSpan is span without the line ending before end.
func (p *bodyParse) lineSpan(start, end int) text.Span {
	s := p.span(start, end)
	switch {
	case start == end:
	case p.source[s.End-1] == '\r':
		s.End--
	case p.source[s.End-1] == '\n':
		s.End--
		// The indentation of an empty line may include the carriage return.
		if s.End > p.base && p.source[s.End-1] == '\r' {
			s.End--
		}
	}
	s.Start = min(s.Start, s.End)
	return s
}

// walk records the blocks that are no prose, in source order. Its recursion is bounded by maxNesting.
func (p *bodyParse) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock, *extast.Table: // the inline parser has read them
	case *ast.Heading:
		p.addHeading(n)
	case *ast.FencedCodeBlock:
		f := &p.md.Fences[p.fence]
		p.fence++
		code := f.Span
		if f.Close.IsEmpty() {
			if n.Parent().Kind() == ast.KindDocument {
				code.End = f.Content.End // what is typed on the last line, empty as it may be, is code
			}
			p.md.openCode = append(p.md.openCode, code.End)
		}
		p.md.Code = append(p.md.Code, code)
	case *ast.CodeBlock:
		p.code(n.Lines(), -1)
	case *ast.HTMLBlock:
		p.comments(p.code(n.Lines(), n.ClosureLine.Stop))
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			p.walk(c)
		}
	}
}

// code records a block of code that has no delimiters, and returns its span. It ends at closure, where
// that is not negative.
func (p *bodyParse) code(lines *gmtext.Segments, closure int) text.Span {
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	if closure >= 0 {
		end = closure
	}
	for start < end && p.text[start] == ' ' {
		start++
	}
	s := p.lineSpan(start, end)
	p.md.Code = append(p.md.Code, s)
	p.md.openCode = append(p.md.openCode, s.End)
	return s
}
