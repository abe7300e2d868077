//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package fix

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// movesOpenFiles reports whether an open file can be renamed, and so keep its lock.
const movesOpenFiles = true

// names returns the number of hard links of a file.
func names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// giveTo gives a new file the group and the owner of another one, if possible. Only root may change the
// owner, and not to one that its namespace does not map. The file then belongs to the user who runs the
// program.
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

// Lock marks a file as in use until it is closed or the process ends. It does nothing if the file system has
// no locks, and then RemoveUnlocked does not remove the file either.
func Lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, unix.ENOLCK) {
		return nil
	}
	return err
}

// RemoveUnlocked removes a file unless a process uses it.
func RemoveUnlocked(path string) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return // it was removed, or belongs to another user
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = os.Remove(path) // a file that remains is hidden, and the next run finds it
	}
}
