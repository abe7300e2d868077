package analysistest

import (
	"skills-ls/analysis/affected"
	"skills-ls/analysis/workspace"
)

// AffectedOnDisk returns the paths of the files that changes on disk between two snapshots affect.
func AffectedOnDisk(before, now *workspace.Snapshot, paths ...string) []string {
	return Affected(before, now, affected.Change{OnDisk: paths})
}

// Affected returns the paths of the files that a change affects; see [affected.Paths].
func Affected(before, now *workspace.Snapshot, c affected.Change) []string {
	paths, all := affected.Paths(before, now, c)
	if all {
		return now.Files()
	}
	return paths
}
