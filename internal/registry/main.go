// Registry creates a directory with as many skills as a public registry, to repeat the measurements in
// docs/scale.md. The same number gives the same skills.
//
//	go run ./internal/registry -n 10000 DIR
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// perOwner is the number of skills in the directory of one owner.
const perOwner = 20

func main() {
	n := flag.Int("n", 10_000, "number of skills to create")
	flat := flag.Bool("flat", false, "create all skills in one directory instead of twenty for each owner")
	flag.Parse()
	if err := run(flag.Arg(0), *n, *flat); err != nil {
		fmt.Fprintln(os.Stderr, "registry:", err)
		os.Exit(1)
	}
}

// run creates the skills, and a file named files that lists their paths relative to the directory.
func run(dir string, n int, flat bool) error {
	if dir == "" {
		return errors.New("missing DIR")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	list, err := os.Create(filepath.Join(dir, "files"))
	if err != nil {
		return err
	}
	defer list.Close()
	out := bufio.NewWriter(list)
	for i := range n {
		name := fmt.Sprintf("skill-%07d", i)
		listed := fmt.Sprintf("skills/owner-%05d/%s/SKILL.md", i/perOwner, name)
		if flat {
			listed = fmt.Sprintf("skills/%s/SKILL.md", name)
		}
		path := filepath.Join(dir, filepath.FromSlash(listed))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(skill(name, i)), 0o644); err != nil {
			return err
		}
		fmt.Fprintln(out, listed)
	}
	return errors.Join(out.Flush(), list.Close())
}

// Words for the descriptions.
var (
	verbs = strings.Fields(`Reviews Plans Draws Deploys Measures Translates Compares Cleans Signs Archives Merges Audits Schedules
		Renders Indexes Formats Traces Migrates Compresses Annotates`)
	subjects = strings.Fields(`invoices timetables maps certificates queries logs letters contracts spreadsheets photographs recipes
		tickets schemas pipelines dashboards drawings transcripts backups inventories surveys playlists forecasts permissions
		reports metrics figures slides receipts diagrams glossaries catalogues manuals budgets orders routes sensors samples
		genomes theorems proofs melodies poems ballots blueprints harvests auctions voyages orbits glaciers volcanoes`)
)

func pick(random *rand.Rand, words []string) string { return words[random.IntN(len(words))] }

// skill returns the text of a skill of 1 to 20 KB. Most skills are small, and every tenth has a problem.
func skill(name string, i int) string {
	random := rand.New(rand.NewPCG(uint64(i), 1))
	subject := pick(random, subjects) + ", " + pick(random, subjects) + " and " + pick(random, subjects)
	description := fmt.Sprintf("%s %s by %s. Use when the user asks for %s.", pick(random, verbs), subject, pick(random, subjects), pick(random, subjects))
	switch {
	case i%10 != 0:
	case i%20 == 0:
		name = strings.ToUpper(name[:1]) + name[1:]
	default:
		description = "Steps: " + description
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %s\nlicense: MIT\n---\n\n# Thing %d\n", name, description, i)
	for size := 1_000 + int(19_000*random.Float64()*random.Float64()*random.Float64()); b.Len() < size; {
		fmt.Fprintf(&b, "\n## Step %d\n\nRead *all* of it, **then** run `make step-%d`:\n\n```sh\nmake step-%d ARGS=\"$HOME\"\n```\n\n", b.Len(), i, i)
		for range 3 + random.IntN(8) {
			fmt.Fprintf(&b, "- Look at the [manual](https://example.com/%d) and say what follows from it for the step at hand.\n", random.IntN(1000))
		}
	}
	return b.String()
}
