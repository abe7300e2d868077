package wire

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
	TraceQueue   = 256      // traces that may wait for a client that reads slowly; more are dropped
	MaxTraceText = 16 << 10 // bytes of the parameters in one trace
	maxTraceName = 100      // bytes of a method or an ID in one trace
)

// A traceLevel says how much is traced.
type traceLevel int32

const (
	traceOff traceLevel = iota
	TraceMessages
	traceVerbose // parameters, too
)

var TraceLevels = map[protocol.TraceValue]traceLevel{
	protocol.TraceValueOff:      traceOff,
	protocol.TraceValueMessages: TraceMessages,
	protocol.TraceValueVerbose:  traceVerbose,
}

func (l traceLevel) String() string {
	for value, level := range TraceLevels {
		if level == l {
			return string(value)
		}
	}
	return fmt.Sprintf("traceLevel(%d)", int32(l))
}

// A tracer reports the messages of the connection to the client with $/logTrace, at the level that the client
// requested. While it is off, it costs one atomic load for each message.
//
// The goroutine that handles a message makes its trace, and a goroutine of the tracer sends it. So a client
// that reads slowly blocks no other work. Traces are not traced, and they contain no text of a document: see
// [WithoutTexts].
type tracer struct {
	Send func(context.Context, *protocol.LogTraceParams) error

	level   atomic.Int32 // a [traceLevel]
	Queue   chan *protocol.LogTraceParams
	dropped atomic.Int64 // traces for which the queue had no room, and which were not reported to the client yet
	sending sync.Once

	// Nothing may be sent to the client before initialize is answered, so the level chosen there takes effect
	// with initialized. Only the reading goroutine uses both fields.
	chosen traceLevel
	begun  bool
}

func NewTracer(send func(context.Context, *protocol.LogTraceParams) error) *tracer {
	return &tracer{Send: send, Queue: make(chan *protocol.LogTraceParams, TraceQueue)}
}

// on reports whether messages are traced. Any goroutine may call it.
func (t *tracer) on() bool { return t.Level() != traceOff }

func (t *tracer) Level() traceLevel { return traceLevel(t.level.Load()) }

// Begin makes the chosen level, and every later one, take effect until the context ends.
func (t *tracer) Begin(ctx context.Context) {
	t.begun = true
	t.SetLevel(ctx, t.chosen)
}

func (t *tracer) SetLevel(ctx context.Context, level traceLevel) {
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

// run sends the queued traces. Those that are still queued when tracing is turned off are dropped.
func (t *tracer) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case trace := <-t.Queue:
			if t.on() && t.Send(ctx, trace) != nil {
				return // the client is gone, which other code logs
			}
		}
	}
}

// received traces a message of the client. The function that it returns traces the outcome: the size of the
// result in bytes, or the code of the error unless that is 0. A notification is traced once, when it has
// taken effect.
func (t *tracer) received(isCall bool, method, id string, params []byte) func(size, code int) {
	start := time.Now()
	method, id = Cut(method, maxTraceName), Cut(id, maxTraceName)
	if !isCall {
		return func(int, int) {
			t.Log(params, "received notification %s, %d bytes, done in %s", method, len(params), since(start))
		}
	}
	t.Log(params, "received request %s (%s), %d bytes", method, id, len(params))
	return func(size, code int) {
		if code != 0 {
			t.Log(nil, "answered request %s (%s) with error %d after %s", method, id, code, since(start))
			return
		}
		t.Log(nil, "answered request %s (%s) with %d bytes after %s", method, id, size, since(start))
	}
}

// refused traces a body that is not a message.
func (t *tracer) refused(size int) {
	if t.on() {
		t.Log(nil, "refused a message of %d bytes", size)
	}
}

// sent traces a request or a notification to the client.
func (t *tracer) sent(kind, method string, size int) {
	t.Log(nil, "sent %s %s, %d bytes", kind, method, size)
}

// returned traces the client's answer to a request.
func (t *tracer) returned(method string, start time.Time, code int) {
	if code != 0 {
		t.Log(nil, "received error %d for request %s after %s", code, method, since(start))
		return
	}
	t.Log(nil, "received answer to request %s after %s", method, since(start))
}

// since formats the time that has passed since start.
func since(start time.Time) string {
	return fmt.Sprintf("%.1f ms", float64(time.Since(start))/float64(time.Millisecond))
}

// Log queues a trace. It adds the parameters if the level is verbose. If they are nil, there is nothing to
// add.
func (t *tracer) Log(params []byte, format string, args ...any) {
	trace := &protocol.LogTraceParams{Message: fmt.Sprintf(format, args...)}
	if params != nil && t.Level() == traceVerbose {
		trace.Verbose = new(WithoutTexts(params))
	}
	missing := t.dropped.Swap(0)
	if missing > 0 {
		trace.Message = fmt.Sprintf("(%d traces before this one were dropped: they are read too slowly) %s", missing, trace.Message)
	}
	select {
	case t.Queue <- trace:
	default:
		t.dropped.Add(missing + 1)
	}
}

// traceable are the members of parameters whose strings are URIs and names of the protocol, and not text that
// a user wrote.
var traceable = map[string]bool{
	"uri": true, "oldUri": true, "newUri": true, "rootUri": true, "rootPath": true, "scopeUri": true,
	"languageId": true, "kind": true, "only": true, "section": true, "trace": true,
	"token": true, "workDoneToken": true, "partialResultToken": true,
}

// WithoutTexts returns parameters as JSON with every string replaced by its length, except the members in
// traceable. The text of a document is in many more members than text and newText, such as labels, messages,
// queries and settings.
func WithoutTexts(params []byte) string {
	var value any
	if err := json.Unmarshal(params, &value); err != nil {
		return fmt.Sprintf("(%d bytes that are no JSON)", len(params))
	}
	text, err := json.Marshal(withoutTexts(value, false))
	if err != nil {
		return fmt.Sprintf("(%d bytes: %v)", len(params), err)
	}
	return Cut(string(text), MaxTraceText)
}

// withoutTexts replaces the strings in a JSON value by their lengths, and returns the value. If keep is set, a
// string stays, and so do the strings of a list.
func withoutTexts(value any, keep bool) any {
	switch value := value.(type) {
	case string:
		if !keep {
			return fmt.Sprintf("(%d bytes)", len(value))
		}
	case []any:
		for i, element := range value {
			value[i] = withoutTexts(element, keep)
		}
	case map[string]any:
		for name, member := range value {
			if name != "capabilities" { // of initialize: it has only names of the protocol
				value[name] = withoutTexts(member, traceable[name])
			}
		}
	}
	return value
}

// Cut shortens a text to at most this many bytes. A shortened text ends in an ellipsis.
func Cut(text string, most int) string {
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
