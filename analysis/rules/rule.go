// Package rules has the rules and the pass that runs them over one file. A rule has a Go file and a page of its
// name: name_directory.go and name_directory.md for name/directory. A Go file without a page has what several
// rules share.
package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
)

// A Rule checks files for one kind of problem. Its words are in its page; see [Rule.Doc].
type Rule struct {
	ID string
	// Default is the severity of the rule's diagnostics. If ByAgent is set, it is the highest one, and the
	// targets determine the severity of each diagnostic.
	Default diagnostic.Severity
	ByAgent bool

	AppliesTo []file.Kind
	// CrossFile says that the rule's diagnostics depend on the names, descriptions or existence of other
	// skills, or on the diagnostics of such rules.
	CrossFile bool
	// Unfinished says that a problem may only mean that the author has not finished typing. The server reports it
	// when the typing pauses.
	Unfinished bool
	// InSkeletons says that the rule also checks templates for skills, since filling in a template does not
	// fix its problems; see [isSkeleton].
	InSkeletons bool
	// Folded says what many problems of this rule in one file are, in the plural: "links to missing files". If
	// it is not empty, [Fold] makes them one diagnostic.
	Folded string
	// Preview says that the rule is off unless the configuration names it. A new rule is a preview until
	// docs/precision.tsv says how often it is right.
	Preview bool
	Check   func(*Pass)
}

var (
	skillFiles    = []file.Kind{file.SkillFile}
	skillContents = []file.Kind{file.SkillFile, file.SkillMarkdown}
	everything    = []file.Kind{file.SkillFile, file.SkillMarkdown, file.Instructions}
	// The agents that read a companion determine the problems in it; see [companionRule].
	companionFiles = []file.Kind{file.CompanionFile}
	// The problems of a configuration file are found when it is read; see [reportSettings].
	configFiles = []file.Kind{file.ConfigFile}
)
