//go:build race

package lsp

// raceEnabled says that programs take several times the memory and time.
const raceEnabled = true
