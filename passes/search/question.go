package search

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/heap"
)

// A Kind is the claim of a finding about a lock.
type Kind uint8

// The kinds.
const (
	Leaked   Kind = iota // the function returns while it is held
	Repeated             // it is locked while it is held
	Unlocked             // it is unlocked after the path has unlocked it
)

// A Question is about the lock that was acquired at Held, by Fn or a function below it. At is the second operation, for Repeated and
// Unlocked. Places are compared by line.
type Question struct {
	Kind     Kind
	Fn       *ssa.Function
	Held, At token.Pos
}

// An Answer is the answer to a question.
type Answer uint8

// The answers.
const (
	Open Answer = iota
	Reached
	Refuted
)

// Limits of a question. When one is reached the answer is Open.
const (
	maxPaths = 300
	maxSteps = 15_000 // instructions of all paths
	maxTotal = 60_000 // of all questions about a package
	maxDepth = 24     // calls
	maxTurns = 4      // arrivals at the head of a loop
)

// An Executor answers questions about one package. It is not for several goroutines.
type Executor struct {
	pkg   *ssa.Package
	index *index
	pool  *heap.Pool
	total int // instructions that were executed
	known map[Question]Answer
	freed map[Question]token.Pos
}

// New makes an executor for the functions of a package with their bodies. The whole package is read once.
func New(pkg *ssa.Package, functions []*ssa.Function) *Executor {
	return &Executor{pkg: pkg, index: newIndex(pkg, functions), pool: heap.NewPool(), known: map[Question]Answer{}, freed: map[Question]token.Pos{}}
}

// Ask executes a function. It takes time in proportion to the number of paths, up to its limits.
func (x *Executor) Ask(q Question) Answer {
	if q.Fn == nil || q.Fn.Blocks == nil || !q.Held.IsValid() && q.Kind != Unlocked || q.Kind != Leaked && !q.At.IsValid() {
		return Open
	}
	a, ok := x.known[q]
	if !ok {
		a = x.search(q)
		x.known[q] = a
	}
	return a
}

// UnlockedTwice is where a path of a question of kind [Leaked] unlocks a lock that it has unlocked before. The place is in the function of the
// question, or in a deferred function. It is invalid when no path does so that guesses nothing of other code.
func (x *Executor) UnlockedTwice(q Question) token.Pos { return x.freed[q] }

// search runs path by path: after each one the last choice that has another way is changed.
func (x *Executor) search(q Question) Answer {
	s := &search{Executor: x, Question: q, entered: map[*ssa.Function]bool{}}
	defer func() { x.freed[q] = s.twice }()
	for range maxPaths {
		switch s.path() {
		case reached:
			return Reached
		case pruned:
			return Open
		}
		for len(s.choices) > 0 && s.choices[len(s.choices)-1].exhausted() {
			s.choices = s.choices[:len(s.choices)-1]
		}
		if len(s.choices) == 0 {
			return s.none()
		}
		s.choices[len(s.choices)-1].taken++
	}
	return Open
}

// none is the answer when no path has reached the goal: the functions that the finding names must have been executed, or nothing can have been missed.
func (s *search) none() Answer {
	if s.recovers {
		return Open // panics of the runtime are not executed
	}
	for _, p := range []token.Pos{s.Held, s.At} {
		if p.IsValid() && s.outside && !s.hasEntered(p) {
			return Open
		}
	}
	return Refuted
}

func (s *search) hasEntered(p token.Pos) bool {
	for fn := range s.entered {
		if syntax := fn.Syntax(); syntax != nil && syntax.Pos() <= p && p < syntax.End() {
			return true
		}
	}
	return false
}

// sameLine reports whether two places are on one line.
func (x *Executor) sameLine(p, q token.Pos) bool {
	if !p.IsValid() || !q.IsValid() {
		return false
	}
	a, b := x.pkg.Prog.Fset.Position(p), x.pkg.Prog.Fset.Position(q)
	return a.Line == b.Line && a.Filename == b.Filename
}

// A choice is a point of a path that has several ways.
type choice struct{ taken, of int }

func (c choice) exhausted() bool { return c.taken+1 == c.of }

// A search is the execution of a question.
type search struct {
	*Executor
	Question
	choices  []choice // of the path that is executed
	steps    int
	entered  map[*ssa.Function]bool
	twice    token.Pos // see UnlockedTwice
	recovers bool      // a deferred function may recover
	outside  bool      // code of other packages was called with objects of this one
}

// An end is how a path ends.
type end uint8

const (
	over       end = iota // it returned, or never will
	infeasible            // its conditions contradict each other, or another path has what it would show
	reached               // it does what the finding says
	pruned                // it was left
)

// path executes one path.
func (s *search) path() (how end) {
	p := &path{
		search: s, solver: heap.NewSolver(s.pool), made: map[*heap.Term]bool{}, escaped: map[*heap.Term]moment{},
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case end:
			how = e
		case *unwinding: // a panic ends the program
			how = over
		default:
			panic(e)
		}
	}()
	var args []value
	for _, param := range s.Fn.Params {
		args = append(args, p.fresh(param.Type(), param.Name()))
	}
	var free []value
	for _, v := range s.Fn.FreeVars {
		free = append(free, p.fresh(v.Type(), v.Name()))
	}
	p.call(s.Fn, args, free)
	if s.Kind == Leaked && p.holds(s.Held) {
		return reached
	}
	return over
}

// choose returns the way that the path takes at this point, of n.
func (p *path) choose(n int) int {
	if p.next == len(p.choices) {
		p.choices = append(p.choices, choice{0, n})
	}
	p.next++
	return p.choices[p.next-1].taken
}

// assume goes on where a condition holds.
func (p *path) assume(t *heap.Term) {
	if !p.solver.Assume(t) {
		panic(infeasible)
	}
}

// decide goes on where a condition holds, or where it does not.
func (p *path) decide(t *heap.Term) bool {
	switch p.solver.Ask(t) {
	case heap.Yes:
		return true
	case heap.No:
		return false
	}
	if p.choose(2) == 0 {
		p.assume(t)
		return true
	}
	p.assume(p.pool.Not(t))
	return false
}
