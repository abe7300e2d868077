package lsp

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
)

// rulePages are the rules' documentation as files, to which a diagnostic's code links. They lie in the user's cache, one
// directory for each version of the program, and are written by the first server of that version to run.
type rulePages struct {
	dir   string // empty where there is no cache directory
	ready atomic.Bool
}

// write makes the pages exist. Until it has succeeded, codes have no links.
func (p *rulePages) write(log *slog.Logger) {
	if p.dir == "" {
		return
	}
	for _, rule := range analysis.Rules() {
		if err := writeMissing(p.path(rule.ID), rule.Doc()); err != nil {
			log.Warn("the rules' pages cannot be written, so codes have no links", "error", err)
			return
		}
	}
	p.ready.Store(true)
}

func (p *rulePages) path(rule string) string {
	return filepath.Join(p.dir, "rules", filepath.FromSlash(rule)+".md")
}

// writeMissing writes a file unless it has that content. Another server may do the same at the same time, so the file appears
// in one piece.
func writeMissing(path, content string) error {
	if known, err := os.ReadFile(path); err == nil && string(known) == content {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("writing a rule's page: %w", err)
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".page-*")
	if err != nil {
		return fmt.Errorf("writing a rule's page: %w", err)
	}
	defer os.Remove(part.Name()) // gone already where the rename succeeds
	if _, err := part.WriteString(content); err != nil {
		part.Close()
		return fmt.Errorf("writing %s: %w", part.Name(), err)
	}
	if err := part.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", part.Name(), err)
	}
	return os.Rename(part.Name(), path)
}

// description returns the link of a rule's code, the zero value where there is no page.
func (p *rulePages) description(rule string) protocol.CodeDescription {
	if p == nil || !p.ready.Load() {
		return protocol.CodeDescription{}
	}
	return protocol.CodeDescription{Href: pathURI(p.path(rule))}
}
