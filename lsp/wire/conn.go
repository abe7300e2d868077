// Package wire frames and dispatches JSON-RPC messages, traces them, and notices the end of the client's process. It does not know
// the methods.
package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A Conn is the connection to the client. Apart from tests, no other code uses go.lsp.dev/jsonrpc2.
//
// The package provides the envelopes and the bookkeeping of calls. Parts of it and of protocol are not robust
// enough for a language server and are replaced: protocol.NewServer runs notifications concurrently, and an
// error or a panic in a handler, or one malformed body, ends its connection; jsonrpc2.CancelHandler derives
// contexts from request contexts that are recycled. Here, notifications run on the reading goroutine, in wire
// order. Requests are prepared there too, and run concurrently. Nothing that a handler does ends the
// connection.
type Conn struct {
	rpc    jsonrpc2.Conn
	Framer *Framer
	Log    *slog.Logger
	Slots  chan struct{} // bounds the requests that run at once
	// TextSlots bounds the requests that need no disk, which must not wait for those that do.
	TextSlots chan struct{}
	Over      chan struct{} // closed when nothing more can be read

	traceLevel atomic.Int32

	mu      sync.Mutex
	running map[jsonrpc2.ID]*running // requests not yet answered; guarded by mu
}

// A running is a request that can be canceled. Its address distinguishes two requests that use the same ID.
type running struct {
	cancel context.CancelFunc
	slot   chan struct{} // from which a slot was taken; nil for none. The request's goroutine alone uses it
}

// runningKey is the key of a request's *running in its context.
type runningKey struct{}

// A Dispatcher handles the messages of a connection. Both methods are called on the reading goroutine, in
// wire order.
type Dispatcher interface {
	// notified handles a notification. An error is only logged.
	Notified(ctx context.Context, method string, params []byte) error
	// Asked returns the function that answers a request, or the error to answer with. An inline answer is
	// computed before the next message is read. Others are computed concurrently, and take a slot to compute
	// after they have waited; see [Conn.Slot].
	Asked(method string) (answer Answer, inline bool, err error)
}

// An Answer computes the result of a request. The parameters are nil if the request has no parameters.
type Answer func(ctx context.Context, params []byte) (any, error)

// A ResponseError is an error with the code and the data for the client.
type ResponseError struct {
	Code    int
	Message string
	Data    any // may be nil
}

func (e *ResponseError) Error() string { return e.Message }

// The codes of JSON-RPC and LSP that handlers use.
const (
	CodeInvalidRequest = int(jsonrpc2.InvalidRequest)
	CodeMethodNotFound = int(jsonrpc2.MethodNotFound)
	CodeInvalidParams  = int(jsonrpc2.InvalidParams)
	CodeNotInitialized = int(jsonrpc2.ServerNotInitialized)
	CodeRequestFailed  = int(protocol.LSPErrorCodesRequestFailed)
	CodeModified       = int(protocol.LSPErrorCodesContentModified)
)

func NewConn(in io.Reader, out io.Writer, log *slog.Logger) *Conn {
	c := &Conn{
		Framer:    NewFramer(in, out),
		Log:       log,
		Slots:     make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		TextSlots: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		Over:      make(chan struct{}),
		running:   make(map[jsonrpc2.ID]*running),
	}
	c.rpc = jsonrpc2.NewConn(&stream{c.Framer, c}, jsonrpc2.WithCodec(codec{}))
	return c
}

// Serve starts reading and returns. The channel is closed when the connection has ended, and err says why.
func (c *Conn) Serve(ctx context.Context, d Dispatcher) <-chan struct{} {
	c.rpc.Go(ctx, func(ctx context.Context, req *jsonrpc2.Request) (any, error) { return c.Dispatch(ctx, req, d) })
	return c.rpc.Done()
}

// Err returns the error that ended the connection, or nil if it ended in an orderly way.
func (c *Conn) Err() error { return c.rpc.Err() }

