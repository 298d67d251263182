package cycles

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Adopt gives predicted findings the id of the static finding about the same lines,
// where the ids differ. A run has no names for local variables that the compiler
// allocates together, and inlining renames closures. A static finding whose id some run
// predicted is that one. Each other one gives its id once: two circles through one line
// are two findings, each with a schedule of its own. A replay shows one of them, and gives
// it no other id than the one of its schedule.
func (s *Source) Adopt(found []*predict.Finding) {
	taken := map[string]bool{}
	for _, f := range found {
		taken[f.ID] = true
	}
	static := map[string]bool{}
	for _, of := range s.Static {
		static[of.ID] = true
	}
	for _, f := range found {
		if static[f.ID] {
			continue
		}
		c := s.candidate(f)
		check, members := c.shown.Check(), goroutine.Of(s.Session, c.shown)[:c.shown.Members()]
		i := slices.IndexFunc(s.Static, func(of report.Finding) bool {
			return !taken[of.ID] && (s.Keeper.Again() == "" || s.Keeper.Again() == of.ID) && of.Check == check && cause.SameLines(of, members)
		})
		if i >= 0 {
			f.ID = s.Static[i].ID
			taken[f.ID] = true
		}
	}
}
