package rules

// What the external tests use of the package.

const (
	LeastConfirmed      = leastConfirmed
	MaxCompanionRemarks = maxCompanionRemarks
	MaxConfirmed        = maxConfirmed
	MaxLeftovers        = maxLeftovers
	MaxRelated          = maxRelated
	MaxRewritten        = maxRewritten
)

var (
	CheckArgumentIndex = checkArgumentIndex
	CountLines         = countLines
	DiagnoseForTest    = diagnose
	IsMachinePath      = isMachinePath
	PersonIn           = personIn
	RulePages          = rulePages
)
