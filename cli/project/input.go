package project

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// An InputFlags holds the flags that give a check its paths, besides the arguments.
type InputFlags struct {
	From string // a file with a list of paths, "-" for standard input, empty for none
	Null bool   // the paths in the list end with NUL, not with a line end
}

func (f *InputFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.From, "files-from", "", "`file` with the paths to check, one per line; - is standard input")
	cmd.Flags().BoolVarP(&f.Null, "null", "0", false, "the paths of --files-from end with NUL, as find -print0 writes them")
	if err := cmd.MarkFlagFilename("files-from"); err != nil {
		panic(err) // the flag was added above
	}
}

// Open opens the list of paths, or returns nil without --files-from. The caller closes the list.
func (f *InputFlags) Open(w *Project) (*PathList, error) {
	switch f.From {
	case "":
		return nil, nil
	case "-":
		return NewPathList(f.From, io.NopCloser(w.Sys.Stdin), f.Null), nil
	}
	path := w.Abs(f.From)
	file, err := vfs.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--files-from: %s: %s", term.Plain(w.Show(path)), Unreadable(err))
	}
	return NewPathList(path, file, f.Null), nil
}

// MaxPath is the maximum length of a path in a list, in bytes. No system allows longer ones.
const MaxPath = 64 << 10

// maxList is the maximum size of a list of paths in bytes, and MaxPaths the maximum number of its paths.
const (
	maxList  = 256 << 20
	MaxPaths = 1_000_000
)

// A PathList is a list of paths that is read on demand.
type PathList struct {
	io.Closer
	name    string // for messages
	scanner *bufio.Scanner
	Limited *io.LimitedReader // what the scanner reads from
	null    bool
	line    int
	paths   int // paths read so far
	// Problem is why reading stopped before the end of the list, or nil.
	Problem *Problem
}

func NewPathList(name string, in io.ReadCloser, null bool) *PathList {
	limited := &io.LimitedReader{R: in, N: maxList + 1}
	l := &PathList{Closer: in, name: name, scanner: bufio.NewScanner(limited), Limited: limited, null: null}
	l.scanner.Buffer(make([]byte, 4<<10), MaxPath)
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

// Next returns the next path that is not empty. It returns false at the end and if the list cannot be read
// further.
func (l *PathList) Next() (path string, ok bool) {
	for l.scanner.Scan() {
		l.line++
		if l.Limited.N <= 0 {
			l.fail("list exceeds %d bytes: split it", maxList)
			return "", false
		}
		switch entry := l.scanner.Bytes(); {
		case len(entry) == 0:
		case bytes.IndexByte(entry, 0) >= 0:
			l.fail("NUL in line %d: use --null if the paths end with NUL", l.line)
			return "", false
		case l.paths == MaxPaths:
			l.fail("list exceeds %d paths: split it", MaxPaths)
			return "", false
		default:
			l.paths++
			return string(entry), true
		}
	}
	switch err := l.scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.fail("path %d exceeds %d bytes: see --null", l.line+1, MaxPath)
	case err != nil:
		l.fail("%s", Unreadable(err))
	}
	return "", false
}

func (l *PathList) fail(format string, args ...any) {
	l.Problem = &Problem{Path: l.name, Message: fmt.Sprintf(format, args...)}
}

// Parts yields the paths in parts of at most the given size, absolute and clean, without duplicates in a
// part. A size of 0 yields one part with all paths, even for an empty list.
func (l *PathList) Parts(w *Project, size int) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for {
			paths := NewPathSet(w)
			more := true
			for more && (size == 0 || len(paths.List) < size) {
				var path string
				if path, more = l.Next(); more {
					paths.Add(path)
				}
			}
			if len(paths.List) > 0 || size == 0 {
				if !yield(paths.List) {
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
	project *Project
	known   map[string]bool
	List    []string
}

func NewPathSet(w *Project) *pathSet { return &pathSet{project: w, known: make(map[string]bool)} }

func (s *pathSet) Add(path string) {
	if path = s.project.Abs(path); !s.known[path] {
		s.known[path] = true
		s.List = append(s.List, path)
	}
}
