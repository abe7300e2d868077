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