// Notify writes a notification. It blocks while the client does not read, and must never run on the reading
// goroutine.
func (c *Conn) Notify(ctx context.Context, method string, params any) (err error) {
	if c.traces() {
		defer c.trace(time.Now(), "sent notification "+method, params, &err)
	}
	if err := c.Framer.Await(ctx, MaxUnwritten); err != nil {
		return err
	}
	defer c.Framer.drainAfter()()
	return c.rpc.Notify(ctx, method, params)
}

// Call sends a request to the client and waits for its answer. It must never run on the reading goroutine.
func (c *Conn) Call(ctx context.Context, method string, params, result any) (err error) {
	if c.traces() {
		defer c.trace(time.Now(), "sent request "+method, params, &err)
	}
	return protocol.Call(ctx, c.rpc, method, params, result)
}

// Flush waits until all output is written, as long as the client keeps reading.
func (c *Conn) Flush() {
	for left := c.Framer.Queued(); left > 0; left = c.Framer.Queued() {
		ctx, cancel := context.WithTimeout(context.Background(), ShutdownGrace)
		err := c.Framer.Await(ctx, left-1)
		cancel()
		if err != nil {
			c.Log.Debug("the client did not read all messages", "error", err)
			return
		}
	}
}

func (c *Conn) Dispatch(ctx context.Context, req *jsonrpc2.Request, d Dispatcher) (result any, err error) {
	isCall, method := req.IsCall(), strings.Clone(req.Method()) // valid only until the handler returns
	if c.traces() {
		what := "received notification " + method
		if isCall {
			what = fmt.Sprintf("received request %s (%v)", method, req.ID())
		}
		defer c.trace(time.Now(), what, jsonrpc2.RawMessage(req.Params()), &err)
	}
	defer func() {
		if r := recover(); r != nil {
			c.Log.Error("handler panicked", "method", method, "panic", r, "stack", string(debug.Stack()))
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: internal error", method)
		}
		if !isCall && err != nil { // an error returned for a notification would end the connection
			c.Log.Warn("notification ignored", "method", method, "error", err)
			result, err = nil, nil
		}
	}()

	base := jsonrpc2.DetachContext(ctx) // ctx itself is recycled, so no context may be derived from it
	if !isCall {
		if method == protocol.MethodCancelRequest {
			return nil, c.cancel(req.Params())
		}
		return nil, d.Notified(base, method, req.Params())
	}
	answer, inline, err := d.Asked(method)
	if err != nil {
		return nil, c.wireError(method, err)
	}
	if inline {
		result, err = answer(base, req.Params())
		return c.encode(method, result, err)
	}

	own, done := c.begin(base, req.ID())
	defer done()
	jsonrpc2.Async(ctx)                           // the next messages are read from here on
	if c.Framer.Await(own, MaxUnwritten) != nil { // compute nothing while the client does not read
		return nil, protocol.ErrRequestCancelled
	}
	result, err = answer(own, req.Params())
	if own.Err() != nil {
		return nil, protocol.ErrRequestCancelled
	}
	return c.encode(method, result, err)
}

// Slot waits for one of the slots, and until the client has read enough of earlier answers. ctx is that of a
// request, which takes one slot at most: it must not call Slot again before [Conn.Free]. The request frees it once its
// answer is encoded.
func (c *Conn) Slot(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return context.Canceled
	}
	ctx.Value(runningKey{}).(*running).slot = slots
	if c.Framer.Await(ctx, MaxUnwritten) != nil {
		return context.Canceled
	}
	return nil
}

// Free frees the slot of a request that waits for something else. ctx is that of the request.
func (c *Conn) Free(ctx context.Context) { ctx.Value(runningKey{}).(*running).free() }

// free frees the slot of the request, if it has one.
func (r *running) free() {
	if r.slot != nil {
		<-r.slot
		r.slot = nil
	}
}

