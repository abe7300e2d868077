package kit

import (
	"reflect"
	"testing"

	"skills-ls/skills"
)

const testPage = `# Source

a file,
and another

# Mentions

none

# Arguments

none

# Notes

- One
  note.
- Another: note.

# Fields

## name: string, number, required

Name of
the skill.

## files: string, list of string

Files.

## x

Anything.

## on: boolean, default the value of ` + "`x`" + `, or false

Switch.

## license: string

# Settings

## group

A group.

## group.switch

` + "`true` has an effect.\n"

func TestDescribed(t *testing.T) {
	agent := Described(testPage, &skills.Agent{
		Title:  "T",
		Fields: []skills.Field{{Name: "files", Default: "none"}},
		Settings: skills.Settings{Knobs: []skills.Knob{
			{Name: "group", Type: skills.KnobGroup, Knobs: []skills.Knob{{Name: "switch"}}},
		}},
	})
	want := &skills.Agent{
		Title:  "T",
		Source: "a file, and another",
		Guide:  skills.Guide{MentionSyntax: "none", Arguments: "none", Notes: []string{"One note.", "Another: note."}},
		Fields: []skills.Field{
			{Name: "name", Types: skills.String | skills.Number, Required: true, Doc: "Name of the skill."},
			{Name: "files", Types: skills.String | skills.List, Default: "none", Doc: "Files."},
			{Name: "x", Doc: "Anything."},
			{Name: "on", Types: skills.Boolean, Default: "the value of `x`, or false", Doc: "Switch."},
			{Name: "license", Types: skills.String, Doc: "License of the skill, a field of the standard that T allows."},
		},
		Settings: skills.Settings{Knobs: []skills.Knob{
			{Name: "group", Type: skills.KnobGroup, Doc: "A group.", Knobs: []skills.Knob{{Name: "switch", Doc: "`true` has an effect."}}},
		}},
	}
	if !reflect.DeepEqual(agent, want) {
		t.Errorf("got  %+v\nwant %+v", agent, want)
	}
}

func TestManifestFields(t *testing.T) {
	got := ParsePage(testPage).ManifestFields("Fields", []skills.ManifestField{{Name: "x", Missing: skills.Rejected}})
	want := []skills.ManifestField{
		{Name: "name", Types: skills.String | skills.Number, Doc: "Name of the skill."},
		{Name: "files", Types: skills.String | skills.List, Items: skills.String, Doc: "Files."},
		{Name: "x", Missing: skills.Rejected, Doc: "Anything."},
		{Name: "on", Types: skills.Boolean, Doc: "Switch."},
		{Name: "license", Types: skills.String},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestDescribedPanics checks that an agent and its page cannot differ.
func TestDescribedPanics(t *testing.T) {
	knobs := []skills.Knob{{Name: "group", Knobs: []skills.Knob{{Name: "switch"}}}}
	for name, agent := range map[string]*skills.Agent{
		"a text about no setting":  {},
		"a setting without a text": {Settings: skills.Settings{Knobs: append(knobs, skills.Knob{Name: "other"})}},
		"a field without a text":   {Fields: []skills.Field{{Name: "other"}}, Settings: skills.Settings{Knobs: knobs}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Described(testPage, agent)
		})
	}
}
