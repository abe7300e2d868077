package term

import "skills-ls/analysis/diagnostic"

// A Style is the appearance of text output.
type Style struct {
	color bool
	Width int // columns of the terminal; 0 for no terminal, and then no excerpts
}

// NewStyle returns the style of standard output. --color takes precedence over NO_COLOR, which disables
// colors but not excerpts.
func NewStyle(sys *System) Style {
	st := Style{Width: sys.StdoutWidth}
	switch sys.Color {
	case "always":
		st.color = true
		if st.Width == 0 {
			st.Width = 100
		}
	case "auto":
		st.color = st.Width > 0 && sys.Env["NO_COLOR"] == "" && sys.Env["TERM"] != "dumb"
	}
	return st
}

func (s Style) escape(code, text string) string {
	if !s.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s Style) Bold(text string) string { return s.escape("1", text) }
func (s Style) Dim(text string) string  { return s.escape("2", text) }

// Paint returns text in the color of a severity.
func (s Style) Paint(severity diagnostic.Severity, text string) string {
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

func (s Style) Severity(severity diagnostic.Severity) string {
	return s.Paint(severity, severity.String())
}
