package runtimes

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

func TestGeminiCLICorpus(t *testing.T) { testAcceptance(t, GeminiCLI) }

func TestGeminiCLIDiscovery(t *testing.T) {
	testDiscovery(t, GeminiCLI, 37, func(rt *skills.Runtime, options json.RawMessage, _ string) {
		var set struct {
			Trusted  *bool
			Disabled []string
		}
		if len(options) > 0 {
			if err := json.Unmarshal(options, &set); err != nil {
				t.Fatal(err)
			}
		}
		if set.Trusted != nil {
			*rt = *rt.Configured(map[string]skills.KnobValue{"trusted": {On: *set.Trusted}})
		}
		rt.Accept = geminiWithout(rt.Accept, set.Disabled)
	})
}

func TestGeminiCLIInjection(t *testing.T) {
	eachInjection(t, GeminiCLI, ".agents/skills", func(t *testing.T, c *injectionTest) {
		var want struct{ Name, Text string }
		c.want(t, &want)
		got := injectGemini(c.load)
		checkInjection(t, got, c.load.Source)
		if text := c.text(want.Text); c.load.Skill.Name != want.Name || got.Content != text {
			t.Errorf("%s\n%s\nwant %s\n%s", c.load.Skill.Name, clip(got.Content), want.Name, clip(text))
		}
		if names := strings.Count(got.Content, "───"); len(got.Files) > names {
			t.Errorf("%d files in %d lines", len(got.Files), names)
		}
	})
}

func TestGeminiCLICatalog(t *testing.T) {
	eachCatalog(t, GeminiCLI, func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage) {
		var want struct{ Text string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		want.Text = expand(want.Text, root, "")
		if len(list) > 120 { // where glob waits for so many directories at a time, the order varied between runs
			slices.SortFunc(list, func(a, b skills.Skill) int {
				return strings.Index(want.Text, "<location>"+a.Path) - strings.Index(want.Text, "<location>"+b.Path)
			})
		}
		checkCatalogText(t, catalogGemini(list, skills.Budget{}), list, want.Text, "<location>")
	})
}

// geminiWithout accepts as before but for skills of disabled names (setDisabledSkills of skillManager.ts).
func geminiWithout(accept func(skills.File) skills.Verdict, disabled []string) func(skills.File) skills.Verdict {
	return func(f skills.File) skills.Verdict {
		v := accept(f)
		if slices.ContainsFunc(disabled, func(name string) bool { return strings.ToLower(name) == strings.ToLower(v.Name) }) {
			v.Accepted = false
		}
		return v
	}
}
