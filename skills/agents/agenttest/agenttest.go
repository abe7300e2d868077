// Package agenttest checks agents against recorded and written cases, for tests.
//
// The oracle records what an agent's own code did. Its cases are in testdata/oracle, except those of the
// corpus, which are outside the repository. The vectors in testdata/vectors were written from an agent's
// sources, for agents that could not be run.
package agenttest
