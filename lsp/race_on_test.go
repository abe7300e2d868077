//go:build race

package lsp

// raceEnabled is true with the race detector, under which programs take several times the memory and time.
const raceEnabled = true
