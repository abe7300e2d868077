package skills

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// collated is in the order of localeCompare in Node 20 with ICU 78.
var collated = []string{
	"/s/'x'/SKILL.md",
	"/s/(x)/SKILL.md",
	"/s/[x]/SKILL.md",
	"/s/@x/SKILL.md",
	"/s/#x/SKILL.md",
	"/s/+x/SKILL.md",
	"/s/~x/SKILL.md",
	"/s/😀/SKILL.md",
	"/s/$x/SKILL.md",
	"/s/0a/SKILL.md",
	"/s/a b/SKILL.md",
	"/s/a_b/SKILL.md",
	"/s/a-b/SKILL.md",
	"/s/a.b/SKILL.md",
	"/s/a/.gitignore",
	"/s/a/readme.md",
	"/s/a/README.md",
	"/s/a/SKILL.md",
	"/s/ａ/SKILL.md",
	"/s/A/SKILL.md",
	"/s/á/SKILL.md",
	"/s/a10/SKILL.md",
	"/s/a2/SKILL.md",
	"/s/ab/SKILL.md",
	"/s/aB/SKILL.md",
	"/s/Ab/x.md",
	"/s/az/SKILL.md",
	"/s/e/SKILL.md",
	"/s/E/SKILL.md",
	"/s/é/SKILL.md",
	"/s/É/SKILL.md",
	"/s/f/SKILL.md",
	"/s/n/SKILL.md",
	"/s/ñ/SKILL.md",
	"/s/o/SKILL.md",
	"/s/ss/SKILL.md",
	"/s/ß/SKILL.md",
	"/s/st/SKILL.md",
	"/s/навык/SKILL.md",
	"/s/عربى/SKILL.md",
	"/s/カタカナ/SKILL.md",
	"/s/ひらがな/SKILL.md",
	"/s/技能/SKILL.md",
	"/s/日本/SKILL.md",
	"C:\\s\\a\\SKILL.md",
}

func TestCollate(t *testing.T) {
	shuffled := slices.Clone(collated)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	slices.SortStableFunc(shuffled, Collate)
	for i := range collated {
		if shuffled[i] != collated[i] {
			t.Errorf("%d: %q, want %q", i, shuffled[i], collated[i])
		}
	}
}

// TestCollateASCII checks the fast path for ASCII against the tables.
func TestCollateASCII(t *testing.T) {
	slow := collate.New(language.Und)
	random := rand.New(rand.NewPCG(3, 4))
	text := func(n int) string {
		b := make([]byte, random.IntN(n))
		for i := range b {
			b[i] = byte(random.IntN(128))
			if random.IntN(2) == 0 {
				b[i] = "aAbB-_/."[random.IntN(8)]
			}
		}
		return string(b)
	}
	for range 200_000 {
		a, b := text(8), text(8)
		if random.IntN(3) == 0 {
			b = a[:random.IntN(len(a)+1)] + b
		}
		got := Collate(a, b)
		if want := slow.CompareString(a, b); sign(got) != want {
			t.Fatalf("%q, %q: %d, want %d", a, b, got, want)
		}
	}
}

func sign(n int) int { return min(1, max(-1, n)) }
