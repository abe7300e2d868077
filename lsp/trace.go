package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

const (
	traceQueue   = 256      // traces that wait for a client that reads slowly; what is more is dropped
	maxTraceText = 16 << 10 // bytes of the parameters in one trace
	maxTraceName = 100      // bytes of a method or an ID in one trace
)

// A traceLevel says how much is traced.
type traceLevel int32

const (
	traceOff traceLevel = iota
	traceMessages
	traceVerbose // parameters, too
)

var traceLevels = map[protocol.TraceValue]traceLevel{
	protocol.TraceValueOff:      traceOff,
	protocol.TraceValueMessages: traceMessages,
	protocol.TraceValueVerbose:  traceVerbose,
}

func (l traceLevel) String() string {
	for value, level := range traceLevels {
		if level == l {
			return string(value)
		}
	}
	return fmt.Sprintf("traceLevel(%d)", int32(l))
}

// A tracer tells the client with $/logTrace which messages pass, as far as the client asked for it. While it is off, it costs
// one atomic load for each message.
//
// A trace is made by the goroutine that the message passes on and sent by one of the tracer's own, so that a client that reads
// slowly holds up nobody. No trace tells of a trace, and none holds text of a document: see [untexted].
type tracer struct {
	send func(context.Context, *protocol.LogTraceParams) error

	level   atomic.Int32 // a [traceLevel]
	queue   chan *protocol.LogTraceParams
	dropped atomic.Int64 // traces for which the queue had no room, and of which the client has not been told
	sending sync.Once

	// The client may be sent nothing before initialize is answered, so what it chose there counts from initialized on.
	// Both are used by the reading goroutine alone.
	chosen traceLevel
	begun  bool
}

func newTracer(send func(context.Context, *protocol.LogTraceParams) error) *tracer {
	return &tracer{send: send, queue: make(chan *protocol.LogTraceParams, traceQueue)}
}

// on reports whether messages are traced. Any goroutine may ask.
func (t *tracer) on() bool { return t.now() != traceOff }

func (t *tracer) now() traceLevel { return traceLevel(t.level.Load()) }

// begin makes the chosen level, and every one that is chosen later, take effect until the context ends.
func (t *tracer) begin(ctx context.Context) {
	t.begun = true
	t.choose(ctx, t.chosen)
}

func (t *tracer) choose(ctx context.Context, level traceLevel) {
	t.chosen = level
	if !t.begun {
		return
	}
	t.level.Store(int32(level))
	if level == traceOff {
		t.dropped.Store(0)
	} else {
		t.sending.Do(func() { go t.run(ctx) })
	}
}

// run sends what is queued. What is still queued when tracing is switched off is not sent any more.
func (t *tracer) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case trace := <-t.queue:
			if t.on() && t.send(ctx, trace) != nil {
				return // the client is gone, which others log
			}
		}
	}
}

// received traces a message of the client, and returns the function that traces what became of it: the size of the result in
// bytes, or the code of the error where that is not 0. A notification is traced once, when it has taken effect.
func (t *tracer) received(isCall bool, method, id string, params []byte) func(size, code int) {
	start := time.Now()
	method, id = cut(method, maxTraceName), cut(id, maxTraceName)
	if !isCall {
		return func(int, int) {
			t.tell(params, "received notification %s, %d bytes, done in %s", method, len(params), since(start))
		}
	}
	t.tell(params, "received request %s (%s), %d bytes", method, id, len(params))
	return func(size, code int) {
		if code != 0 {
			t.tell(nil, "answered request %s (%s) with error %d after %s", method, id, code, since(start))
			return
		}
		t.tell(nil, "answered request %s (%s) with %d bytes after %s", method, id, size, since(start))
	}
}

// refused traces a body that is no message.
func (t *tracer) refused(size int) {
	if t.on() {
		t.tell(nil, "refused a message of %d bytes", size)
	}
}

// sent traces a request or a notification to the client.
func (t *tracer) sent(kind, method string, size int) {
	t.tell(nil, "sent %s %s, %d bytes", kind, method, size)
}

// returned traces the client's answer to a request.
func (t *tracer) returned(method string, start time.Time, code int) {
	if code != 0 {
		t.tell(nil, "received error %d for request %s after %s", code, method, since(start))
		return
	}
	t.tell(nil, "received answer to request %s after %s", method, since(start))
}

// since prints how long ago something began.
func since(start time.Time) string {
	return fmt.Sprintf("%.1f ms", float64(time.Since(start))/float64(time.Millisecond))
}

// tell queues a trace. The parameters are added where the level is verbose; nil means that there is nothing to add.
func (t *tracer) tell(params []byte, format string, args ...any) {
	trace := &protocol.LogTraceParams{Message: fmt.Sprintf(format, args...)}
	if params != nil && t.now() == traceVerbose {
		trace.Verbose = new(untexted(params))
	}
	missing := t.dropped.Swap(0)
	if missing > 0 {
		trace.Message = fmt.Sprintf("(%d traces before this one were dropped: they are read too slowly) %s", missing, trace.Message)
	}
	select {
	case t.queue <- trace:
	default:
		t.dropped.Add(missing + 1)
	}
}

// setTrace acts on $/setTrace.
func (s *server) setTrace(params []byte) error {
	var p protocol.SetTraceParams
	if err := decode(params, &p); err != nil {
		return err
	}
	level, ok := traceLevels[p.Value]
	if !ok {
		return fmt.Errorf("%q is no trace value: off, messages or verbose", p.Value)
	}
	s.conn.trace.choose(s.ctx, level)
	return nil
}

// traceable are the members of parameters whose strings are names of the protocol, and no text that somebody wrote.
var traceable = map[string]bool{
	"uri": true, "oldUri": true, "newUri": true, "rootUri": true, "rootPath": true, "scopeUri": true,
	"languageId": true, "kind": true, "only": true, "section": true, "trace": true,
	"token": true, "workDoneToken": true, "partialResultToken": true,
}

// untexted returns parameters as JSON with every string replaced by its length, except for names of the protocol: a document's
// text travels in many more members than text and newText, such as labels, messages, queries and settings.
func untexted(params []byte) string {
	var value any
	if err := json.Unmarshal(params, &value); err != nil {
		return fmt.Sprintf("(%d bytes that are no JSON)", len(params))
	}
	text, err := json.Marshal(untext(value, false))
	if err != nil {
		return fmt.Sprintf("(%d bytes: %v)", len(params), err)
	}
	return cut(string(text), maxTraceText)
}

// untext returns a JSON value with its strings replaced by their lengths. keep says that it is a string, or a list of such,
// which stays as it is.
func untext(value any, keep bool) any {
	switch value := value.(type) {
	case string:
		if !keep {
			return fmt.Sprintf("(%d bytes)", len(value))
		}
	case []any:
		for i, element := range value {
			value[i] = untext(element, keep)
		}
	case map[string]any:
		for name, member := range value {
			if name != "capabilities" { // of initialize: nothing but names of the protocol
				value[name] = untext(member, traceable[name])
			}
		}
	}
	return value
}

// cut returns a text of at most that many bytes, with a sign that there was more.
func cut(text string, most int) string {
	const more = "…"
	if len(text) <= most {
		return text
	}
	end := most - len(more)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + more
}
