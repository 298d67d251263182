package condvar

import "slices"

// This file tells goroutines that are idle from those that are stuck. A worker of a pool stands in its receive when
// there is nothing to do, as it did when the recording ended. Such an end counts where another goroutine waits for the
// worker: see search.cores.

// restingPlaces has the statements of each thread at which the recording left goroutines that the same go statement
// started. Which worker of a pool has which job differs between runs.
func (p *Program) restingPlaces() [][]*Stmt {
	started := make([]uint64, len(p.Threads)) // by which go statement, 0 for not known
	for _, th := range p.Threads {
		walk(th.Body, func(s *Stmt) {
			if s.Op == Go {
				started[s.Arg] = s.Source.Site
			}
		})
	}
	places := make([][]*Stmt, len(p.Threads))
	for t := range p.Threads {
		for q, th := range p.Threads {
			alike := q == t || started[t] != 0 && started[q] == started[t]
			if alike && th.End == Pending {
				places[t] = append(places[t], lastOf(th.Body)...)
			}
		}
	}
	return places
}

// lastOf is the last statement of a list, also inside of loops and branches.
func lastOf(list []*Stmt) (last []*Stmt) {
	if len(list) == 0 {
		return nil
	}
	switch s := list[len(list)-1]; s.Op {
	case Loop, If:
		return slices.Concat(lastOf(s.Then), lastOf(s.Else))
	default:
		return []*Stmt{s}
	}
}

// outsideOfTests has the threads that no test has started, in a program with tests: workers of the process or of a
// package. The main goroutine runs all tests, and is none.
func (p *Program) outsideOfTests() []bool {
	isTest := func(t int) bool { return p.Threads[t].Test && p.Threads[t].G != mainGoroutine }
	outside, tests := make([]bool, len(p.Threads)), false
	for t := range p.Threads {
		at := t
		for at >= 0 && !isTest(at) {
			at = p.Threads[at].Parent
		}
		outside[t] = at < 0
		tests = tests || isTest(t)
	}
	if !tests {
		clear(outside)
	}
	return outside
}

// idleAt returns what reports whether a thread that is blocked at a statement does what it does when it has nothing to
// do: it stands where the recording left it, or one like it, or it is a worker of the process that waits for work.
func (p *Program) idleAt() func(t int, at *Stmt) bool {
	resting, outside := p.restingPlaces(), p.outsideOfTests()
	return func(t int, at *Stmt) bool {
		return outside[t] && at.waitsForWork() || slices.ContainsFunc(resting[t], func(end *Stmt) bool { return p.sameWait(at, end) })
	}
}

// waitsForWork reports whether a statement is one of those in which workers wait.
func (s *Stmt) waitsForWork() bool {
	switch s.Op {
	case Recv, RecvClosed, Select, Wait:
		return true
	}
	return false
}

// sameWait reports whether two statements are one operation at one place, on one object or on objects that are made at
// one place. A select is compared by all its channels.
func (p *Program) sameWait(a, b *Stmt) bool {
	switch {
	case a == b:
		return true
	case a.waitOp() != b.waitOp() || !a.Source.samePlace(b.Source):
		return false
	case len(a.Channels()) == 0:
		return a.Obj == b.Obj
	}
	return slices.ContainsFunc(a.Channels(), func(c int) bool {
		return slices.ContainsFunc(b.Channels(), func(d int) bool { return p.sameChannel(c, d) })
	})
}

// waitOp is the operation in which a goroutine waits at a statement, however it went on.
func (s *Stmt) waitOp() Op {
	switch {
	case len(s.Cases) > 0:
		return Select
	case s.Op == RecvClosed:
		return Recv
	}
	return s.Op
}

func (s Source) samePlace(o Source) bool {
	return s.Site != 0 && s.Site == o.Site || s.Stack != 0 && s.Stack == o.Stack
}

// sameChannel reports whether two channels are one, or were made at one place.
func (p *Program) sameChannel(a, b int) bool {
	x, y := &p.Objects[a], &p.Objects[b]
	return a == b || x.ID != 0 && x.ID == y.ID || x.Created.Site != 0 && x.Created.Site == y.Created.Site
}

// fewIdle leaves out of a set those idle threads that stand where another one of the set does: one tells the same.
func (s *search) fewIdle(cur state, stands []endStatus, set []int) (few []int) {
	for _, t := range set {
		alike := func(q int) bool {
			return stands[q] == idle && s.sameWait(s.next(cur, q).stmt, s.next(cur, t).stmt)
		}
		if stands[t] != idle || !slices.ContainsFunc(few, alike) {
			few = append(few, t)
		}
	}
	return few
}
