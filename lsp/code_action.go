package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/text"
)

// codeAction offers quick fixes, then one action that makes all preferred fixes of the file, then
// refactorings, except those that are also offered as quick fixes. If the client names kinds, it gets only
// those.
func codeAction(ctx context.Context, s *server, v *session.View, p *protocol.CodeActionParams) ([]*protocol.CodeAction, error) {
	src, ok := v.Source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	var actions []*protocol.CodeAction
	only, span := p.Context.Only, src.Span(p.Range)
	if fixes, all := admits(only, protocol.CodeActionKindQuickFix), admits(only, kindFixAll); fixes || all {
		found := s.diagnoser.Diagnostics(ctx, v, src.Path)
		if fixes {
			actions = quickFixes(ctx, v, src, found, span)
		}
		if all && refactor.Fixable(src.Path, found) {
			action, err := fixAll(ctx, v, src, p)
			if err != nil {
				return nil, err
			}
			if action != nil {
				actions = append(actions, action)
			}
		}
	}
	refactorings, err := refactorings(ctx, v, src, p)
	for _, r := range refactorings {
		isOffered := func(a *protocol.CodeAction) bool { return a.Title == r.Title }
		if !slices.ContainsFunc(actions, isOffered) {
			actions = append(actions, r)
		}
	}
	return actions, err
}

// quickFixes offers the fixes whose diagnostic, or whose replaced text, the span touches. The diagnostic of
// an unquoted colon, for example, is one character wide, and its fix quotes the whole value. After the fixes
// come files to create and text to add, and comments that suppress diagnostics.
func quickFixes(ctx context.Context, v *session.View, src session.Source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	var actions []*protocol.CodeAction
	for _, d := range found {
		about := []protocol.Diagnostic{convert.Diagnostic(v, src.Mapper, d)}
		for i := range d.Fixes {
			if !d.Span.Overlaps(span) && !replacesText(&d.Fixes[i], src.Path, span) {
				continue
			}
			if refactor.ReachesOut(v.Snapshot, &d.Fixes[i]) {
				actions = append(actions, renamingFix(ctx, v, src, d.Rule, &d.Fixes[i], about)...)
			} else if edit, ok := convert.WorkspaceEdit(v, &d.Fixes[i]); ok {
				actions = append(actions, quickFix(v, &d.Fixes[i], about, edit))
			}
		}
	}
	actions = append(actions, addingFixes(ctx, v, src, found, span)...)
	return append(actions, suppressingFixes(v, src, found, span)...)
}

// maxAdding is the maximum number of additions that one request offers.
const maxAdding = 8

// addingFixes offers files to create and text to add, as fixes of the diagnostics that the span touches.
func addingFixes(ctx context.Context, v *session.View, src session.Source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	var actions []*protocol.CodeAction
	for _, d := range found {
		if len(actions) == maxAdding {
			break
		}
		if !d.Span.Overlaps(span) {
			continue
		}
		if fix, ok := refactor.Adding(ctx, v.Snapshot, src.Path, d); ok {
			if edit, ok := convert.WorkspaceEdit(v, &fix); ok {
				actions = append(actions, quickFix(v, &fix, []protocol.Diagnostic{convert.Diagnostic(v, src.Mapper, d)}, edit))
			}
		}
	}
	return actions
}

// maxDisabling is the maximum number of diagnostics that one request offers to suppress. Each requires a
// parse of the text.
const maxDisabling = 8

// suppressingFixes offers comments that suppress the diagnostics that the span touches. One comment may suppress
// several diagnostics of a line.
func suppressingFixes(v *session.View, src session.Source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	found = slices.DeleteFunc(slices.Clone(found), func(d diagnostic.Diagnostic) bool { return !d.Span.Overlaps(span) })
	var fixes []diagnostic.Fix
	var actions []*protocol.CodeAction
	for _, d := range found[:min(len(found), maxDisabling)] {
		fix, ok := refactor.Disable(v.Snapshot, src.Path, d)
		if !ok || slices.ContainsFunc(fixes, func(known diagnostic.Fix) bool { return slices.Equal(known.Edits, fix.Edits) }) {
			continue
		}
		fixes = append(fixes, fix)
		if edit, ok := convert.WorkspaceEdit(v, &fix); ok {
			actions = append(actions, quickFix(v, &fix, []protocol.Diagnostic{convert.Diagnostic(v, src.Mapper, d)}, edit))
		}
	}
	return actions
}

// replacesText reports whether a fix replaces text of the file that the span touches.
func replacesText(fix *diagnostic.Fix, path string, span text.Span) bool {
	return slices.ContainsFunc(fix.Edits, func(e diagnostic.Edit) bool {
		return e.Path == path && !e.Span.IsEmpty() && e.Span.Overlaps(span)
	})
}

func quickFix(v *session.View, fix *diagnostic.Fix, about []protocol.Diagnostic, edit *protocol.WorkspaceEdit) *protocol.CodeAction {
	action := &protocol.CodeAction{
		Title:       fix.Title,
		Kind:        new(protocol.CodeActionKindQuickFix),
		Diagnostics: about,
		Edit:        edit,
	}
	if fix.Preferred && v.Client.PreferredActions {
		action.IsPreferred = new(true)
	}
	return action
}

// admits reports whether the client's filter admits a kind. It does if it is empty, or if it names the kind or
// a parent of it.
func admits(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(wanted protocol.CodeActionKind) bool {
		return wanted == "" || wanted == kind || strings.HasPrefix(string(kind), string(wanted)+".")
	})
}

// An actionData identifies an action whose edit is made when the client resolves it.
type actionData struct {
	URI     uri.URI        `json:"uri"`
	Version *int32         `json:"version"` // of the text; null for a file that is not open
	Range   protocol.Range `json:"range"`   // of the request, or of the problem that a fix is for
	ID      string         `json:"id"`      // of the refactoring, or of the rule that found the problem
}

// errFileChanged is the answer if an action is no longer offered.
var errFileChanged = &wire.ResponseError{
	Code: wire.CodeModified, Message: "the file has changed since this action was offered",
}

// resolveCodeAction makes the edit of an action that was offered without one. It returns other actions, and those for
// a file that was closed or deleted since, unchanged. All fixes of a file are made in its newest text.
func resolveCodeAction(ctx context.Context, s *server, v *session.View, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	if action.Kind == nil || action.Data == nil {
		return action, nil
	}
	kind := *action.Kind
	isFix := kind == protocol.CodeActionKindQuickFix
	if !isFix && kind != kindFixAll && !slices.Contains(refactorKinds[:], kind) {
		return action, nil
	}
	var data actionData
	if err := protocol.Unmarshal(action.Data, &data); err != nil {
		return nil, &wire.ResponseError{Code: wire.CodeInvalidParams, Message: "data: " + err.Error()}
	}
	if isFix {
		v = s.latest(v, "")
	}
	src, ok := v.Source(data.URI)
	if !ok {
		return action, nil
	}
	var err error
	switch {
	case kind == kindFixAll:
		action.Edit, err = fixAllEdit(ctx, v, src)
	case isOutdated(v, src.Path, data.Version):
		err = &wire.ResponseError{Code: wire.CodeModified, Message: "the text has changed since this action was offered"}
	case isFix:
		action.Edit, err = resolveWhole(ctx, s, v, src, action.Title, &data)
	default:
		action.Edit, err = resolveRefactoring(ctx, v, src, action.Title, &data)
	}
	return action, err
}
