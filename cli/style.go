package cli

import (
	"github.com/spf13/cobra"

	"skills-ls/analysis/diagnostic"
)

// A style is the appearance of text output.
type style struct {
	color bool
	width int // columns of the terminal; 0 for no terminal, and then no excerpts
}

// addColor adds the flag --color.
func addColor(cmd *cobra.Command, value *string) {
	addChoice(cmd, value, "color", "colours and source excerpts: auto means on a terminal, and NO_COLOR is respected", "auto", "always", "never")
}

// newStyle returns the style of standard output. --color takes precedence over NO_COLOR, which disables
// colors but not excerpts.
func newStyle(sys *System, color string) style {
	st := style{width: sys.StdoutWidth}
	switch color {
	case "always":
		st.color = true
		if st.width == 0 {
			st.width = 100
		}
	case "auto":
		st.color = st.width > 0 && sys.Env["NO_COLOR"] == "" && sys.Env["TERM"] != "dumb"
	}
	return st
}

func (s style) escape(code, text string) string {
	if !s.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.escape("1", text) }
func (s style) dim(text string) string  { return s.escape("2", text) }

// paint returns text in the color of a severity.
func (s style) paint(severity diagnostic.Severity, text string) string {
	switch severity {
	case diagnostic.Error:
		return s.escape("1;31", text)
	case diagnostic.Warning:
		return s.escape("1;33", text)
	case diagnostic.Information:
		return s.escape("1;34", text)
	}
	return s.escape("1;36", text)
}

func (s style) severity(severity diagnostic.Severity) string {
	return s.paint(severity, severity.String())
}
