package runtimes

import (
	"encoding/json"
	"testing"

	"skills-ls/skills"
)

func TestOttoCorpus(t *testing.T) { testAcceptance(t, Otto) }

func TestOttoDiscovery(t *testing.T) {
	testDiscovery(t, Otto, 37, func(rt *skills.Runtime, options json.RawMessage, _ string) {
		if len(options) == 0 {
			return
		}
		var config struct {
			Settings struct {
				Enabled *bool
				Items   map[string]struct{ Enabled *bool }
			}
		}
		if err := json.Unmarshal(options, &config); err != nil {
			t.Fatal(err)
		}
		values := make(map[string]skills.KnobValue)
		if on := config.Settings.Enabled; on != nil {
			values["enabled"] = skills.KnobValue{On: *on}
		}
		for name, item := range config.Settings.Items {
			if item.Enabled != nil && !*item.Enabled {
				values["items"] = skills.KnobValue{Off: append(values["items"].Off, name)}
			}
		}
		*rt = *rt.Configured(values)
	})
}

// TestOttoInjection compares the tool's result with the recorded object as JSON.stringify prints it.
func TestOttoInjection(t *testing.T) {
	eachInjection(t, Otto, ".agents/skills", func(t *testing.T, c *injectionTest) {
		var want struct{ Result json.RawMessage }
		c.want(t, &want)
		v, err := skills.ParseJSON(string(want.Result))
		if err != nil {
			t.Fatal(err)
		}
		files := 0
		for _, p := range v.Pairs {
			if p.Value.Kind == skills.ScalarValue && p.Value.Tag == "!!str" {
				p.Value.Text = c.text(p.Value.Text)
			}
			if p.Key.Text == "availableFiles" {
				files = len(p.Value.Items)
			}
		}
		got := injectOtto(c.load)
		checkInjection(t, got, c.load.Source)
		if text := stringifyOtto(v); got.Content != text {
			t.Errorf("content\n%s\nwant\n%s", clip(got.Content), clip(text))
		}
		if len(got.Files) != files || got.FilesTruncated {
			t.Errorf("%d files, truncated %t; want %d", len(got.Files), got.FilesTruncated, files)
		}
	})
}

func TestOttoCatalog(t *testing.T) {
	eachCatalog(t, Otto, func(t *testing.T, list []skills.Skill, _ string, expected json.RawMessage) {
		var want struct{ Text string }
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(err)
		}
		checkCatalogText(t, catalogOtto(list, skills.Budget{}), list, want.Text, "\n- ")
	})
}
