package run

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// adopt gives predicted findings the id of the static finding about the same lines,
// where the ids differ: a run has no names for local variables that the compiler
// allocates together, and inlining renames closures. A static finding whose id some run
// predicted is that one. Each other one gives its id once: two circles through one line
// are two findings, each with a schedule of its own. A replay shows one of them, and gives
// it no other id than the one of its schedule.
func (pl *pipeline) adopt(found []*predict.Finding) {
	taken := map[string]bool{}
	for _, f := range found {
		taken[f.ID] = true
	}
	static := map[string]bool{}
	for _, s := range pl.static {
		static[s.ID] = true
	}
	for _, f := range found {
		if static[f.ID] {
			continue
		}
		c := newClaim(pl, f)
		check, members := c.shown.Check(), c.goroutines()[:c.shown.Members()]
		i := slices.IndexFunc(pl.static, func(s report.Finding) bool {
			return !taken[s.ID] && (pl.again == "" || pl.again == s.ID) && s.Check == check && cause.SameLines(s, members)
		})
		if i >= 0 {
			f.ID = pl.static[i].ID
			taken[f.ID] = true
		}
	}
}