// encode encodes the result of a handler. If jsonrpc2 encoded it, a panic would end the connection.
func (c *Conn) encode(method string, result any, err error) (any, error) {
	if err != nil {
		return nil, c.wireError(method, err)
	}
	encoded, err := protocol.Marshal(result)
	if err != nil {
		return nil, c.wireError(method, fmt.Errorf("encoding the result: %w", err))
	}
	return jsonrpc2.RawMessage(encoded), nil
}

// begin registers a request and returns its context and the function that ends it.
func (c *Conn) begin(base context.Context, id jsonrpc2.ID) (context.Context, func()) {
	ctx, cancel := context.WithCancel(base)
	r := &running{cancel: cancel}
	ctx = context.WithValue(ctx, runningKey{}, r)
	c.mu.Lock()
	c.running[id] = r
	c.mu.Unlock()
	return ctx, func() {
		c.mu.Lock()
		if c.running[id] == r { // a client may use an ID again before its first use was answered
			delete(c.running, id)
		}
		c.mu.Unlock()
		cancel()
		r.free()
	}
}

// cancel handles $/cancelRequest. An unknown ID is no error: the answer may be on its way.
func (c *Conn) cancel(params []byte) error {
	var p struct {
		ID protocol.LSPAny `json:"id"`
	}
	if err := Decode(params, &p); err != nil {
		return err
	}
	var id jsonrpc2.ID
	if n, err := strconv.ParseInt(string(p.ID), 10, 64); err == nil {
		id = jsonrpc2.NewNumberID(n)
	} else {
		var name string
		if err := protocol.Unmarshal(p.ID, &name); err != nil {
			return fmt.Errorf("id %s: %w", p.ID, err)
		}
		id = jsonrpc2.NewStringID(name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.running[id]; r != nil {
		r.cancel()
	}
	return nil
}

// Running returns the number of requests that have not been answered.
func (c *Conn) Running() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.running)
}

// CancelAll cancels every request that has not been answered.
func (c *Conn) CancelAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for r := range maps.Values(c.running) {
		r.cancel()
	}
}

// wireError converts an error so that jsonrpc2 sends its code and data. It logs errors that the client did
// not cause.
func (c *Conn) wireError(method string, err error) error {
	if errors.Is(err, context.Canceled) {
		return protocol.ErrRequestCancelled
	}
	var own *ResponseError
	if !errors.As(err, &own) {
		c.Log.Error("request failed", "method", method, "error", err)
		return jsonrpc2.NewError(jsonrpc2.InternalError, err.Error())
	}
	wire := jsonrpc2.NewError(jsonrpc2.Code(own.Code), own.Message)
	if own.Data != nil {
		if data, err := protocol.Marshal(own.Data); err == nil {
			wire.Data = data
		}
	}
	return wire
}

// A stream converts frames to jsonrpc2 messages. It answers a body that is not a valid message with an error
// and continues with the next.
type stream struct {
	*Framer
	conn *Conn
}

func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		body, err := s.ReadFrame()
		if err == nil {
			err = s.Await(ctx, maxUntaken)
		}
		if err != nil {
			close(s.conn.Over)
			s.conn.CancelAll() // no answer can be read, and the connection waits for the requests
			return nil, 0, err
		}
		msg, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return msg, int64(len(body)), nil
		}
		s.conn.Log.Warn("invalid message ignored", "error", err, "bytes", len(body))
		// If the answer cannot be written, framer.broken ends the session.
		_, _ = s.WriteFrame(func(b []byte) []byte { return jsonrpc2.AppendResponse(b, jsonrpc2.ID{}, nil, err) })
	}
}

func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	n, err := s.WriteFrame(func(b []byte) []byte { return jsonrpc2.AppendMessage(b, msg) })
	return int64(n), err
}

// Close does nothing: input and output belong to the caller of Serve.
func (s *stream) Close() error { return nil }

// A codec encodes parameters and results with the union-aware JSON of the protocol package, which does not
// export its own codec.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = slices.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
