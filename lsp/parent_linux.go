package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// awaitExit waits for a file descriptor that stands for the process, which becomes readable at its end. Kernels before 5.3, and
// sandboxes that know no such descriptors, refuse it.
func awaitExit(ctx context.Context, pid int) error {
	fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK)
	if errors.Is(err, unix.EINVAL) { // before 5.10 the flag is not known
		if fd, err = unix.PidfdOpen(pid, 0); err == nil {
			err = unix.SetNonblock(fd, true)
		}
	}
	if errors.Is(err, unix.ESRCH) {
		return nil // it has ended since it was last seen
	}
	if err != nil {
		return fmt.Errorf("pidfd_open: %w", err)
	}
	file := os.NewFile(uintptr(fd), "pidfd") // not blocking, so that the agent's poller waits and no thread does
	defer file.Close()
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Unix(1, 0)) })()
	err = raw.Read(func(fd uintptr) bool {
		ready, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		return err == nil && ready > 0
	})
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	return err
}
