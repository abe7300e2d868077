package refactor

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A RefusedReason is a word for programs that says why something cannot be changed.
type RefusedReason string

const (
	Exists      RefusedReason = "exists"      // something else has the name
	InvalidName RefusedReason = "invalid"     // the name is invalid for this kind of thing
	Ambiguous   RefusedReason = "ambiguous"   // a mention may refer to several skills
	Outside     RefusedReason = "outside"     // it is not in a workspace folder
	ReadOnly    RefusedReason = "read_only"   // a file that would have to change is read-only
	Linked      RefusedReason = "linked"      // a symbolic link would be broken afterwards
	Unsupported RefusedReason = "unsupported" // it requires a client that renames files and directories
	Unwritten   RefusedReason = "unwritten"   // the name is written in a form that cannot be replaced
	Unscanned   RefusedReason = "unscanned"   // the workspace has not been read yet
)

// A RefusedError says why something cannot be renamed, switched on or off, or made known. Nothing changes then.
type RefusedError struct {
	Reason  RefusedReason
	Message string
	Paths   []string // the files in the way; may be nil
}

func (e *RefusedError) Error() string { return e.Message }

func refused(reason RefusedReason, paths []string, format string, args ...any) *RefusedError {
	return &RefusedError{Reason: reason, Paths: paths, Message: fmt.Sprintf(format, args...)}
}

// A RenameQuery asks to rename the entity at an offset.
type RenameQuery struct {
	Path   string
	Offset int // in bytes; one outside the text, or inside a character, counts as the nearest one before it
	// Name is the new name: that of a skill, the text of a heading, a label without brackets, an argument
	// without the dollar sign; or, for a file, its slash-separated path, relative to the same directory as
	// the link at the offset. [PrepareRename] ignores it.
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
// [RefusedError].
func PrepareRename(ctx context.Context, s *workspace.Snapshot, q RenameQuery) (RenameSite, bool, error) {
	n, ok := renamingOf(ctx, s, q)
	if !ok {
		return RenameSite{}, false, nil
	}
	if err := n.possible(); err != nil {
		return RenameSite{}, false, err
	}
	return RenameSite{Span: n.site(), Placeholder: n.current()}, true, nil
}

// Rename renames the entity at an offset wherever it is named, in the workspace's files and in all open
// files. It returns nil if nothing is named at the offset. The error is a [RefusedError], or that of ctx.
//
// Rename also renames the directory of a skill if it has the skill's name.
func Rename(ctx context.Context, s *workspace.Snapshot, q RenameQuery) (*Refactoring, error) {
	n, ok := renamingOf(ctx, s, q)
	if !ok {
		return nil, ctx.Err()
	}
	if err := n.possible(); err != nil {
		return nil, err
	}
	if !n.Kind.IsLocal() && !workspace.Scanned(s) {
		return nil, refused(Unscanned, nil, "the workspace scan is not finished")
	}
	if strings.TrimSpace(q.Name) == "" {
		return nil, refused(InvalidName, nil, "the new name is empty")
	}
	switch n.Kind {
	case refs.SkillEntity:
		return n.renameSkill()
	case refs.SectionEntity:
		return n.renameSection()
	case refs.LabelEntity:
		return n.renameLabel()
	case refs.ArgumentEntity:
		return n.renameArgument()
	default:
		return n.renameFile()
	}
}

// A renaming is a query and the entity that it renames.
type renaming struct {
	*refs.Cursor
	refs.Entity
	query RenameQuery
}

func renamingOf(ctx context.Context, s *workspace.Snapshot, q RenameQuery) (*renaming, bool) {
	c, ok := refs.CursorAt(ctx, s, q.Path, q.Offset)
	if !ok {
		return nil, false
	}
	about, ok := c.Entity()
	return &renaming{c, about, q}, ok
}

// site returns the span of the name. For a link to a skill, that is the directory in the link's path, if it
// is there.
func (n *renaming) site() text.Span {
	if n.Kind != refs.SkillEntity || n.Entity.Link == nil {
		return n.At
	}
	dir := workspace.NewWhereabouts(n.Snapshot, filepath.Dir(n.Path))
	for _, base := range []string{n.File.Dir, n.File.Skill} {
		for segment, at := range pathSegments(n.Source, n.At, base) {
			if base != "" && segment.Len() > 2 && dir.MayBe(at) && dir.Is(at) {
				return segment
			}
		}
	}
	return n.At
}

// current returns the current name.
func (n *renaming) current() string {
	switch n.Kind {
	case refs.SkillEntity:
		return n.skillName()
	case refs.SectionEntity:
		if f, err := n.Snapshot.File(n.Path); err == nil {
			return f.Doc.Markdown().Headings[n.Heading].TextSpan.Of(f.Doc.Source)
		}
	case refs.FileEntity:
		if n.File.IsYAML() {
			return n.Entity.Link.Destination
		}
		return n.filePath()
	}
	return n.At.Of(n.Source)
}

// possible returns a *RefusedError if the entity cannot be renamed to any name, and nil if it can.
func (n *renaming) possible() error {
	s := n.Snapshot
	shown := vantage.ShownPath(s, n.Path)
	switch {
	case len(n.Alike) > 0:
		return refused(Ambiguous, append([]string{n.Path}, n.Alike...), "%d skills are named `%s`: rename one of them in its own file", 1+len(n.Alike), n.At.Of(n.Source))
	case n.At.IsEmpty() && n.Kind != refs.SkillEntity, strings.ContainsAny(n.At.Of(n.Source), "\r\n"):
		return refused(Unwritten, []string{n.Path}, "the name is not a string on one line")
	case n.Kind == refs.ArgumentEntity:
		return n.argumentPossible()
	case !filepath.IsAbs(n.Path), n.Kind == refs.LabelEntity:
		return nil // nothing outside the file refers to it
	case n.Kind == refs.SectionEntity && n.Path == n.File.Path:
		return nil // the file is open and may be outside the workspace
	case !inOneFolder(s, n.Path):
		return refused(Outside, []string{n.Path}, "`%s` is outside the workspace folders", shown)
	}
	switch n.Kind {
	case refs.SkillEntity:
		return n.skillPossible()
	case refs.FileEntity:
		switch {
		case !n.query.Files:
			return refused(Unsupported, []string{n.Path}, "`%s` must be renamed too, but this editor does not rename files", shown)
		case vfs.IsLink(s.FS(), n.Path):
			return refused(Linked, []string{n.Path}, "`%s` is a symbolic link", shown)
		}
	}
	return nil
}

// inOneFolder reports whether a path is below a workspace folder.
func inOneFolder(s *workspace.Snapshot, path string) bool {
	path = s.FolderPath(path)
	return slices.ContainsFunc(s.Config().Folders, func(folder string) bool { return folder != path && vfs.Within(folder, path) })
}

// isTaken reports whether a path is that of another file than the one to be renamed to it: the two may differ
// only in case. It reads the disk without the cache, because the client may not have reported a new file yet.
// An editor silently ignores a rename to an existing file.
func isTaken(s *workspace.Snapshot, from, to string) bool {
	now := s.Overlay().Over(s.Disk().FS.Base())
	if _, err := now.Lstat(to); err != nil {
		return false
	}
	return vfs.Canonical(now, from) != vfs.Canonical(now, to)
}
