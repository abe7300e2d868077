package spdx

import "strings"

// A Term is a license in an expression, or an exception to one.
type Term struct {
	Start, End int      // byte offsets in the expression
	ID         string   // as written, without the "+"
	Licence    *Licence // nil for an exception, and for a user-defined license
	Exception  bool     // it follows WITH
	Later      bool     // a "+" follows: later versions of the license, too
}

// Parse returns the terms of a license expression, in order. An expression consists of listed identifiers and
// "LicenseRef-…", with "+", WITH, AND, OR and parentheses. Parse returns false for any other text. It accepts
// exceptions with any identifier.
func Parse(expression string) ([]Term, bool) {
	p := parser{rest: tokens(expression)}
	ok := p.all() && len(p.rest) == 0
	if !ok {
		return nil, false
	}
	return p.terms, true
}

// maxDepth is the maximum nesting depth of parentheses. Two is the most that occurs in practice.
const maxDepth = 32

type token struct {
	text  string
	start int
}

// tokens splits an expression at white space, and around parentheses.
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

// A parser reads the tokens of an expression from left to right.
type parser struct {
	rest  []token
	terms []Term
	depth int
}

// take consumes the next token if it is word, in uppercase or in lowercase.
func (p *parser) take(word string) bool {
	if len(p.rest) == 0 || p.rest[0].text != word && p.rest[0].text != strings.ToLower(word) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// all consumes licenses with AND and OR between them, whose precedence does not change the terms.
func (p *parser) all() bool {
	for {
		if !p.one() {
			return false
		}
		if !p.take("AND") && !p.take("OR") {
			return true
		}
	}
}

func (p *parser) one() bool {
	if p.take("(") {
		p.depth++
		ok := p.depth <= maxDepth && p.all() && p.take(")")
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

// licence consumes an identifier. One that ends in "+" is a deprecated identifier if listed, and otherwise a
// license with its later versions.
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

// isReference reports whether id is a user-defined license, of this document or of another.
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

// isIdentifier reports whether text consists of ASCII letters, digits, hyphens and periods, and is not empty.
func isIdentifier(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.')
	}) < 0
}
