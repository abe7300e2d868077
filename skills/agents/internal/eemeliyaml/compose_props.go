package eemeliyaml

import "strings"

// A propsContext is what matters of the place where properties stand.
type propsContext struct {
	flow           string // the flow collection's name, empty outside of one
	indicator      kind   // which indicator belongs here
	next           *token
	offset         int
	parentIndent   int
	startOnNewline bool
}

// nodeProps are what stands before a node: its indicator, anchor and tag.
type nodeProps struct {
	comma, found, anchor, tag *token
	newlineAfter              *token // a line feed after the anchor or tag
	hasNewline                bool
	comment                   int // bytes of the comments, without their "#"
	start, end                int
}

const (
	propsSpace = "Tags and anchors must be separated from the next token by white space"
	tabIndent  = "Tabs are not allowed as indentation"
)

// props looks at the tokens before a node.
func (c *composer) props(tokens []*token, ctx propsContext) nodeProps {
	r := propsReader{
		c: c, ctx: ctx, atNewline: ctx.startOnNewline, hasSpace: ctx.startOnNewline, nodeProps: nodeProps{start: -1, end: ctx.offset},
	}
	for _, t := range tokens {
		r.read(t)
	}
	if n := len(tokens); n > 0 {
		r.end = tokens[n-1].offset + len(tokens[n-1].source)
	}
	next := ctx.next
	if r.needsSpace && next != nil && next.kind != space && next.kind != newline && next.kind != comma && (next.kind != scalar || next.source != "") {
		c.failAt(next.offset, "MISSING_CHAR", propsSpace)
	}
	if r.tab != nil && (r.atNewline && r.tab.indent <= ctx.parentIndent || next.isBlock()) {
		c.failOn(r.tab, "TAB_AS_INDENT", tabIndent)
	}
	if r.start < 0 {
		r.start = r.end
	}
	return r.nodeProps
}

type propsReader struct {
	nodeProps
	c          *composer
	ctx        propsContext
	atNewline  bool
	hasSpace   bool
	needsSpace bool // after an anchor or tag
	tab        *token
	commentSep int // bytes of line feeds that are a comment's if another follows
}

func (r *propsReader) read(t *token) {
	if r.needsSpace {
		if t.kind != space && t.kind != newline && t.kind != comma {
			r.c.failAt(t.offset, "MISSING_CHAR", propsSpace)
		}
		r.needsSpace = false
	}
	if r.tab != nil {
		if r.atNewline && t.kind != comment && t.kind != newline {
			r.c.failOn(r.tab, "TAB_AS_INDENT", tabIndent)
		}
		r.tab = nil
	}
	switch {
	case t.kind == space:
		if r.ctx.flow == "" && (r.ctx.indicator != docStart || !r.ctx.next.is(flowCollection)) && strings.Contains(t.source, "\t") {
			r.tab = t
		}
		r.hasSpace = true
	case t.kind == comment:
		if !r.hasSpace {
			r.c.failOn(t, "MISSING_CHAR", commentSpace)
		}
		if r.comment > 0 {
			r.comment += r.commentSep
		}
		r.comment += max(1, len(t.source)-1)
		r.commentSep, r.atNewline = 0, false
	case t.kind == newline:
		if !r.atNewline {
			r.commentSep += len(t.source)
		} else if r.comment > 0 {
			r.comment += len(t.source)
		}
		r.atNewline, r.hasNewline, r.hasSpace = true, true, true
		if r.anchor != nil || r.tag != nil {
			r.newlineAfter = t
		}
	case t.kind == anchor:
		if r.anchor != nil {
			r.c.failOn(t, "MULTIPLE_ANCHORS", "A node can have at most one anchor")
		}
		r.anchor = t
		r.property(t)
	case t.kind == tag:
		if r.tag != nil {
			r.c.failOn(t, "MULTIPLE_TAGS", "A node can have at most one tag")
		}
		r.tag = t
		r.property(t)
	case t.kind == r.ctx.indicator:
		if r.anchor != nil || r.tag != nil {
			r.c.failOn(t, "BAD_PROP_ORDER", "Anchors and tags must be after the "+t.source+" indicator")
		}
		if r.found != nil {
			r.c.failOn(t, "UNEXPECTED_TOKEN", "Unexpected "+t.source+" in "+r.where())
		}
		r.found = t
		r.atNewline = r.ctx.indicator == seqItem || r.ctx.indicator == explicitKey
		r.hasSpace = false
	case t.kind == comma && r.ctx.flow != "":
		if r.comma != nil {
			r.c.failOn(t, "UNEXPECTED_TOKEN", "Unexpected , in "+r.ctx.flow)
		}
		r.comma = t
		r.atNewline, r.hasSpace = false, false
	default:
		r.c.failOn(t, "UNEXPECTED_TOKEN", "Unexpected "+string(t.kind)+" token")
		r.atNewline, r.hasSpace = false, false
	}
}

func (r *propsReader) where() string {
	if r.ctx.flow != "" {
		return r.ctx.flow
	}
	return "collection"
}

func (r *propsReader) property(t *token) {
	if r.start < 0 {
		r.start = t.offset
	}
	r.atNewline, r.hasSpace, r.needsSpace = false, false, true
}
