package hiddentext

// What the external tests use of the package.

type (
	HiddenKind = hiddenKind
)
