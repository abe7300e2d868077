package session

import (
	"log/slog"
	"time"

	"skills-ls/skills/vfs"
)

// Options holds everything that a server takes from its process.
type Options struct {
	Version string       // of this program, for the client's about box and logs
	Logger  *slog.Logger // nil discards
	FS      vfs.FS       // nil means [vfs.Disk]
	// DiskTimeout is how long the server waits for a file system; 0 means three seconds.
	DiskTimeout time.Duration
	// Home, Cwd, Env and SettingsFile are as in [workspace.Config].
	Home, Cwd    string
	Env          map[string]string
	SettingsFile string
	Cache        string // directory for files that can be made again, such as the rules' pages; empty means that none are kept
}
