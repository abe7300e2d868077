package agents

import (
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
)

// TestGoldenText checks that a new agent changes no golden that lists or counts agents.
func TestGoldenText(t *testing.T) {
	zebra := &skills.Agent{ID: "zebra", Title: "Zebra"}
	for _, tt := range []struct{ before, after string }{
		{"Codelia and 15 others  x", "Codelia and 16 others  x"},
		{"Codelia and 1 other; rejected by Amp", "Codelia and 2 others; rejected by Amp"},
		{"Read by Cursor and Amp.", "Read by Cursor, Amp and Zebra."},
		{"Read by Amp.", "Read by Amp and Zebra."},
		{"Cursor, Amp and Roo Code", "Cursor, Amp, Zebra and Roo Code"},
		{`["amp" "roo-code"]`, `["amp" "roo-code" "zebra"]`},
		{
			"[\n  {\n    \"agent\": \"amp\",\n    \"x\": {\n    }\n  }\n]\n",
			"[\n  {\n    \"agent\": \"amp\",\n    \"x\": {\n    }\n  },\n  {\n    \"agent\": \"zebra\",\n    \"x\": {\n    }\n  }\n]\n",
		},
		{
			"[\n  {\n    \"agent\": \"amp\",\n    \"x\": 1\n  }\n]\n",
			"[\n  {\n    \"agent\": \"zebra\",\n    \"x\": 1\n  },\n  {\n    \"agent\": \"amp\",\n    \"x\": 1\n  }\n]\n",
		},
	} {
		before, after := agenttest.GoldenText(All(), tt.before), agenttest.GoldenText(append(All(), zebra), tt.after)
		if before != after {
			t.Errorf("got  %s\nwant %s", after, before)
		}
	}
	for _, text := range []string{"in 1 of 3 skills and 1 other file.", "and 2 other files.", `{"agent": "zebra"}`, "Codelia and Amp"} {
		if got := agenttest.GoldenText(append(All(), zebra), text); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
	}
}
