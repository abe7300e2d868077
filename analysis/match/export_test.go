package match

// What the external tests use of the package.

const (
	MaxPatterns = maxPatterns
)
