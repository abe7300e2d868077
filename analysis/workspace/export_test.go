package workspace

// What the external tests use of the package.

const (
	MaxGitignore = maxGitignore
)

var (
	InvalidUTF8  = invalidUTF8
	ReadSettings = readSettings
	RootFor      = rootFor
)
