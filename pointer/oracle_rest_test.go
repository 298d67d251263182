//go:build rest

package pointer

import (
	"testing"
)

// TestProgramsAgainstNaive compares the answer to the queries of the programs
// with that of the naive solver on the whole program.
func TestProgramsAgainstExhaustive(t *testing.T) {
	s, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.programs {
		t.Run(p.name, func(t *testing.T) {
			sliced, probes := s.analyse(t, p, false)
			whole, _ := s.analyse(t, p, true)
			for name, values := range probes {
				for _, v := range values {
					a, b := sliced.Queries[v], whole.Queries[v]
					if got, want := a.PointsTo().String(), b.PointsTo().String(); got != want {
						t.Errorf("%s: %s, whole program: %s", name, got, want)
					}
				}
			}
			if sliced.Stats.Sliced >= whole.Stats.Sliced {
				t.Errorf("the queries needed all of it: %v", sliced.Stats)
			}
		})
	}
}
