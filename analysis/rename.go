package analysis

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A RenameReason is a word for programs that says why something cannot be renamed.
type RenameReason string

const (
	Exists      RenameReason = "exists"      // something else has the name
	InvalidName RenameReason = "invalid"     // the name is invalid for this kind of thing
	Ambiguous   RenameReason = "ambiguous"   // a mention may refer to several skills
	Outside     RenameReason = "outside"     // it is not in a workspace folder
	ReadOnly    RenameReason = "read_only"   // a file that would have to change is read-only
	Linked      RenameReason = "linked"      // a symbolic link would be broken afterwards
	Unsupported RenameReason = "unsupported" // it requires a client that renames files and directories
	Unwritten   RenameReason = "unwritten"   // the name is written in a form that cannot be replaced
	Unscanned   RenameReason = "unscanned"   // the workspace has not been read yet
)

// A RenameError says why something cannot be renamed.
type RenameError struct {
	Reason  RenameReason
	Message string
	Paths   []string // the files in the way; may be nil
}

func (e *RenameError) Error() string { return e.Message }

func renameError(reason RenameReason, paths []string, format string, args ...any) *RenameError {
	return &RenameError{Reason: reason, Paths: paths, Message: fmt.Sprintf(format, args...)}
}

// A RenameQuery asks to rename the entity at an offset.
type RenameQuery struct {
	Path   string
	Offset int // in bytes; one outside the text, or inside a character, counts as the nearest one before it
	// Name is the new name: that of a skill, the text of a heading, a label without brackets, an argument
	// without the dollar sign; or, for a file, its slash-separated path, relative to the same directory as
	// the link at the offset. [Snapshot.PrepareRename] ignores it.
	Name string
	// Files means that the client can rename files and directories.
	Files bool
}

// A RenameSite is a name that can be replaced.
type RenameSite struct {
	Span        text.Span // where it is written; need not contain the offset, which may be that of a "$" or of a key
	Placeholder string    // the name
}

// PrepareRename returns the name at an offset. It returns false if nothing is named there. The error is a
// [RenameError].
func (s *Snapshot) PrepareRename(ctx context.Context, q RenameQuery) (RenameSite, bool, error) {
	n, ok := s.renaming(ctx, q)
	if !ok {
		return RenameSite{}, false, nil
	}
	if err := n.possible(); err != nil {
		return RenameSite{}, false, err
	}
	return RenameSite{Span: n.site(), Placeholder: n.current()}, true, nil
}

// Rename renames the entity at an offset wherever it is named, in the workspace's files and in all open
// files. It returns nil if nothing is named at the offset. The error is a [RenameError], or that of ctx.
//
// Rename also renames the directory of a skill if it has the skill's name.
func (s *Snapshot) Rename(ctx context.Context, q RenameQuery) (*Refactoring, error) {
	n, ok := s.renaming(ctx, q)
	if !ok {
		return nil, ctx.Err()
	}
	if err := n.possible(); err != nil {
		return nil, err
	}
	if !n.kind.isLocal() && !s.Scanned() {
		return nil, renameError(Unscanned, nil, "the workspace is still being read; what names this is not known yet")
	}
	if strings.TrimSpace(q.Name) == "" {
		return nil, renameError(InvalidName, nil, "the new name is empty")
	}
	switch n.kind {
	case skillEntity:
		return n.renameSkill()
	case sectionEntity:
		return n.renameSection()
	case labelEntity:
		return n.renameLabel()
	case argumentEntity:
		return n.renameArgument()
	default:
		return n.renameFile()
	}
}

// A renaming is a query and the entity that it renames.
type renaming struct {
	*cursor
	entity
	query RenameQuery
}

func (s *Snapshot) renaming(ctx context.Context, q RenameQuery) (*renaming, bool) {
	c, ok := s.cursorAt(ctx, q.Path, q.Offset)
	if !ok {
		return nil, false
	}
	about, ok := c.entity()
	return &renaming{c, about, q}, ok
}

// site returns the span of the name. For a link to a skill, that is the directory in the link's path, if it
// is there.
func (n *renaming) site() text.Span {
	if n.kind != skillEntity || n.entity.link == nil {
		return n.at
	}
	dir := n.snapshot.newWhereabouts(filepath.Dir(n.path))
	for _, base := range []string{n.file.Dir, n.file.Skill} {
		for segment, at := range pathSegments(n.source, n.at, base) {
			if base != "" && segment.Len() > 2 && dir.mayBe(at) && dir.is(at) {
				return segment
			}
		}
	}
	return n.at
}

// current returns the current name.
func (n *renaming) current() string {
	switch n.kind {
	case skillEntity:
		return n.skillName()
	case sectionEntity:
		if f, err := n.snapshot.File(n.path); err == nil {
			return f.Doc.Markdown().Headings[n.heading].TextSpan.Of(f.Doc.Source)
		}
	case fileEntity:
		if n.file.isYAML() {
			return n.entity.link.destination
		}
		return n.filePath()
	}
	return n.at.Of(n.source)
}

// possible returns a *RenameError if the entity cannot be renamed to any name, and nil if it can.
func (n *renaming) possible() error {
	s := n.snapshot
	shown := s.shownPath(n.path)
	switch {
	case len(n.alike) > 0:
		return renameError(Ambiguous, append([]string{n.path}, n.alike...), "%d skills are called `%s`; rename one of them where it has its name", 1+len(n.alike), n.at.Of(n.source))
	case n.at.IsEmpty() && n.kind != skillEntity, strings.ContainsAny(n.at.Of(n.source), "\r\n"):
		return renameError(Unwritten, []string{n.path}, "the name is no text on one line, so that it cannot be replaced")
	case n.kind == argumentEntity:
		return n.argumentPossible()
	case !filepath.IsAbs(n.path), n.kind == labelEntity:
		return nil // nothing outside the file refers to it
	case n.kind == sectionEntity && n.path == n.file.Path:
		return nil // the file is open and may be outside the workspace
	case !s.inOneFolder(n.path):
		return renameError(Outside, []string{n.path}, "`%s` does not lie in a folder of the workspace", shown)
	}
	switch n.kind {
	case skillEntity:
		return n.skillPossible()
	case fileEntity:
		switch {
		case !n.query.Files:
			return renameError(Unsupported, []string{n.path}, "`%s` would have to be renamed, and this editor does not rename files", shown)
		case s.isLink(n.path):
			return renameError(Linked, []string{n.path}, "`%s` is a symbolic link", shown)
		}
	}
	return nil
}

// inOneFolder reports whether a path is below a workspace folder.
func (s *Snapshot) inOneFolder(path string) bool {
	path = s.FolderPath(path)
	return slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return folder != path && vfs.Within(folder, path) })
}

func (s *Snapshot) isLink(path string) bool {
	info, err := s.fs.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isTaken reports whether a path is that of another file than the one to be renamed to it: the two may differ
// only in case. It reads the disk without the cache, because the client may not have reported a new file yet.
// An editor silently ignores a rename to an existing file.
func (s *Snapshot) isTaken(from, to string) bool {
	now := s.overlay.Over(s.disk.fs.Base())
	if _, err := now.Lstat(to); err != nil {
		return false
	}
	return vfs.Canonical(now, from) != vfs.Canonical(now, to)
}
