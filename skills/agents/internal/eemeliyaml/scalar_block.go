package eemeliyaml

import "strings"

// A blockHeader is what stands on the first line of a block scalar.
type blockHead struct {
	folded bool
	indent int // the explicit one, 0 for none
	chomp  byte
	length int
}

// A blockLine is a line of a block scalar, with a carriage return where it has one.
type blockLine struct{ indent, content string }

func (l blockLine) isEmpty() bool { return l.content == "" || l.content == "\r" }

// blockValue reads a block scalar and returns where it ends.
func (c *composer) blockValue(t *token) (value string, end int) {
	head := c.blockHead(t)
	lines := blockLines(t.source)
	end = t.offset + head.length + len(t.source)
	chomp := len(lines)
	for chomp > 0 && lines[chomp-1].isEmpty() {
		chomp--
	}
	if chomp == 0 {
		if head.chomp == '+' && len(lines) > 0 {
			value = strings.Repeat("\n", max(1, len(lines)-1))
		}
		return value, end
	}
	trim, offset, first := c.blockIndent(t, head, lines[:chomp])
	for i := len(lines) - 1; i >= chomp; i-- {
		if len(lines[i].indent) > trim {
			chomp = i + 1
			break
		}
	}
	w := blockWriter{folded: head.folded, trim: trim}
	for _, line := range lines[:first] {
		w.out.WriteString(beyond(line.indent, trim) + "\n")
	}
	for _, line := range lines[first:chomp] {
		offset += len(line.indent) + len(line.content) + 1
		crlf := strings.HasSuffix(line.content, "\r")
		line.content = strings.TrimSuffix(line.content, "\r")
		if line.content != "" && len(line.indent) < trim {
			c.lessIndented(head, line, offset, crlf)
			line.indent = ""
		}
		w.line(line)
	}
	switch head.chomp {
	case '-':
	case '+':
		for _, line := range lines[chomp:] {
			w.out.WriteString("\n" + beyond(line.indent, trim))
		}
		if !strings.HasSuffix(w.out.String(), "\n") {
			w.out.WriteByte('\n')
		}
	default:
		w.out.WriteByte('\n')
	}
	return w.out.String(), end
}

func (c *composer) lessIndented(head blockHead, line blockLine, offset int, crlf bool) {
	than, back := "first line", 1
	if head.indent > 0 {
		than = "explicit indentation indicator"
	}
	if crlf {
		back = 2
	}
	c.failAt(offset-len(line.content)-back, "BAD_INDENT", "Block scalar lines must not be less indented than their "+than)
}

// blockIndent returns how many columns are taken off the lines, where the first of them with content begins, and which it is.
func (c *composer) blockIndent(t *token, head blockHead, lines []blockLine) (trim, offset, first int) {
	trim, offset = t.indent+head.indent, t.offset+head.length
	for i, line := range lines {
		if line.isEmpty() {
			if head.indent == 0 {
				trim = max(trim, len(line.indent))
			}
			offset += len(line.indent) + len(line.content) + 1
			continue
		}
		if len(line.indent) < trim {
			c.failAt(offset+len(line.indent), "MISSING_CHAR",
				"Block scalars with more-indented leading empty lines must use an explicit indentation indicator")
		}
		if head.indent == 0 {
			trim = len(line.indent)
		}
		if trim == 0 && !c.atRoot {
			c.failAt(offset, "BAD_INDENT", "Block scalar values in collections must be indented")
		}
		return trim, offset, i
	}
	return trim, offset, 0
}

// A blockWriter puts the lines of a block scalar together.
type blockWriter struct {
	folded bool
	trim   int
	out    strings.Builder
	sep    string
	more   bool // the line before is more indented
}

func (w *blockWriter) line(line blockLine) {
	switch {
	case !w.folded:
		w.out.WriteString(w.sep + beyond(line.indent, w.trim) + line.content)
		w.sep = "\n"
	case len(line.indent) > w.trim || strings.HasPrefix(line.content, "\t"):
		if w.sep == " " {
			w.sep = "\n"
		} else if !w.more && w.sep == "\n" {
			w.sep = "\n\n"
		}
		w.out.WriteString(w.sep + beyond(line.indent, w.trim) + line.content)
		w.sep, w.more = "\n", true
	case line.content == "":
		if w.sep == "\n" {
			w.out.WriteByte('\n')
		} else {
			w.sep = "\n"
		}
	default:
		w.out.WriteString(w.sep + line.content)
		w.sep, w.more = " ", false
	}
}

// beyond returns what of an indentation lies beyond the column.
func beyond(indent string, column int) string { return indent[min(max(0, column), len(indent)):] }

func (c *composer) blockHead(t *token) blockHead {
	source := t.props[0].source
	head := blockHead{folded: source[0] == '>', length: len(source)}
	extra := -1
	for i := 1; i < len(source); i++ {
		switch ch := source[i]; {
		case head.chomp == 0 && (ch == '-' || ch == '+'):
			head.chomp = ch
		case head.indent == 0 && ch >= '1' && ch <= '9':
			head.indent = int(ch - '0')
		case extra == -1:
			extra = t.offset + i
		}
	}
	if extra != -1 {
		c.failAt(extra, "UNEXPECTED_TOKEN", "Block scalar header includes extra characters: "+source)
	}
	spaced := false
	for _, p := range t.props[1:] {
		switch p.kind {
		case space:
			spaced = true
		case newline:
		case comment:
			if !spaced {
				c.failOn(p, "MISSING_CHAR", commentSpace)
			}
		case failure:
			c.failOn(p, "UNEXPECTED_TOKEN", p.message)
		default:
			c.failOn(p, "UNEXPECTED_TOKEN", "Unexpected token in block scalar header: "+string(p.kind))
		}
		head.length += len(p.source)
	}
	return head
}

func blockLines(source string) []blockLine {
	if source == "" {
		return nil
	}
	var lines []blockLine
	for line := range strings.SplitSeq(source, "\n") {
		content := strings.TrimLeft(line, " ")
		lines = append(lines, blockLine{line[:len(line)-len(content)], content})
	}
	return lines
}
