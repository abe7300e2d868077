package rules

import (
	"strings"
	"testing"
)

func TestIsEnglish(t *testing.T) {
	for text, want := range map[string]bool{
		"": false,
		"Reviews a diff and reports the bugs in it.":                                            true,
		"Generate walkthrough videos from Stitch projects using Remotion.":                      true,
		"Applies naïve Bayes to the β-lactam measurements that the laboratory of a café keeps.": true,
		"Don’t merge what isn't reviewed: that's the rule.":                                     true,
		"Sample skill":                                                            false, // too short to tell
		"Cache Invalidation Strategies":                                           false,
		"Prüft einen Diff auf Fehler und unklare Namen.":                          false,
		"Erstellt Terraform Module in AWS mit dem \"the best\" Support":           false,
		"Genera pruebas para el servicio; responde a \"write a test for this\".":  false,
		"Génère les tests de la base et vérifie le code avec use case":            false,
		"Genera test per il codice e le API in modo automatico":                   false,
		"Responde dúvidas de legislação e calcula verbas com a tabela oficial.":   false,
		"Tworzy testy i sprawdza to, co jest w kodzie by code review":             false,
		"Schrijft tests voor een service en kijkt of de code is gedekt":           false,
		"检查代码 and the tests in it":                                                false,
		"コードをレビューする。Use this with the diff.":                                      false,
		"Activated by keywords: \"코드 리뷰\" and \"refactor\" from the user":         false,
		"Проверяет код and the tests from this repository":                        false,
		strings.Repeat("été ", 20) + "and the from with this into your":           false,
		"Le code est testé; répond à \"fix this with the tool\" pour les équipes": false,
	} {
		if got := isEnglish(text); got != want {
			t.Errorf("%q is English: %v, want %v", text, got, want)
		}
	}
}
