package lockorder

import (
	"path"
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
// needs with the first cycle. It is a command: in other packages callers are missing.
type overlap struct {
	pass    *analysis.Pass
	reached func(name string, value int)
	tried   bool
	prog    *mhp.Program    // nil when it could not be had
	known   map[string]bool // by the places of the sides
}

func newOverlap(r *lockfacts.Reporter) *overlap {
	return &overlap{pass: r.Pass, reached: r.Reached, tried: r.Pass.Pkg.Name() != "main", known: map[string]bool{}}
}

// excludes reports whether two edges of a cycle never happen at the same time, in no run.
func (o *overlap) excludes(c Cycle) bool {
	if o.tried && o.prog == nil {
		return false
	}
	sides := make([]mhp.Side, len(c))
	key := ""
	for i := range c {
		wants, ok := o.within(&c[i].To)
		if !ok || c[i].Async != "" {
			return false
		}
		sides[i].Wants = wants
		if holds, ok := o.within(&c[i].From); ok {
			sides[i].Holds = []mhp.Site{holds}
		}
		key += c[i].To.Site.Pos + " " + c[i].From.Site.Pos + " " + wants.Func + ":" + strconv.Itoa(wants.Line) + "\n"
	}
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
	for i := len(l.Via); i >= 0; i-- {
		at := l.Site
		if i < len(l.Via) {
			at = l.Via[i]
		}
		dir, file := path.Split(at.Pos)
		name, line, ok := strings.Cut(file, ":")
		n, err := strconv.Atoi(line)
		if ok && err == nil && strings.TrimSuffix(dir, "/") == o.pass.Pkg.Path() {
			return mhp.Site{Func: at.Func, File: name, Line: n}, true
		}
	}
	return mhp.Site{}, false
}
