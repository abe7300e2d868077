package lsp

import (
	"log/slog"
	"runtime/debug"
	"sync"
)

// diskQueue is the queue of disk accesses that notifications require, in the order of the notifications. The
// reading goroutine adds to it without waiting. Another goroutine, which runs only while the queue is not
// empty, does the work.
type diskQueue struct {
	log *slog.Logger

	mu   sync.Mutex
	list []diskTask // the first is running; guarded by mu
}

type diskTask struct {
	do   func()
	done chan struct{} // closed when this one and all before it are done
}

// add adds to the queue and returns at once.
func (l *diskQueue) add(do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, diskTask{do, make(chan struct{})})
	if len(l.list) == 1 {
		go l.run()
	}
}

// pending returns a channel that is closed when everything that was added so far is done, or nil if it is
// done already.
func (l *diskQueue) pending() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.list) == 0 {
		return nil
	}
	return l.list[len(l.list)-1].done
}

// run does the tasks until the queue is empty.
func (l *diskQueue) run() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.list) > 0 {
		task := l.list[0]
		l.mu.Unlock()
		l.runTask(task.do)
		l.mu.Lock()
		l.list = l.list[1:]
		close(task.done)
	}
	l.list = nil
}

// runTask does one task. A panic is logged and affects nothing else.
func (l *diskQueue) runTask(do func()) {
	defer func() {
		if r := recover(); r != nil {
			l.log.Error("reading the disk panicked", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	do()
}
