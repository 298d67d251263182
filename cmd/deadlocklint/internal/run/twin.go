package run

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// adopt gives predicted findings the id of the static finding about the same lines,
// where the ids differ: a run has no names for local variables that the compiler
// allocates together, and inlining renames closures. A static finding whose id some run
// predicted is that one.
func (pl *pipeline) adopt(found []*predict.Finding) {
	predicted := map[string]bool{}
	for _, f := range found {
		predicted[f.ID] = true
	}
	static := map[string]bool{}
	for _, s := range pl.static {
		static[s.ID] = true
	}
	for _, f := range found {
		if static[f.ID] {
			continue
		}
		dynamic := newClaim(pl, f).finding()
		i := slices.IndexFunc(pl.static, func(s report.Finding) bool { return !predicted[s.ID] && sameLines(s, dynamic) })
		if i >= 0 {
			f.ID = pl.static[i].ID
		}
	}
}

// sameLines reports whether a static and a dynamic finding are of one check, and each
// goroutine of the static one has one of the dynamic one that waits at its line and took
// its locks there. A dynamic one may have a writer besides.
func sameLines(static, dynamic report.Finding) bool {
	if static.Check != dynamic.Check || len(static.Goroutines) == 0 || len(static.Goroutines) > len(dynamic.Goroutines) {
		return false
	}
	left := slices.Clone(dynamic.Goroutines)
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
