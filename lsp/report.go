package lsp

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/workspace"
	"skills-ls/lsp/session"
)

// bugReport returns what helps to find the cause of a bug, as Markdown that the user can paste into an issue. It
// has no values of settings, no paths, and no names but that of the client. It does not read the disk, which
// may be what hangs.
func bugReport(_ context.Context, s *server, v *session.View, _ []protocol.LSPAny) (any, error) {
	files, skills := "not counted yet", "not counted yet"
	if workspace.Scanned(v.Snapshot) {
		f, k := v.Snapshot.Counts()
		files, skills = fmt.Sprint(f), fmt.Sprint(k)
	}
	var b strings.Builder
	b.WriteString("# skills-ls bug report\n\nWhat I did, what happened, and what should have happened:\n\n...\n\n## Server\n\n")
	for _, field := range [][2]string{
		{"skills-ls", s.opts.Version},
		{"Go", runtime.Version()},
		{"system", runtime.GOOS + "/" + runtime.GOARCH},
		{"client", strings.TrimSpace(v.Client.Name + " " + v.Client.Version)},
		{"workspace folders", fmt.Sprint(len(v.Snapshot.Config().Folders))},
		{"files", files},
		{"skills", skills},
		{"open documents", fmt.Sprint(len(v.Docs))},
		{"running requests", fmt.Sprintf("%d, with this one", s.conn.Running())},
		{"logged warnings", fmt.Sprint(s.logged.warnings.Load())},
		{"logged errors", fmt.Sprint(s.logged.errors.Load())},
		{"watching", s.watching.Describe()},
		{"settings", strings.Join(settingsSet(v), ", ")},
	} {
		fmt.Fprintf(&b, "- %s: `%s`\n", field[0], cmp.Or(field[1], "none"))
	}
	return b.String(), nil
}

// settingsSet returns the keys of the settings that the client has set, sorted.
func settingsSet(v *session.View) []string {
	config := v.Snapshot.Config()
	project := config.Settings.Over(config.Defaults)
	var keys []string
	for key, isSet := range map[string]bool{
		"targets":              len(project.Targets) > 0,
		"roots":                len(project.Roots) > 0,
		"ignore":               len(project.Ignore) > 0,
		"rules":                len(project.Rules) > 0,
		"overrides":            len(project.Overrides) > 0,
		"limits":               project.Limits.Tokens+project.Limits.Lines > 0,
		"agents":               len(project.Knobs) > 0,
		"docsBaseUrl":          v.Settings.DocsBaseURL != "",
		"workspaceDiagnostics": v.Settings.WorkspaceDiagnostics != nil,
		"inlayHints":           v.Settings.InlayHints != nil,
		"frontmatterFormat":    v.Settings.FrontmatterFormat != "",
	} {
		if isSet {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// logCounts passes records to another handler and counts the warnings and errors among them. Records of loggers
// that are derived with [slog.Logger.With] are not counted.
type logCounts struct {
	slog.Handler
	warnings, errors atomic.Int64
}

func (c *logCounts) Handle(ctx context.Context, r slog.Record) error {
	switch r.Level {
	case slog.LevelWarn:
		c.warnings.Add(1)
	case slog.LevelError:
		c.errors.Add(1)
	}
	return c.Handler.Handle(ctx, r)
}
