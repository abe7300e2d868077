package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"skills-ls/skills/vfs"
)

// An inputFlags holds the flags that give a check its paths, besides the arguments.
type inputFlags struct {
	from string // a file with a list of paths, "-" for standard input, empty for none
	null bool   // the paths in the list end with NUL, not with a line end
}

func (f *inputFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "files-from", "", "`file` with a list of paths to check, one a line; - is standard input")
	cmd.Flags().BoolVarP(&f.null, "null", "0", false, "the paths of --files-from end with NUL and not with a line end, as find -print0 writes them")
	if err := cmd.MarkFlagFilename("files-from"); err != nil {
		panic(err) // the flag was added above
	}
}

// open opens the list of paths, or returns nil without --files-from. The caller closes the list.
func (f *inputFlags) open(w *project) (*pathList, error) {
	switch f.from {
	case "":
		return nil, nil
	case "-":
		return newPathList(f.from, io.NopCloser(w.sys.Stdin), f.null), nil
	}
	path := w.abs(f.from)
	file, err := vfs.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--files-from: %s: %s", plain(w.show(path)), unreadable(err))
	}
	return newPathList(path, file, f.null), nil
}

// maxPath is the maximum length of a path in a list, in bytes. No system allows longer ones.
const maxPath = 64 << 10

// maxList is the maximum size of a list of paths in bytes, and maxPaths the maximum number of its paths.
const (
	maxList  = 256 << 20
	maxPaths = 1_000_000
)

// A pathList is a list of paths that is read on demand.
type pathList struct {
	io.Closer
	name    string // for messages
	scanner *bufio.Scanner
	limited *io.LimitedReader // what the scanner reads from
	null    bool
	line    int
	paths   int // paths read so far
	// problem is why reading stopped before the end of the list, or nil.
	problem *problem
}

func newPathList(name string, in io.ReadCloser, null bool) *pathList {
	limited := &io.LimitedReader{R: in, N: maxList + 1}
	l := &pathList{Closer: in, name: name, scanner: bufio.NewScanner(limited), limited: limited, null: null}
	l.scanner.Buffer(make([]byte, 4<<10), maxPath)
	if null {
		l.scanner.Split(splitAtNULs)
	}
	return l
}

// splitAtNULs is a [bufio.SplitFunc] for paths that end with NUL.
func splitAtNULs(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// next returns the next path that is not empty. It returns false at the end and if the list cannot be read
// further.
func (l *pathList) next() (path string, ok bool) {
	for l.scanner.Scan() {
		l.line++
		if l.limited.N <= 0 {
			l.fail("the list exceeds %d bytes; check parts of it", maxList)
			return "", false
		}
		switch entry := l.scanner.Bytes(); {
		case len(entry) == 0:
		case bytes.IndexByte(entry, 0) >= 0:
			l.fail("line %d holds a NUL, which no path does; if NULs end the paths, add --null", l.line)
			return "", false
		case l.paths == maxPaths:
			l.fail("the list has more than %d paths; check parts of it", maxPaths)
			return "", false
		default:
			l.paths++
			return string(entry), true
		}
	}
	switch err := l.scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.fail("entry %d is longer than %d bytes, which no path is; see --null for what ends one", l.line+1, maxPath)
	case err != nil:
		l.fail("%s", unreadable(err))
	}
	return "", false
}

func (l *pathList) fail(format string, args ...any) {
	l.problem = &problem{path: l.name, message: fmt.Sprintf(format, args...)}
}

// parts yields the paths in parts of at most the given size, absolute and clean, without duplicates in a
// part. A size of 0 yields one part with all paths, even for an empty list.
func (l *pathList) parts(w *project, size int) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for {
			paths := newPathSet(w)
			more := true
			for more && (size == 0 || len(paths.list) < size) {
				var path string
				if path, more = l.next(); more {
					paths.add(path)
				}
			}
			if len(paths.list) > 0 || size == 0 {
				if !yield(paths.list) {
					return
				}
			}
			if !more {
				return
			}
		}
	}
}

// A pathSet collects absolute, clean paths without duplicates.
type pathSet struct {
	project *project
	known   map[string]bool
	list    []string
}

func newPathSet(w *project) *pathSet { return &pathSet{project: w, known: make(map[string]bool)} }

func (s *pathSet) add(path string) {
	if path = s.project.abs(path); !s.known[path] {
		s.known[path] = true
		s.list = append(s.list, path)
	}
}
