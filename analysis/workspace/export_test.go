package workspace

// What the external tests use of the package.

const (
	MaxGitignore = maxGitignore
)

var (
	ReadSettings = readSettings
	RootFor      = rootFor
)
