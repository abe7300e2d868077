package config

// What the external tests use of the package.

const (
	MaxPattern = maxPattern
)
