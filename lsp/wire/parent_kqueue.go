//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package wire

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// awaitExit waits for the kernel queue to report the exit of the process.
func awaitExit(pid int) error {
	queue, err := unix.Kqueue()
	if err != nil {
		return fmt.Errorf("kqueue: %w", err)
	}
	defer func() { _ = unix.Close(queue) }()
	watched := make([]unix.Kevent_t, 1)
	unix.SetKevent(&watched[0], pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	watched[0].Fflags = unix.NOTE_EXIT
	if _, err := unix.Kevent(queue, watched, nil, nil); errors.Is(err, unix.ESRCH) {
		return nil // the process exited before it could be watched
	} else if err != nil {
		return fmt.Errorf("kevent: %w", err)
	}
	for {
		_, err := unix.Kevent(queue, nil, watched, nil)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
