package serdeyaml

// events is a list that never copies its elements when it grows: a text of 1 MB can have a million of them.
type events struct {
	chunks [][]event
	len    int
}

// chunk is the number of events in a chunk that is full. The first chunk grows with the text.
const chunk = 1 << 12

func (l *events) add(e event) {
	if l.len%chunk == 0 {
		l.chunks = append(l.chunks, nil)
		if l.len > 0 {
			l.chunks[len(l.chunks)-1] = make([]event, 0, chunk)
		}
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, e)
	l.len++
}

func (l *events) at(i int) event { return l.chunks[i/chunk][i%chunk] }
