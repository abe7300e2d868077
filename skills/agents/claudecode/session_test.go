package claudecode

import "strings"

// sessionValues puts into an expected text, for the values that only a session has, the variables that stand for them.
func sessionValues(text string) string { return strings.ReplaceAll(text, "${VALUE:", "${") }
