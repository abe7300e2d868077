package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// build builds the program from a checkout: stripped, without paths of this machine, and with the version
// that Go takes from the tags and commits of the checkout. It fails without a checkout.
func build(root string, p platform, to string) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	_, err = output(root, p.env(), "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", to, ".")
	return err
}

// localPaths returns the directories of the program's sources on this machine: its own, those of its
// libraries, and Go's.
func localPaths(root string) ([]string, error) {
	checkout, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	out, err := output(root, nil, "go", "env", "GOMODCACHE", "GOROOT")
	if err != nil {
		return nil, err
	}
	paths := append(strings.Split(strings.TrimSpace(out), "\n"), checkout)
	for i, path := range paths {
		paths[i] = path + string(filepath.Separator)
	}
	return paths, nil
}

// timeOf returns the time of all files in a release: that of the commit, unless SOURCE_DATE_EPOCH sets
// another, as reproducible-builds.org/specs/source-date-epoch specifies. It is in UTC, in whole seconds.
func timeOf(root string) (time.Time, error) {
	epoch, from := os.Getenv("SOURCE_DATE_EPOCH"), "SOURCE_DATE_EPOCH"
	if epoch == "" {
		out, err := output(root, nil, "git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, fmt.Errorf("reading the time of the commit, since SOURCE_DATE_EPOCH is not set: %w", err)
		}
		epoch, from = strings.TrimSpace(out), "git log"
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: invalid number of seconds %q", from, epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// output runs a command in a directory, with variables added to the environment of this process, and returns
// its standard output.
func output(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s%s", err, out, exit.Stderr)
		}
		return "", fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return string(out), nil
}
