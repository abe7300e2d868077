//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// movesOpenFiles says that a file can be renamed while it is open, and so locked.
const movesOpenFiles = true

// names returns how many names a file has.
func names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// giveTo gives a new file the group and the owner of another one. Only root may give files away, and nobody to whom a namespace does not
// know: then somebody else's becomes one's own.
func giveTo(f *os.File, like fs.FileInfo) error {
	stat, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	for _, id := range [][2]int{{-1, int(stat.Gid)}, {int(stat.Uid), -1}} {
		err := f.Chown(id[0], id[1])
		if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, unix.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return nil
}

// lock marks a file as in use until it is closed or the process ends. Where the file system has no locks none is taken, and nothing is
// removed for want of one.
func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, unix.ENOLCK) {
		return nil
	}
	return err
}

// removeUnlocked removes a file that no process has in use.
func removeUnlocked(path string) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return // it went, or is somebody else's
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = os.Remove(path) // what stays is hidden, and found again
	}
}
