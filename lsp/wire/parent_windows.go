package wire

import "os"

// awaitExit waits for the process handle, which is signaled when the process exits.
func awaitExit(pid int) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	_, err = process.Wait()
	return err
}
