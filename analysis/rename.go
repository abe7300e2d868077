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

// A RenameReason says why something cannot be renamed, in a word for programs.
type RenameReason string

const (
	Exists      RenameReason = "exists"      // something else has the name
	InvalidName RenameReason = "invalid"     // the name is none for this kind of thing
	Ambiguous   RenameReason = "ambiguous"   // a mention may mean several skills
	Outside     RenameReason = "outside"     // it does not lie in a workspace folder
	ReadOnly    RenameReason = "read_only"   // a file would have to change that nobody may write to
	Linked      RenameReason = "linked"      // a symbolic link would lead nowhere afterwards
	Unsupported RenameReason = "unsupported" // the editor would have to rename a file or directory, and cannot
	Unwritten   RenameReason = "unwritten"   // the name stands there in a form that cannot be replaced
	Unscanned   RenameReason = "unscanned"   // the workspace has not been read yet
)

// A RenameError says why something cannot be renamed.
type RenameError struct {
	Reason  RenameReason
	Message string
	Paths   []string // of what is in the way; may be nil
}

func (e *RenameError) Error() string { return e.Message }

func renameError(reason RenameReason, paths []string, format string, args ...any) *RenameError {
	return &RenameError{Reason: reason, Paths: paths, Message: fmt.Sprintf(format, args...)}
}

// A RenameQuery asks for another name of what stands at a place.
type RenameQuery struct {
	Path   string
	Offset int // in bytes; one outside the text, or inside a character, counts as the nearest one before
	// Name is the new name: of a skill, the text of a heading, a label without brackets, an argument without the dollar sign; of a file its slash-separated path, counted from
	// where the link at the place counts. [Snapshot.PrepareRename] does not look at it.
	Name string
	// Files says that whoever asks can rename files and directories.
	Files bool
}

// A RenameSite is a name that can be replaced by another.
type RenameSite struct {
	Span        text.Span // where it is written; it need not hold the offset, which may be that of a "$" or of a key
	Placeholder string    // the name
}

// PrepareRename returns what is named at a place. The second result is false where nothing is. The error is a [RenameError].
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

// Rename gives what is named at a place another name, wherever it is named: in the workspace's files, and in all that are open. It
// returns nil where nothing is named. The error is a [RenameError], or the context's.
//
// The directory of a skill follows if it is called like the skill, and stays otherwise.
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

// A renaming is the answer to one query.
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

// site returns where the name is written: of a link to a skill the directory in its path, if it is there.
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

// current returns the name as it is.
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

// possible returns why the thing cannot be renamed, whatever the name; nil if it can. The error is a *RenameError.
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
		return nil // a buffer without a file has nothing around it
	case n.kind == sectionEntity && n.path == n.file.Path:
		return nil // of a file that is open wherever it lies
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

// inOneFolder reports whether a path lies below a workspace folder.
func (s *Snapshot) inOneFolder(path string) bool {
	path = s.FolderPath(path)
	return slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return folder != path && within(folder, path) })
}

func (s *Snapshot) isLink(path string) bool {
	info, err := s.fs.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isTaken reports whether something is at a path other than what is to be renamed to it: letter case may be all that changes. It asks the disk,
// since of what somebody has just made there the client may not have told: an editor given such a rename does nothing, and says nothing.
func (s *Snapshot) isTaken(from, to string) bool {
	now := s.overlay.Over(s.disk.fs.Base())
	if _, err := now.Lstat(to); err != nil {
		return false
	}
	return vfs.Canonical(now, from) != vfs.Canonical(now, to)
}
