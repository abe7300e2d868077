package wire

import (
	"context"
	"fmt"

	"golang.org/x/sys/windows"
)

// AwaitExit waits for the process handle, which is signaled when the process exits.
func AwaitExit(ctx context.Context, pid int) error {
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return fmt.Errorf("OpenProcess: %w", err)
	}
	defer func() { _ = windows.CloseHandle(process) }()
	over, err := windows.CreateEvent(nil, 1, 0, nil) // signaled when the context ends
	if err != nil {
		return fmt.Errorf("CreateEvent: %w", err)
	}
	defer func() { _ = windows.CloseHandle(over) }()
	signalled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(signalled)
		_ = windows.SetEvent(over)
	})
	defer func() {
		if !stop() { // the event must not be closed while it is being signaled
			<-signalled
		}
	}()
	if _, err := windows.WaitForMultipleObjects([]windows.Handle{process, over}, false, windows.INFINITE); err != nil {
		return fmt.Errorf("WaitForMultipleObjects: %w", err)
	}
	return nil
}
