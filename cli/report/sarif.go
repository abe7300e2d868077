package report

import (
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

// The types below are the objects of SARIF 2.1.0 that diagnostics need. Section numbers are those of the
// OASIS Standard with errata 01.

// 3.19
type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []SARIFRule `json:"rules"`
}

// 3.49
type SARIFRule struct {
	ID      string    `json:"id"`
	Short   sarifText `json:"shortDescription"`
	Full    sarifText `json:"fullDescription"`
	Help    sarifText `json:"help"`
	HelpURI string    `json:"helpUri,omitempty"`
	Default struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Tags     []string `json:"tags"`
		Severity string   `json:"problem.severity"` // GitHub reads this
	} `json:"properties"`
}

func newSarifRule(rule *rules.Rule) SARIFRule {
	group, _, _ := strings.Cut(rule.ID, "/")
	page := withoutComments(rule.Doc())
	var r SARIFRule
	r.ID, r.Short.Text, r.Full.Text = rule.ID, rule.Summary(), rule.Summary()
	r.Help.Text, r.Help.Markdown, r.HelpURI = page, page, rules.URL(rule.ID)
	r.Default.Level = levelOf(rule.Default, "note")
	r.Properties.Tags = []string{"agent-skills", group}
	r.Properties.Severity = r.Default.Level
	if r.Default.Level == "note" {
		r.Properties.Severity = "recommendation"
	}
	return r
}

var htmlComment = regexp.MustCompile(`(?m)^<!--.*-->\n`)

// withoutComments removes the comments for tests from a rule's page: SARIF allows no HTML.
func withoutComments(page string) string { return htmlComment.ReplaceAllString(page, "") }

// 3.3, 3.11 and 3.12
type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// newSarifMessage doubles braces, because single ones would be placeholders (3.11.5).
func newSarifMessage(text string) sarifText {
	return sarifText{Text: strings.NewReplacer("{", "{{", "}", "}}").Replace(text)}
}

// 3.4
type SARIFArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

// 3.30
type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
	ByteOffset  int `json:"byteOffset"`
	ByteLength  int `json:"byteLength"`
}

func NewSARIFRegion(r placeRange) sarifRegion {
	return sarifRegion{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column, r.Start.Offset, r.End.Offset - r.Start.Offset}
}

// 3.28
type SARIFLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

// 3.29
type sarifPhysical struct {
	Artifact SARIFArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

// 3.27
type SARIFResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []SARIFLocation   `json:"locations"`
	Related      []SARIFLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []SARIFFix        `json:"fixes,omitempty"`
	Properties   struct {
		Severity string              `json:"severity"` // one of four, while level is one of three
		Affects  []diagnostic.Affect `json:"affects"`
	} `json:"properties"`
}

// 3.55
type SARIFFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
	Properties  struct {
		Safe      bool `json:"safe"`
		Preferred bool `json:"preferred"`
	} `json:"properties"`
}

// 3.56
type sarifChange struct {
	Artifact     SARIFArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

// 3.57
type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"` // empty for an insertion
	Inserted *sarifText  `json:"insertedContent,omitempty"`
}

// 3.20
type SARIFInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	WorkingDirectory    SARIFArtifact       `json:"workingDirectory"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

// 3.58
type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []SARIFLocation `json:"locations"`
}
