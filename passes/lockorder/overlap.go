package lockorder

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/mhp"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// maxOverlaps bounds how many cycles of a package are asked about.
const maxOverlaps = 200

// An overlap tells whether the goroutines of a cycle can wait at the same time, by the
// may-happen-in-parallel relation of the package. The package is brought into the form that this
// needs with the first cycle. Functions that other packages may call have unknown callers, and are in no proof.
type overlap struct {
	pass    *analysis.Pass
	reached func(name string, value int)
	tried   bool
	prog    *mhp.Program    // nil when it could not be had
	known   map[string]bool // by the places of the sides
}

func newOverlap(r *lockfacts.Reporter) *overlap {
	return &overlap{pass: r.Pass, reached: r.Reached, known: map[string]bool{}}
}

// excludes reports whether two edges of a cycle never happen at the same time, in no run.
func (o *overlap) excludes(c Cycle) bool {
	if o.tried && o.prog == nil {
		return false
	}
	return o.excluded(o.sides(c))
}

// sides is the goroutines of a cycle, by the places where they take their locks. It is nil when one has no such place.
func (o *overlap) sides(c Cycle) []mhp.Side {
	list := make([]mhp.Side, len(c))
	for i := range c {
		wants, ok := o.within(&c[i].To)
		if !ok {
			return nil
		}
		list[i].Wants = wants
		if holds, ok := o.within(&c[i].From); ok {
			list[i].Holds = []mhp.Site{holds}
		}
	}
	return list
}

// excluded asks about sides, once for the same places.
func (o *overlap) excluded(sides []mhp.Side) bool {
	if len(sides) == 0 {
		return false
	}
	key := fmt.Sprint(sides)
	known, ok := o.known[key]
	switch {
	case ok:
		return known
	case len(o.known) == maxOverlaps:
		o.reached("maxOverlaps", maxOverlaps)
		return false
	case !o.load():
		return false
	}
	proof, _ := o.prog.Exclude(sides)
	o.known[key] = proof != nil
	return proof != nil
}

func (o *overlap) load() bool {
	if !o.tried {
		o.tried = true
		unit := mhp.Unit{Fset: o.pass.Fset, Files: o.pass.Files, Types: o.pass.Pkg, Sizes: o.pass.TypesSizes, Other: len(o.pass.OtherFiles) > 0}
		if prog, err := mhp.Single(unit); err == nil {
			o.prog = prog
		}
	}
	return o.prog != nil
}

// within is the innermost place in the package from which a lock is taken: there, or by
// a call.
func (o *overlap) within(l *lockfacts.Lock) (mhp.Site, bool) {
	if at, ok := o.place(l.Site); ok {
		return at, true
	}
	for _, call := range slices.Backward(l.Via) {
		if at, ok := o.place(call); ok {
			return at, true
		}
	}
	return mhp.Site{}, false
}

// place is a site, if it is in the package.
func (o *overlap) place(at lockfacts.Site) (mhp.Site, bool) {
	dir, file := path.Split(at.Pos)
	name, line, ok := strings.Cut(file, ":")
	n, err := strconv.Atoi(line)
	if !ok || err != nil || strings.TrimSuffix(dir, "/") != o.pass.Pkg.Path() {
		return mhp.Site{}, false
	}
	return mhp.Site{Func: at.Func, File: name, Line: n}, true
}
