package analysis

// A Rule checks files for one kind of problem.
type Rule struct {
	ID string
	// Default is the severity of the rule's diagnostics. If ByAgent is set, it is the highest one, and the
	// targets determine the severity of each diagnostic.
	Default Severity
	ByAgent bool
	Summary string // one line, no period
	Fix     string // what its fixes do, empty if it has none

	appliesTo []Kind
	// crossFile says that the rule's diagnostics depend on the names, descriptions or existence of other
	// skills, or on the diagnostics of such rules.
	crossFile bool
	// inSkeletons says that the rule also checks templates for skills, since filling in a template does not
	// fix its problems; see [pass.isSkeleton].
	inSkeletons bool
	check       func(*pass)
}
