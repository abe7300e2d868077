package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// AwaitExit waits for a pidfd, which becomes readable when the process exits. It fails on kernels before 5.3
// and in sandboxes that do not support pidfds.
func AwaitExit(ctx context.Context, pid int) error {
	fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK)
	if errors.Is(err, unix.EINVAL) { // kernels before 5.10 reject the flag
		if fd, err = unix.PidfdOpen(pid, 0); err == nil {
			err = unix.SetNonblock(fd, true)
		}
	}
	if errors.Is(err, unix.ESRCH) {
		return nil // the process exited after it was last seen
	}
	if err != nil {
		return fmt.Errorf("pidfd_open: %w", err)
	}
	file := os.NewFile(uintptr(fd), "pidfd") // non-blocking, so that the runtime's poller waits and no thread is blocked
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
