package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// A platform is a target of the Go compiler: GOOS and GOARCH.
type platform struct{ os, arch string }

// platforms are the platforms of a release.
var platforms = []platform{
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// targets maps VS Code's names of platforms. The program needs no C library, so Alpine uses the one for
// Linux.
var targets = map[string]platform{
	"alpine-arm64": {"linux", "arm64"},
	"alpine-x64":   {"linux", "amd64"},
	"darwin-arm64": {"darwin", "arm64"},
	"darwin-x64":   {"darwin", "amd64"},
	"linux-arm64":  {"linux", "arm64"},
	"linux-armhf":  {"linux", "arm"},
	"linux-x64":    {"linux", "amd64"},
	"win32-arm64":  {"windows", "arm64"},
	"win32-x64":    {"windows", "amd64"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// binary returns the file name of the program.
func (p platform) binary() string {
	if p.os == "windows" {
		return "skills-ls.exe"
	}
	return "skills-ls"
}

// env returns the variables that determine what is built, so that the user's environment does not.
func (p platform) env() []string {
	return []string{
		"GOOS=" + p.os, "GOARCH=" + p.arch, "GOAMD64=v1", "GOARM=7", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOEXPERIMENT=", "GOFIPS140=off", "GOFLAGS=", "GOWORK=off",
	}
}

// targets returns VS Code's names of a platform, sorted.
func (p platform) targets() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(targets)) {
		if targets[name] == p {
			names = append(names, name)
		}
	}
	return names
}

func platformOfTarget(target string) (platform, error) {
	p, ok := targets[target]
	if !ok {
		return p, fmt.Errorf("unknown target %s: expected one of %s", target, strings.Join(slices.Sorted(maps.Keys(targets)), ", "))
	}
	return p, nil
}

// platformsOf parses a comma-separated list of release platforms. "all" is all of them, and "host" is the
// platform of this program.
func platformsOf(list string) ([]platform, error) {
	switch list {
	case "all":
		return platforms, nil
	case "host":
		return []platform{host()}, nil
	}
	var named []platform
	for name := range strings.SplitSeq(list, ",") {
		os, arch, _ := strings.Cut(name, "/")
		p := platform{os, arch}
		if !slices.Contains(platforms, p) {
			return nil, fmt.Errorf("no releases for %q: expected one of %v", name, platforms)
		}
		if !slices.Contains(named, p) {
			named = append(named, p)
		}
	}
	return named, nil
}

func host() platform { return platform{runtime.GOOS, runtime.GOARCH} }
