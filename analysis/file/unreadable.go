package file

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

func Unreadable(kind Kind, err error) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Rule: "file/unreadable", Severity: diagnostic.Error, Span: text.At(0)}
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &confined) && confined.Link != "" && kind != SkillFile && kind != ConfigFile:
		d.Rule, d.Severity, d.Message = "link/escape", diagnostic.Information, "not read: "+confined.Why()
	case errors.As(err, &confined):
		d.Message = "not read: " + confined.Why()
	case errors.Is(err, vfs.ErrTooDeep):
		d.Rule, d.Severity = "file/limit", diagnostic.Information
		d.Message = fmt.Sprintf("path is deeper than %d directories: not read", vfs.MaxPathDepth)
	case errors.As(err, &tooLarge) && kind == ConfigFile:
		d.Rule, d.Message = "config/syntax", fmt.Sprintf("file has %d bytes: the limit is %d", tooLarge.Size, config.MaxSettings)
	case errors.As(err, &tooLarge):
		d.Rule, d.Severity = "file/limit", diagnostic.Information
		d.Message = fmt.Sprintf("file has %d bytes: files over %d are not analyzed", tooLarge.Size, MostOf(kind))
	case errors.Is(err, vfs.ErrNotRegular) && kind == ConfigFile:
		d.Message = "not a regular file: it has no settings"
	case errors.Is(err, vfs.ErrNotRegular) && (kind == CompanionFile || kind == ManifestFile):
		d.Message = "not a regular file: no agent reads it"
	case errors.Is(err, vfs.ErrNotRegular):
		d.Message = "not a regular file: no agent loads it"
	case errors.Is(err, fs.ErrPermission):
		d.Message = "cannot read the file: permission denied"
	case errors.Is(err, fs.ErrNotExist):
		d.Message = "file not found: deleted, or the target of a broken symbolic link"
	case strings.Contains(err.Error(), "too many levels of symbolic links"): // ELOOP, which io/fs has no name for
		d.Message = "circular symbolic link"
	default:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the diagnostic is shown with the path of the file
		}
		d.Message = "cannot read the file: " + err.Error()
	}
	return d
}

// MostOf returns the maximum size in bytes of a file of the given kind that is analyzed. It is less for YAML
// and JSON, since people do not write such files as large as Markdown files.
func MostOf(kind Kind) int {
	switch kind {
	case ConfigFile, CompanionFile:
		return config.MaxSettings
	case ManifestFile:
		return 1 << 20 // marketplaces list hundreds of plugins
	}
	return vfs.MaxFile
}
