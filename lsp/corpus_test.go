package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"strconv"
	"testing"
	"unicode/utf8"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/skills/corpustest"
)

const (
	corpusSeed   = 7   // of the random choice
	corpusDrawn  = 100 // number of skills
	corpusPlaces = 25  // positions per skill, unless the environment sets another number
	corpusSmall  = 400 // bytes; in a text up to this size, every position is used
)

// TestRangesOfCorpus sends all requests for real skills, and for positions spread over each of them. The
// answers must pass a [rangeCheck]. The skills are in one workspace, so that they can refer to each other.
// The environment variable SKILLS_LS_SWEEP sets the approximate number of positions in each skill; all 2.5
// million characters took 24 minutes.
func TestRangesOfCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	each := sweep(t)
	names, files := drawCorpus(t)
	if raceEnabled {
		names = names[:20] // nothing runs concurrently, and the race detector takes ten times as long
	}
	for i, encoding := range encodings {
		t.Run(encoding.String(), func(t *testing.T) {
			t.Parallel()
			s := session.NewSession(analysis.New(files, workspace.Config{Folders: []string{nativePath("/ws")}, Home: nativePath("/home/user")}))
			startChecked(t, s, encoding)
			random := rand.New(rand.NewPCG(corpusSeed, uint64(i)))
			places, ranges := 0, 0
			for n := i; n < len(names); n += len(encodings) {
				name := names[n]
				check := newRangeCheck(t, s, files, position.PathURI(nativePath(name)), files[name], encoding)
				check.document()
				for _, offset := range spread(random, files[name], each) {
					check.at(offset)
					places++
				}
				check.workspace(path.Base(path.Dir(name))[:1])
				check.close()
				ranges += check.ranges
				if t.Failed() {
					t.Fatalf("in %s", name)
				}
			}
			t.Logf("%d places, %d ranges", places, ranges)
		})
	}
}

// drawCorpus returns the paths of skills that were chosen at random from the corpus, and the files of a
// workspace with them. Each directory has the same name as in the corpus.
func drawCorpus(t *testing.T) (names []string, files memoryFiles) {
	t.Helper()
	type skill struct{ name, text string }
	var all []skill
	corpustest.EachSkill(t, func(name, text string) {
		if utf8.ValidString(text) { // JSON texts always are
			all = append(all, skill{name, text})
		}
	})
	random := rand.New(rand.NewPCG(corpusSeed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	files = make(memoryFiles)
	for _, s := range all {
		if len(names) == corpusDrawn {
			break
		}
		name := fmt.Sprintf("/ws/.agents/skills/%s/SKILL.md", path.Base(path.Dir(s.name)))
		if _, taken := files[name]; taken {
			continue
		}
		files[name] = s.text
		names = append(names, name)
	}
	t.Logf("%d skills by the seed %d", len(names), corpusSeed)
	return names, files
}

// sweep returns the number of positions per skill.
func sweep(t *testing.T) int {
	t.Helper()
	text := os.Getenv("SKILLS_LS_SWEEP")
	if text == "" {
		return corpusPlaces
	}
	places, err := strconv.Atoi(text)
	if err != nil || places <= 0 {
		t.Fatalf("SKILLS_LS_SWEEP=%s: want a number of places", text)
	}
	return places
}

// spread returns the end of a text and the offsets of about the given number of characters, evenly spread, or
// of all characters of a small text.
func spread(random *rand.Rand, text string, places int) (offsets []int) {
	step := 1
	if len(text) > corpusSmall {
		step = max(1, len(text)/places)
	}
	next := random.IntN(step)
	for offset := range text {
		if offset >= next {
			offsets = append(offsets, offset)
			next += step
		}
	}
	return append(offsets, len(text))
}
