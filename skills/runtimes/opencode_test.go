package runtimes

import (
	"encoding/json"
	"testing"

	"skills-ls/skills"
)

func TestOpenCodeCorpus(t *testing.T) { testAcceptance(t, OpenCode) }

func TestOpenCodeDiscovery(t *testing.T) {
	testDiscovery(t, OpenCode, 37, func(rt *skills.Runtime, options json.RawMessage, _ string) {
		var set struct{ DisableClaude bool }
		if len(options) > 0 {
			if err := json.Unmarshal(options, &set); err != nil {
				t.Fatal(err)
			}
		}
		*rt = *rt.Configured(map[string]skills.KnobValue{"OPENCODE_DISABLE_CLAUDE_CODE_SKILLS": {On: set.DisableClaude}})
	})
}
