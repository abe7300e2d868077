package term

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// A build identifies this program.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the source; empty if unknown
	Time     string `json:"time"`     // of the revision, in RFC 3339
	Modified bool   `json:"modified"` // the source had uncommitted changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// ReadBuild returns what the Go toolchain recorded in the program.
func ReadBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func (b build) String() string {
	text := "skills-ls " + b.Version
	var details []string
	if b.Revision != "" {
		details = append(details, "revision "+b.Revision[:min(12, len(b.Revision))])
	}
	if b.Modified {
		details = append(details, "modified")
	}
	details = append(details, b.Go, b.Platform)
	return text + " (" + strings.Join(details, ", ") + ")"
}
