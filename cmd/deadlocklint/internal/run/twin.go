package run

import (
	"slices"

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
			return !taken[s.ID] && (pl.again == "" || pl.again == s.ID) && s.Check == check && sameLines(s, members)
		})
		if i >= 0 {
			f.ID = pl.static[i].ID
			taken[f.ID] = true
		}
	}
}

// sameLines reports whether each goroutine of a static finding has one among the members of
// a cycle that waits at its line and took its locks there, and each member is one of these.
func sameLines(static report.Finding, members []report.Goroutine) bool {
	if len(static.Goroutines) == 0 || len(static.Goroutines) != len(members) {
		return false
	}
	left := slices.Clone(members)
	for _, g := range static.Goroutines {
		i := slices.IndexFunc(left, func(d report.Goroutine) bool { return sameSide(g, d) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// sameSide reports whether a goroutine of a run waits at the line at which a static one
// does, and holds locks since the lines of all that the static one holds.
func sameSide(static, dynamic report.Goroutine) bool {
	n, m := len(static.Steps), len(dynamic.Steps)
	if n == 0 || m == 0 || lineOf(static.Steps[n-1].Pos) != lineOf(dynamic.Steps[m-1].Pos) {
		return false
	}
	return !slices.ContainsFunc(static.Steps[:n-1], func(s report.Step) bool {
		return !slices.ContainsFunc(dynamic.Steps[:m-1], func(d report.Step) bool { return lineOf(d.Pos) == lineOf(s.Pos) })
	})
}
