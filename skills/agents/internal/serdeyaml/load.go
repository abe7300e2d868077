package serdeyaml

import "strings"

// A document is what serde_yaml's loader makes of the first document of a text: its events up to the end or to an error, which
// nobody sees who does not read that far.
type document struct {
	text   string
	events events
	err    *Error
	more   bool // whether something follows that is no end of the text
	// anchored are the indexes of the events with an anchor, by its number. serde_yaml numbers an anchor by how many names there
	// are: one that is defined again takes the number of the next new one, and an alias that knew it leads elsewhere then.
	anchored []int
}

func load(text string) (d *document) {
	d = &document{text: text}
	defer d.rescue(&d.err)
	p := newParser(text)
	anchors := make(map[string]int)
	for {
		e := p.next()
		switch e.kind {
		case documentStartEvent:
			continue
		case streamEndEvent:
			if d.events.len == 0 {
				d.events.add(event{kind: voidEvent, start: e.start, end: e.end, value: e.start.offset})
			}
			return d
		case documentEndEvent:
			d.more = follows(p)
			return d
		case aliasEvent:
			number, ok := anchors[e.text]
			if !ok {
				d.err = &Error{Cause: Syntax, Start: e.start.offset, End: e.end.offset, Message: positioned("unknown anchor", e.start)}
				d.more = true
				return d
			}
			e.target = number
		}
		if e.anchor != "" {
			number := len(anchors)
			anchors[e.anchor] = number
			if number == len(d.anchored) {
				d.anchored = append(d.anchored, 0)
			}
			d.anchored[number] = d.events.len
		}
		d.events.add(e)
	}
}

// follows reports whether there is another document, or an error.
func follows(p *parser) (more bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(*Error); !ok {
				panic(r)
			}
			more = true
		}
	}()
	return p.next().kind != streamEndEvent
}

// rescue takes the error that the parser gave up with.
func (d *document) rescue(err **Error) {
	if r := recover(); r != nil {
		e, ok := r.(*Error)
		if !ok {
			panic(r)
		}
		*err, d.more = e, true
	}
}

// positioned adds a place to a message of serde_yaml's own.
func positioned(message string, at mark) string {
	if at.isStart() {
		return message
	}
	return message + " at " + at.String()
}

// end returns where the value of an event ends, without the line breaks behind a block scalar.
func (d *document) end(e event) int {
	if e.style == Literal || e.style == Folded {
		return e.value + len(strings.TrimRight(d.text[e.value:e.end.offset], " \t\r\n"))
	}
	return max(e.end.offset, e.value)
}

// extent returns the end of the value that begins with the event at the index.
func (d *document) extent(i int) int {
	end := d.end(d.events.at(i))
	for depth := 0; i < d.events.len; i++ {
		switch e := d.events.at(i); e.kind {
		case sequenceStart, mappingStart:
			depth++
		case sequenceEnd, mappingEnd:
			depth--
			if e.end.offset > e.start.offset { // a bracket
				end = e.end.offset
			}
		default:
			end = d.end(e)
		}
		if depth == 0 {
			break
		}
	}
	return end
}
