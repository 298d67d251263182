package suite_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// TestAnalyzersAndChecks: an analyzer and a check that share a name belong together, and
// no name of one is a former name that a check of another analyzer had.
func TestAnalyzersAndChecks(t *testing.T) {
	for analyzer := range suite.Docs() {
		if n := checks.Name(analyzer); n.Known() && suite.Analyzer(n) != analyzer {
			t.Errorf("check %s is of analyzer %s", n, suite.Analyzer(n))
		}
		if suite.Named(analyzer) != analyzer {
			t.Errorf("%s names analyzer %s", analyzer, suite.Named(analyzer))
		}
	}
}
