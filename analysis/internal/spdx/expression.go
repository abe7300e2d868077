package spdx

import "strings"

// A Term is a licence in an expression, or an exception to one.
type Term struct {
	Start, End int      // in bytes of the expression
	ID         string   // as it is written, without the "+"
	Licence    *Licence // nil for an exception, and for a licence of the author's own
	Exception  bool     // it stands behind WITH
	Later      bool     // a "+" stands behind: later versions of the licence, too
}

// Parse returns the terms of a licence expression, in their order: identifiers of the list and "LicenseRef-…", with "+", WITH, AND, OR and
// parentheses. It is false for every other text. Which exceptions there are is not known here.
func Parse(expression string) ([]Term, bool) {
	p := parser{rest: tokens(expression)}
	ok := p.either() && len(p.rest) == 0
	if !ok {
		return nil, false
	}
	return p.terms, true
}

// maxDepth is how deep parentheses may be nested. Nobody nests more than two.
const maxDepth = 32

type token struct {
	text  string
	start int
}

// tokens splits an expression at blanks, and before and behind parentheses.
func tokens(expression string) []token {
	var list []token
	for at := 0; at < len(expression); {
		switch c := expression[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case c == '(' || c == ')':
			list = append(list, token{expression[at : at+1], at})
			at++
		default:
			end := strings.IndexAny(expression[at:], " \t\r\n()")
			if end < 0 {
				end = len(expression) - at
			}
			list = append(list, token{expression[at : at+end], at})
			at += end
		}
	}
	return list
}

// A parser reads the tokens of an expression from the left.
type parser struct {
	rest  []token
	terms []Term
	depth int
}

// take takes the next token if it is the word, in capitals or in small letters.
func (p *parser) take(word string) bool {
	if len(p.rest) == 0 || p.rest[0].text != word && p.rest[0].text != strings.ToLower(word) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) either() bool {
	for {
		if !p.both() {
			return false
		}
		if !p.take("OR") {
			return true
		}
	}
}

func (p *parser) both() bool {
	for {
		if !p.one() {
			return false
		}
		if !p.take("AND") {
			return true
		}
	}
}

func (p *parser) one() bool {
	if p.take("(") {
		p.depth++
		ok := p.depth <= maxDepth && p.either() && p.take(")")
		p.depth--
		return ok
	}
	if !p.licence() {
		return false
	}
	if !p.take("WITH") {
		return true
	}
	if len(p.rest) == 0 || !isIdentifier(p.rest[0].text) {
		return false
	}
	t := p.rest[0]
	p.rest = p.rest[1:]
	p.terms = append(p.terms, Term{Start: t.start, End: t.start + len(t.text), ID: t.text, Exception: true})
	return true
}

// licence takes an identifier. What ends in "+" may be a deprecated one, and else is another with later versions.
func (p *parser) licence() bool {
	if len(p.rest) == 0 {
		return false
	}
	t := p.rest[0]
	term := Term{Start: t.start, End: t.start + len(t.text), ID: t.text, Licence: Lookup(t.text)}
	if base, ok := strings.CutSuffix(t.text, "+"); ok && term.Licence == nil {
		term.ID, term.Licence, term.Later = base, Lookup(base), true
	}
	if term.Licence == nil && (term.Later || !isReference(term.ID)) {
		return false
	}
	p.rest = p.rest[1:]
	p.terms = append(p.terms, term)
	return true
}

// isReference reports whether an identifier is one of the author's own, of this document or of another.
func isReference(id string) bool {
	if document, rest, ok := strings.Cut(id, ":"); ok {
		name, isDocument := strings.CutPrefix(document, "DocumentRef-")
		if !isDocument || !isIdentifier(name) {
			return false
		}
		id = rest
	}
	name, ok := strings.CutPrefix(id, "LicenseRef-")
	return ok && isIdentifier(name)
}

// isIdentifier reports whether a text is made of letters, digits, hyphens and full stops.
func isIdentifier(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.')
	}) < 0
}
