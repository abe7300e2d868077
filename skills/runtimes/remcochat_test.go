package runtimes

import "testing"

// TestRemcoChatCorpus demands what RemcoChat's own code did with every file of the corpus.
func TestRemcoChatCorpus(t *testing.T) { testAcceptance(t, RemcoChat) }
