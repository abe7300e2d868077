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
		d.Rule, d.Message = "config/syntax", fmt.Sprintf("the file has %d bytes; settings of more than %d are not read", tooLarge.Size, config.MaxSettings)
	case errors.As(err, &tooLarge):
		d.Rule, d.Severity = "file/limit", diagnostic.Information
		d.Message = fmt.Sprintf("the file has %d bytes; files over %d are not analysed. Split it, or move data into files beside it", tooLarge.Size, MostOf(kind))
	case errors.Is(err, vfs.ErrNotRegular) && kind == ConfigFile:
		d.Message = "this is not a regular file, so there are no settings in it. Replace it by a file"
	case errors.Is(err, vfs.ErrNotRegular) && kind == CompanionFile:
		d.Message = "this is not a regular file, so no agent reads it beside the skill. Replace it by a file"
	case errors.Is(err, vfs.ErrNotRegular):
		d.Message = "this is not a regular file, so no agent loads it as a skill. Replace it by a file"
	case errors.Is(err, fs.ErrPermission):
		d.Message = "the file cannot be read: permission denied. Check its permissions and those of its directories"
	case errors.Is(err, fs.ErrNotExist):
		d.Message = "the file is gone, or it is a link to a file that does not exist"
	case strings.Contains(err.Error(), "too many levels of symbolic links"): // ELOOP, which io/fs has no name for
		d.Message = "the file is a symbolic link that leads in a circle. Point it at a file, or replace it by one"
	default:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the diagnostic is shown with the path of the file
		}
		d.Message = "the file cannot be read: " + err.Error()
	}
	return d
}

// MostOf returns the maximum size in bytes of a file of the given kind that is analyzed. It is less for YAML,
// since people do not write YAML files as large as Markdown files.
func MostOf(kind Kind) int {
	if kind == ConfigFile || kind == CompanionFile {
		return config.MaxSettings
	}
	return vfs.MaxFile
}
