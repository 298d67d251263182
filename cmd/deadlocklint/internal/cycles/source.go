// Package cycles has the candidates of the lock graph.
//
// Package predict finds cycles of locks in recordings. A [Source] makes a [Candidate] of each finding, which has an instance
// for each set of objects. Prove, confirm and force: first the source may exclude the cycle in all runs ([Prover]). Then confirming
// runs pause goroutines of an instance at its breakpoints. Last, the scheduler of an exploration stops them there. The verdict
// names the strongest of the results.
//
// The package decides about no order of the recorded run: package lockgraph does.
package cycles

import (
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/candidate"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Source has the candidates of one prediction.
type Source struct {
	Session *session.Session
	Keeper  *ending.Keeper
	Prover  *Prover
	Static  []report.Finding // of the static checks, whose ids are taken over
	Forcing *session.Session // where candidates are forced, nil where they are not
	Alone   bool             // they are forced without confirming runs before
	Untried string           // why nothing is tried when there are no confirming runs
	Decides string           // the step that would decide then

	tried  []*Candidate
	forced bool
	handed map[string][]trace.Frame // by test, see handOvers
}

// Candidates are those of some findings.
func (s *Source) Candidates(found []*predict.Finding) (list []candidate.Candidate) {
	for _, f := range found {
		c := s.candidate(f)
		s.tried, list = append(s.tried, c), append(list, c)
	}
	return list
}

// HasForced reports whether runs were forced for a candidate. They may have left recordings.
func (s *Source) HasForced() bool { return s.forced }
