package wire

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"go.lsp.dev/protocol"
)

const (
	MaxTraceText = 16 << 10 // bytes of the message and of the parameters in one trace
	// MaxTraceBacklog is how many bytes may wait for the client before traces are dropped. Traces alone never
	// reach MaxUnwritten, so they delay no answer.
	MaxTraceBacklog = MaxUnwritten / 4
)

// traceLevels are the levels of tracing. Each includes the ones before it; the last has parameters, too.
var traceLevels = []protocol.TraceValue{protocol.TraceValueOff, protocol.TraceValueMessages, protocol.TraceValueVerbose}

// SetTrace makes the connection report its messages to the client with $/logTrace, or stops that.
func (c *Conn) SetTrace(value protocol.TraceValue) error {
	level := slices.Index(traceLevels, value)
	if level < 0 {
		return fmt.Errorf("invalid trace value %q: expected off, messages or verbose", value)
	}
	c.traceLevel.Store(int32(level))
	return nil
}

func (c *Conn) traces() bool { return c.traceLevel.Load() > 0 }

// trace reports a message that began at start and has ended with err. It never waits for the client: while too
// much is unread, it does nothing.
func (c *Conn) trace(start time.Time, what string, params any, err *error) {
	if c.Framer.Queued() > MaxTraceBacklog {
		return
	}
	message := fmt.Appendf(nil, "%s, %.1f ms", what, float64(time.Since(start))/float64(time.Millisecond))
	if *err != nil {
		message = fmt.Appendf(message, ", %v", *err)
	}
	trace := &protocol.LogTraceParams{Message: cut(message)}
	if traceLevels[c.traceLevel.Load()] == protocol.TraceValueVerbose {
		if encoded, err := (codec{}).Marshal(params); err == nil && len(encoded) > 0 {
			trace.Verbose = new(cut(encoded))
		}
	}
	_ = c.rpc.Notify(context.Background(), protocol.MethodLogTrace, trace) // fails only if the client is gone
}

// cut returns at most MaxTraceText bytes of a text, without bytes that are not UTF-8, such as those of a
// character that is cut in two.
func cut(text []byte) string {
	return string(bytes.ToValidUTF8(text[:min(len(text), MaxTraceText)], nil))
}
