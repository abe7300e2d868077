//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package wire

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// AwaitExit waits for the kernel queue to report the exit of the process.
func AwaitExit(ctx context.Context, pid int) error {
	queue, err := unix.Kqueue()
	if err != nil {
		return fmt.Errorf("kqueue: %w", err)
	}
	defer func() { _ = unix.Close(queue) }()
	read, write, err := os.Pipe() // closing write wakes the queue when the context ends
	if err != nil {
		return err
	}
	defer read.Close()
	defer write.Close()
	defer context.AfterFunc(ctx, func() { _ = write.Close() })()

	watched := make([]unix.Kevent_t, 2)
	unix.SetKevent(&watched[0], pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	watched[0].Fflags = unix.NOTE_EXIT
	unix.SetKevent(&watched[1], int(read.Fd()), unix.EVFILT_READ, unix.EV_ADD)
	if _, err := unix.Kevent(queue, watched, nil, nil); errors.Is(err, unix.ESRCH) {
		return nil // the process exited before it could be watched
	} else if err != nil {
		return fmt.Errorf("kevent: %w", err)
	}
	for events := make([]unix.Kevent_t, 1); ; {
		n, err := unix.Kevent(queue, nil, events, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return fmt.Errorf("kevent: %w", err)
		case n > 0:
			return nil
		}
	}
}
