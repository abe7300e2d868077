package claudecode

import "strings"

// sessionValues replaces the values in an expected text that only a session has by their variables.
func sessionValues(text string) string { return strings.ReplaceAll(text, "${VALUE:", "${") }
