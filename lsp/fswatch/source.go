package fswatch

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// A Source reports changes in the directories added to it, but not in those below them. Any goroutine may
// call its functions, which may block until an error is received from Errors.
type Source struct {
	Add    func(dir string) error
	Remove func(dir string) error
	Close  func() error // closes both channels
	Events <-chan fsnotify.Event
	Errors <-chan error
	// WatchList returns the directories that are watched, in no particular order. It is nil if Add never
	// returns nil for a directory that it leaves unwatched.
	WatchList func() []string
}

// errRenaming is the reason why nothing is watched on Windows.
var errRenaming = errors.New("not used on Windows, where watching a directory prevents renaming its parents")

// opensFiles says that watching a directory keeps every file in it open, as with kqueue.
var opensFiles = runtime.GOOS != "linux" && runtime.GOOS != "windows" && runtime.GOOS != "illumos" && runtime.GOOS != "solaris"

// openSource opens the operating system's notifications.
func openSource() (*Source, error) {
	if runtime.GOOS == "windows" {
		return nil, errRenaming
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("requesting notifications: %w", err)
	}
	source := &Source{Add: w.Add, Remove: w.Remove, Close: w.Close, Events: w.Events, Errors: w.Errors}
	if runtime.GOOS == "linux" {
		// inotify watches inodes. fsnotify keeps one path for each: Add returns nil without effect for a
		// second one.
		source.WatchList = w.WatchList
	}
	return source, nil
}

// exhausted reports whether an error says that the system has run out of a resource that watching needs.
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}
