package refactor

// What the external tests use of the package.

type (
	TomlSwitch = tomlSwitch
)

var (
	PercentEncoded = percentEncoded
	PreferredFixes = preferredFixes
	Settle         = settle
	SortedKeys     = sortedKeys
	Splits         = splits
)
