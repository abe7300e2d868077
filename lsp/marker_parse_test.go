package lsp

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/scanner"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"skills-ls/lsp/position"
)

// A markerTest is a parsed marker file. Texts and offsets are those of the archive, whose lines end with \n.
type markerTest struct {
	flags        map[string]string
	settings     string
	capabilities string
	files        map[string]string // of the workspace and, as ~/..., of the home directory
	open         []string          // files that are open in the editor
	disk         map[string]string // texts on disk of open files that differ from them
	unsaved      map[string]bool   // open files that are not on disk
	marks        []mark
	goldens      map[string]string
	used         map[string]bool
	order        []string // of the goldens, by their first use
}

// isASCII reports whether the texts have only ASCII, in which all position encodings agree.
func (m *markerTest) isASCII() bool {
	for _, texts := range []map[string]string{m.files, m.disk} {
		for _, text := range texts {
			if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
				return false
			}
		}
	}
	return true
}

// A mark is one action or expectation.
type mark struct {
	file   string // the file that it is about
	line   int    // its line, for messages
	region region // where its texts are searched for
	kind   string
	args   []arg
	opts   map[string]arg
}

// A region is a part of a file's text.
type region struct{ start, end int }

// An arg is an argument of a mark: an identifier, a string, a regular expression or the name of a golden.
type arg struct {
	kind argKind
	text string
	line int // only in this line, 1-based; 0 means no restriction
}

type argKind uint8

const (
	identArg argKind = iota
	textArg
	exprArg
	goldenArg
)

// isAbout reports whether the archive is about a rule.
func (test *markerTest) isAbout(rule string) bool {
	named := test.flags["rules"]
	return named == "*" || slices.Contains(strings.Split(named, ","), rule)
}

func parseMarkerTest(archive *txtar.Archive) (*markerTest, error) {
	test := &markerTest{
		flags: make(map[string]string), files: make(map[string]string),
		goldens: make(map[string]string), used: make(map[string]bool),
		disk: make(map[string]string), unsaved: make(map[string]bool),
	}
	sidecars := make(map[string]string)
	var names []string
	for _, f := range archive.Files {
		text := string(f.Data)
		if name, isDisk := strings.CutSuffix(f.Name, ".disk"); isDisk {
			test.disk[name] = text
			continue
		}
		switch name, isMarks := strings.CutSuffix(f.Name, ".marks"); {
		case f.Name == "flags":
			for line := range strings.Lines(text) {
				key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
				test.flags[key] = value
			}
		case f.Name == "settings.json":
			test.settings = text
		case f.Name == "capabilities.json":
			test.capabilities = text
		case strings.HasPrefix(f.Name, "@"):
			test.goldens[f.Name[1:]] = text
		case isMarks:
			sidecars[name] = text
		default:
			test.files[f.Name] = text
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		sidecar, has := sidecars[name]
		delete(sidecars, name)
		marks, err := test.inlineMarks(name)
		if err != nil {
			return nil, err
		}
		if has || len(marks) > 0 {
			test.open = append(test.open, name)
		}
		test.marks = append(test.marks, marks...)
		if err := test.sidecarMarks(name, sidecar); err != nil {
			return nil, err
		}
	}
	for name := range sidecars {
		return nil, fmt.Errorf("marks for %s, which the archive does not have", name)
	}
	return test, nil
}

// sidecarMarks reads the marks of NAME.marks, one or more on each line.
func (test *markerTest) sidecarMarks(name, text string) error {
	var marks []mark
	number := 0
	for line := range strings.Lines(text) {
		number++
		parsed, err := parseMarks(line)
		if err != nil {
			return fmt.Errorf("%s.marks:%d: %w", name, number, err)
		}
		for _, m := range parsed {
			m.file, m.line = name, number
			if m.kind == "noeol" {
				test.files[name] = strings.TrimSuffix(test.files[name], "\n")
				continue
			}
			if m.kind == "unsaved" {
				test.unsaved[name] = true
				continue
			}
			marks = append(marks, m)
		}
	}
	for i := range marks {
		marks[i].region = region{0, len(test.files[name])}
	}
	test.marks = append(test.marks, marks...)
	return nil
}

var (
	bodyMark        = regexp.MustCompile(`<!--@(.*?)-->`)
	frontmatterMark = regexp.MustCompile(`^\s*#@(.*)`)
)

// inlineMarks reads the marks in the text of a file.
func (test *markerTest) inlineMarks(name string) (marks []mark, err error) {
	var above region // nearest line above that has more than marks
	offset, number := 0, 0
	for line := range strings.Lines(test.files[name]) {
		number++
		text, at := "", -1
		if m := bodyMark.FindStringSubmatchIndex(line); m != nil {
			text, at = line[m[2]:m[3]], m[0]
		} else if m := frontmatterMark.FindStringSubmatchIndex(line); m != nil {
			text, at = line[m[2]:m[3]], m[0]
		}
		own := region{offset, offset + len(strings.TrimSuffix(line, "\n"))}
		offset += len(line)
		if at < 0 {
			above = own
			continue
		}
		where := above
		if strings.TrimSpace(line[:at]) != "" {
			where = region{own.start, own.start + at}
			above = where
		}
		parsed, err := parseMarks(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		for _, m := range parsed {
			m.file, m.line, m.region = name, number, where
			marks = append(marks, m)
		}
	}
	return marks, nil
}

// parseMarks parses "kind(arg, opt=arg); kind(...)".
func parseMarks(text string) (marks []mark, err error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Error = func(_ *scanner.Scanner, msg string) { err = errors.Join(err, errors.New(msg)) }
	p := &markParser{s: &s}
	p.next()
	for p.tok != scanner.EOF && err == nil && p.err == nil {
		marks = append(marks, p.mark())
		if p.tok == ';' {
			p.next()
		} else if p.tok != scanner.EOF {
			p.fail("a ; or the end")
		}
	}
	return marks, errors.Join(err, p.err)
}

type markParser struct {
	s   *scanner.Scanner
	tok rune
	err error
}

func (p *markParser) next() { p.tok = p.s.Scan() }

func (p *markParser) fail(want string) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: got %q, want %s", p.s.Column, p.s.TokenText(), want)
	}
}

