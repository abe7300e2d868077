package config

import (
	"path/filepath"
	"strings"

	"skills-ls/skills/frontmatter"
)

// BaselineFile is the default name of a project's baseline, the file of problems that are not reported.
const BaselineFile = ".skills-ls-baseline.json"

// IsBaselineName reports whether a configuration may name a baseline with that file name, which clients are
// asked to watch.
func IsBaselineName(name string) bool { return strings.HasSuffix(name, BaselineFile[1:]) }

// BaselineNameFault says what is wrong with a file name for which [IsBaselineName] is false.
const BaselineNameFault = `name must end in "skills-ls-baseline.json"`

func (d *Decoder) baseline(v *frontmatter.Value) {
	switch named := v.Text; {
	case !d.InFile:
		d.wrong("baseline", v, "can only be set in "+SettingsFile)
	case !v.IsString() || named == "" || strings.ContainsRune(named, 0):
		d.wrong("baseline", v, "must be a path")
	case !IsBaselineName(filepath.Base(filepath.FromSlash(named))):
		d.Problem("config/path", "baseline", v.Span, BaselineNameFault)
	default:
		fault, applies := "", true
		if d.Baseline != nil {
			fault, applies = d.Baseline(named)
		}
		if fault != "" {
			d.Problem("config/path", "baseline", v.Span, fault)
		}
		if applies {
			d.Set.Baseline = named
		}
	}
}
