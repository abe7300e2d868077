package refactor

// What the external tests use of the package.

type (
	TomlSwitch = tomlSwitch
)

var (
	PreferredFixes = preferredFixes
	Settle         = settle
	SortedKeys     = sortedKeys
	Splits         = splits
)
