package heap

import (
	"maps"
	"slices"
)

// An Answer is the knowledge of a path about a term of sort Bool.
type Answer uint8

// The answers. Open says that the solver does not know: the literals may allow both, or their contradiction is not found.
const (
	Open Answer = iota
	Yes
	No
)

// A Solver has the literals of a path. It combines equality with functions of which nothing is known, differences of two
// integers, and intervals of other sums. Values that are excluded shrink an interval at its ends only. A contradiction that needs two sums of
// three unknowns, or a case split, is not found.
type Solver struct {
	pool  *Pool
	over  bool            // the literals contradict each other
	root  map[*Term]*Term // of terms that are equal, towards a constant where there is one
	apart [][2]*Term      // terms that differ
	apps  []*Term         // results of functions in literals
	ints  integers
}

// NewSolver has no literals. Terms are made by the pool.
func NewSolver(p *Pool) *Solver {
	return &Solver{pool: p, root: map[*Term]*Term{}, ints: newIntegers()}
}

// Fork is a solver with the same literals.
func (s *Solver) Fork() *Solver {
	return &Solver{s.pool, s.over, maps.Clone(s.root), slices.Clone(s.apart), slices.Clone(s.apps), s.ints.clone()}
}

// Assume adds a literal. It returns false when the literals contradict each other: then the path is infeasible.
func (s *Solver) Assume(t *Term) bool {
	if !s.over {
		s.know(t)
		s.over = !s.assert(t) || !s.close()
	}
	return !s.over
}

// Ask returns whether a term is true on each way that the literals allow. It takes two copies of the literals.
func (s *Solver) Ask(t *Term) Answer {
	switch {
	case !s.Fork().Assume(t):
		return No
	case !s.Fork().Assume(s.pool.Not(t)):
		return Yes
	}
	return Open
}

// know collects the results of functions in a term.
func (s *Solver) know(t *Term) {
	for _, a := range t.args {
		s.know(a)
	}
	if t.op == opApply && !slices.Contains(s.apps, t) {
		s.apps = append(s.apps, t)
	}
}

func (s *Solver) assert(t *Term) bool {
	switch {
	case t.op == opConst:
		return t.num != 0
	case t.op == opAtMost:
		return s.ints.atMost(linearOf(t.args[0]))
	case t.op == opEqual && len(t.args) == 1:
		return s.ints.isZero(linearOf(t.args[0]))
	case t.op == opEqual:
		return s.merge(t.args[0], t.args[1])
	case t.op == opNot && t.args[0].op == opEqual && len(t.args[0].args) == 1:
		return s.ints.isNotZero(linearOf(t.args[0].args[0]))
	case t.op == opNot && t.args[0].op == opEqual:
		s.apart = append(s.apart, [2]*Term(t.args[0].args))
		return true
	case t.op == opNot:
		return s.merge(t.args[0], s.pool.Truth(false))
	}
	return s.merge(t, s.pool.Truth(true))
}

func (s *Solver) find(t *Term) *Term {
	for s.root[t] != nil {
		t = s.root[t]
	}
	return t
}

// merge makes two terms equal that are no integers. Different constants are never equal.
func (s *Solver) merge(x, y *Term) bool {
	x, y = s.find(x), s.find(y)
	if x == y {
		return true
	}
	if x.op == opConst {
		x, y = y, x
	}
	if x.op == opConst {
		return false
	}
	s.root[x] = y
	return true
}

// close draws the conclusions, and returns false for a contradiction.
func (s *Solver) close() bool {
	for more := true; more; {
		if s.ints.turns() { // the others ask for distances
			return false
		}
		more = false
		for _, conclude := range []func() (more, ok bool){s.different, s.congruent, s.ints.shrink} {
			var ok bool
			if more, ok = conclude(); !ok {
				return false
			}
			if more {
				break
			}
		}
	}
	return true
}

// different looks at the terms that differ. Of two truths one is the opposite of the other.
func (s *Solver) different() (more, ok bool) {
	for _, pair := range s.apart {
		x, y := s.find(pair[0]), s.find(pair[1])
		if x == y {
			return false, false
		}
		if x.op == opConst {
			x, y = y, x
		}
		if x.Sort == Bool && y.op == opConst && x.op != opConst {
			more = true
			if !s.merge(x, s.pool.Truth(y.num == 0)) {
				return false, false
			}
		}
	}
	return more, true
}

// congruent makes two results of a function equal whose arguments are equal.
func (s *Solver) congruent() (more, ok bool) {
	for i, x := range s.apps {
		for _, y := range s.apps[:i] {
			if x.text != y.text || x.Sort != y.Sort || len(x.args) != len(y.args) || s.same(x, y) {
				continue
			}
			if !slices.EqualFunc(x.args, y.args, s.same) {
				continue
			}
			if x.Sort == Int {
				return true, s.ints.isZero(linearOf(s.pool.Minus(x, y)))
			}
			return true, s.merge(x, y)
		}
	}
	return false, true
}

// same reports whether two terms are known to be equal.
func (s *Solver) same(x, y *Term) bool {
	if x == y {
		return true
	}
	if x.Sort != y.Sort {
		return false
	}
	if x.Sort != Int {
		return s.find(x) == s.find(y)
	}
	l := linear{}.plus(x, 1).plus(y, -1)
	if len(l.atoms) == 0 {
		return l.num == 0
	}
	in := s.ints.of(l)
	return in.isOne() && in.lo == 0
}
