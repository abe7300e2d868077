package complete

// What the external tests use of the package.

type (
	RankedName = rankedName
)

const (
	MaxNames = maxNames
)

var (
	Licences     = licences
	NewBestNames = newBestNames
	SnippetText  = snippetText
)
