package wire

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// awaitExit waits for a pidfd, which becomes readable when the process exits. It fails on kernels before 5.3
// and in sandboxes that do not support pidfds.
func awaitExit(pid int) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return nil // the process exited after it was last seen
	}
	if err != nil {
		return fmt.Errorf("pidfd_open: %w", err)
	}
	defer func() { _ = unix.Close(fd) }()
	for {
		_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
