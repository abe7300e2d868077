package lsp

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"skills-ls/analysis/rules"
	"skills-ls/lsp/convert"
	"skills-ls/skills/vfs"
)

// rulePages writes the documentation of the rules to files, to which the codes of diagnostics link, and
// returns their directory. The directory is in the user's cache, one for each version of the program. The
// first server of a version to run writes the files. If that is not possible, rulePages returns "" and codes
// have no links.
func rulePages(cache, version string, log *slog.Logger) string {
	if cache == "" {
		return ""
	}
	dir := filepath.Join(cache, "skills-ls", strings.Map(convert.FileNameRune, version), "rules")
	for _, rule := range rules.All() {
		if err := writeMissing(convert.RulePage(dir, rule.ID), rule.Doc()); err != nil {
			log.Warn("the pages of the rules cannot be written, so codes have no links", "error", err)
			return ""
		}
	}
	return dir
}

// writeMissing writes a file unless it has the content already. Another server may write the same file at the same
// time.
func writeMissing(path, content string) error {
	if known, err := (vfs.Disk{}).ReadFile(path); err == nil && known == content {
		return nil
	}
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = vfs.ReplaceFile(path, []byte(content))
	}
	if err != nil {
		return fmt.Errorf("writing a rule's page: %w", err)
	}
	return nil
}
