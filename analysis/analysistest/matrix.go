package analysistest

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A MatrixExample is a project about which a file in analysis/rules/testdata says what each agent does.
type MatrixExample struct {
	Rule  string // the base name of the rule's files, such as name_format
	Name  string // unique among the examples of the rule
	Files []txtar.File
}

// MatrixFile is the last file of such an archive. The names of all others begin with that of their example.
const MatrixFile = "matrix"

// MatrixExamples returns the examples of all rules. The directory is analysis/rules/testdata, relative to the
// package of the test. In the names of the files, ROOT stands for a directory in which the agent looks for
// skills. The texts are escaped; see [Unescape].
func MatrixExamples(t testing.TB, dir string) (list []MatrixExample) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rule, last := strings.TrimSuffix(filepath.Base(path), ".txtar"), -1
		for _, f := range archive.Files {
			example, name, ok := strings.Cut(f.Name, "/")
			if !ok {
				continue
			}
			if last < 0 || list[last].Name != example || list[last].Rule != rule {
				list, last = append(list, MatrixExample{Rule: rule, Name: example}), len(list)
			}
			list[last].Files = append(list[last].Files, txtar.File{Name: name, Data: f.Data})
		}
	}
	return list
}