func (p *markParser) expect(tok rune) string {
	text := p.s.TokenText()
	if p.tok != tok {
		p.fail(scanner.TokenString(tok))
	}
	p.next()
	return text
}

func (p *markParser) mark() mark {
	m := mark{kind: p.expect(scanner.Ident), opts: make(map[string]arg)}
	p.expect('(')
	for p.tok != ')' && p.err == nil {
		a := p.arg()
		if p.tok == '=' && a.kind == identArg {
			p.next()
			m.opts[a.text] = p.arg()
		} else {
			m.args = append(m.args, a)
		}
		if p.tok != ',' {
			break
		}
		p.next()
	}
	p.expect(')')
	return m
}

func (p *markParser) arg() (a arg) {
	switch p.tok {
	case '@':
		p.next()
		return arg{kind: goldenArg, text: p.expect(scanner.Ident)}
	case scanner.Int:
		line, err := strconv.Atoi(p.expect(scanner.Int))
		if err != nil {
			p.fail("a line number")
		}
		p.expect(':')
		a = p.arg()
		a.line = line
		return a
	case scanner.String, scanner.RawString:
		return arg{kind: textArg, text: p.str()}
	case scanner.Ident:
		name := p.expect(scanner.Ident)
		if name == "re" && (p.tok == scanner.String || p.tok == scanner.RawString) {
			return arg{kind: exprArg, text: p.str()}
		}
		return arg{kind: identArg, text: name}
	}
	p.fail("an argument")
	return a
}

// str reads a quoted string. In a regular expression, the usual \d and \. need no second backslash.
func (p *markParser) str() string {
	quoted := p.s.TokenText()
	p.next()
	text, err := strconv.Unquote(quoted)
	if err != nil {
		text = quoted[1 : len(quoted)-1]
	}
	return text
}

const caret = "‸"

// find returns the region of a text that an argument describes.
func (a arg) find(text string, in region) (region, error) {
	if a.line > 0 {
		starts := position.LineStarts([]int{0}, text)
		if a.line > len(starts) {
			return in, fmt.Errorf("there is no line %d", a.line)
		}
		in = region{starts[a.line-1], position.LineEnd(text, starts, a.line-1)}
	}
	within := text[in.start:in.end]
	expr := a.text
	if a.kind == textArg {
		before, after, isPoint := strings.Cut(a.text, caret)
		expr = "(" + regexp.QuoteMeta(a.text) + ")"
		if isPoint {
			expr = regexp.QuoteMeta(before) + "()" + regexp.QuoteMeta(after)
		}
	}
	re, err := regexp.Compile("(?m)" + expr)
	if err != nil {
		return in, err
	}
	all := re.FindAllStringSubmatchIndex(within, 2)
	switch {
	case len(all) == 0:
		return in, fmt.Errorf("%q is not in %q", a.text, within)
	case len(all) > 1:
		return in, fmt.Errorf("%q is more than once in %q", a.text, within)
	}
	m := all[0]
	if len(m) > 2 && m[2] >= 0 {
		m = m[2:]
	}
	return region{in.start + m[0], in.start + m[1]}, nil
}
