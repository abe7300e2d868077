package lsp

import (
	"log/slog"
	"runtime/debug"
	"sync"
)

// looks is the queue of disk accesses that notifications require, in the order of the notifications. The
// reading goroutine adds to it without waiting. Another goroutine, which runs only while the queue is not
// empty, does the work.
type looks struct {
	log *slog.Logger

	mu   sync.Mutex
	list []look // the first is running; guarded by mu
}

type look struct {
	do   func()
	done chan struct{} // closed when this one and all before it are done
}

// add adds to the queue and returns at once.
func (l *looks) add(do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, look{do, make(chan struct{})})
	if len(l.list) == 1 {
		go l.work()
	}
}

// pending returns a channel that is closed when everything that was added so far is done, or nil if it is
// done already.
func (l *looks) pending() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.list) == 0 {
		return nil
	}
	return l.list[len(l.list)-1].done
}

func (l *looks) work() {
	for next, ok := l.first(); ok; next, ok = l.finish(next) {
		l.try(next.do)
	}
}

func (l *looks) first() (look, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list[0], true
}

// finish removes the first look and returns the next one, or false if the queue is empty.
func (l *looks) finish(done look) (look, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = l.list[1:]
	close(done.done)
	if len(l.list) == 0 {
		l.list = nil
		return look{}, false
	}
	return l.list[0], true
}

// try does one look. A panic is logged and affects nothing else.
func (l *looks) try(do func()) {
	defer func() {
		if r := recover(); r != nil {
			l.log.Error("looking at the disk panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	do()
}
