package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"skills-ls/skills/text"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
)

// codeAction offers quick fixes, then one action that makes all preferred fixes of the file, then
// refactorings, except those that are also offered as quick fixes. If the client names kinds, it gets only
// those.
func (v *view) codeAction(ctx context.Context, p *protocol.CodeActionParams) ([]*protocol.CodeAction, error) {
	src, ok := v.source(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	var actions []*protocol.CodeAction
	only, span := p.Context.Only, src.Span(p.Range)
	if fixes, all := wants(only, protocol.CodeActionKindQuickFix), wants(only, kindFixAll); fixes || all {
		found := v.findings(ctx, src.path)
		if fixes {
			actions = v.quickFixes(ctx, src, found, span)
		}
		if all && refactor.Fixable(src.path, found) {
			action, err := v.fixAll(ctx, src, p)
			if err != nil {
				return nil, err
			}
			if action != nil {
				actions = append(actions, action)
			}
		}
	}
	refactorings, err := v.refactorings(ctx, src, p)
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
// come files to create, and comments that suppress diagnostics.
func (v *view) quickFixes(ctx context.Context, src source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	var actions []*protocol.CodeAction
	for _, d := range found {
		about := []protocol.Diagnostic{v.diagnostic(src.Mapper, d)}
		for i := range d.Fixes {
			if !d.Span.Overlaps(span) && !replaces(&d.Fixes[i], src.path, span) {
				continue
			}
			if refactor.ReachesOut(v.snapshot, &d.Fixes[i]) {
				actions = append(actions, v.reaching(ctx, src, d.Rule, &d.Fixes[i], about)...)
			} else if edit, ok := v.workspaceEdit(&d.Fixes[i]); ok {
				actions = append(actions, v.quickFix(&d.Fixes[i], about, edit))
			}
		}
	}
	actions = append(actions, v.creating(ctx, src, found, span)...)
	return append(actions, v.disabling(src, found, span)...)
}

// maxCreating is the maximum number of files that one request offers to create.
const maxCreating = 8

// creating offers to create files, as fixes of the diagnostics that the span touches.
func (v *view) creating(ctx context.Context, src source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	var actions []*protocol.CodeAction
	for _, d := range found {
		if len(actions) == maxCreating {
			break
		}
		if !d.Span.Overlaps(span) {
			continue
		}
		if fix, ok := refactor.Create(ctx, v.snapshot, src.path, d); ok {
			if edit, ok := v.workspaceEdit(&fix); ok {
				actions = append(actions, v.quickFix(&fix, []protocol.Diagnostic{v.diagnostic(src.Mapper, d)}, edit))
			}
		}
	}
	return actions
}

// maxDisabling is the maximum number of diagnostics that one request offers to suppress. Each requires a
// parse of the text.
const maxDisabling = 8

// disabling offers comments that suppress the diagnostics that the span touches. One comment may suppress
// several diagnostics of a line.
func (v *view) disabling(src source, found []diagnostic.Diagnostic, span text.Span) []*protocol.CodeAction {
	found = slices.DeleteFunc(slices.Clone(found), func(d diagnostic.Diagnostic) bool { return !d.Span.Overlaps(span) })
	var fixes []diagnostic.Fix
	var actions []*protocol.CodeAction
	for _, d := range found[:min(len(found), maxDisabling)] {
		fix, ok := refactor.Disable(v.snapshot, src.path, d)
		if !ok || slices.ContainsFunc(fixes, func(known diagnostic.Fix) bool { return slices.Equal(known.Edits, fix.Edits) }) {
			continue
		}
		fixes = append(fixes, fix)
		if edit, ok := v.workspaceEdit(&fix); ok {
			actions = append(actions, v.quickFix(&fix, []protocol.Diagnostic{v.diagnostic(src.Mapper, d)}, edit))
		}
	}
	return actions
}

// replaces reports whether a fix replaces text of the file that the span touches.
func replaces(fix *diagnostic.Fix, path string, span text.Span) bool {
	return slices.ContainsFunc(fix.Edits, func(e diagnostic.Edit) bool {
		return e.Path == path && !e.Span.IsEmpty() && e.Span.Overlaps(span)
	})
}

func (v *view) quickFix(fix *diagnostic.Fix, about []protocol.Diagnostic, edit *protocol.WorkspaceEdit) *protocol.CodeAction {
	action := &protocol.CodeAction{
		Title:       fix.Title,
		Kind:        new(protocol.CodeActionKindQuickFix),
		Diagnostics: about,
		Edit:        edit,
	}
	if fix.Preferred && v.client.preferredActions {
		action.IsPreferred = new(true)
	}
	return action
}

// wants reports whether the client's filter admits a kind. It does if it is empty, or if it names the kind or
// a parent of it.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(wanted protocol.CodeActionKind) bool {
		return wanted == "" || wanted == kind || strings.HasPrefix(string(kind), string(wanted)+".")
	})
}
