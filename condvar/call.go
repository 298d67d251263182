package condvar

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A callSite is the call of a function by code of a test file; a statement is a part of it.
type callSite struct {
	function uint64 // that is called
	at       uint64 // the call with all calls around it, 0 where the statement is a part of none
	calls    bool   // the function has called code of a test file
}

// callOf is the call that an operation is a part of: the outermost call from a test file to a
// function elsewhere. The standard library has no such function.
func (b *builder) callOf(stack trace.StackID) callSite {
	site, known := b.calls[stack]
	if known {
		return site
	}
	frames := b.t.Stacks[stack]
	in := func(f trace.Frame) bool { return strings.HasSuffix(f.File, "_test.go") }
	for i := len(frames) - 1; i > 0; i-- {
		f := frames[i-1]
		if !in(frames[i]) || in(f) {
			continue
		}
		if !stdlib.Has(f.Func) {
			h := fnv.New64a()
			h.Write([]byte(f.Func))
			site = callSite{function: h.Sum64(), at: placeOf(frames[i:]), calls: slices.ContainsFunc(frames[:i-1], in)}
		}
		break
	}
	b.calls[stack] = site
	return site
}

// placeOf is where some frames are.
func placeOf(frames []trace.Frame) uint64 {
	h := fnv.New64a()
	for _, f := range frames {
		fmt.Fprintln(h, f.Func, f.File, f.Line)
	}
	return h.Sum64()
}

// A Call is one call of a function by code of a test file, in a program.
type Call struct {
	Function uint64
	program  *Program
	thread   int
	from, to int // statements of its body

	way    string         // see Way
	apart  *Program       // see outline
	before map[uint64]int // how often the goroutine came by a place before
}

// Calls lists the calls that are whole in the program. A goroutine that has not ended may be in
// the middle of its last call. A call that runs code of a test file is left out, since the test
// decides about that code. So is a call that keeps a lock. Where the first place of a call comes
// again, a loop may have called the function several times, and the call is left out, too. The
// time is linear in the statements.
func (p *Program) Calls() (list []*Call) {
	for t, th := range p.Threads {
		if th.Truncated || th.Incomplete {
			continue
		}
		for from := 0; from < len(th.Body); {
			to := th.endOfCall(from)
			if to > from && (to < len(th.Body) || th.End == Ended) && isWhole(th.Body[from:to]) {
				list = append(list, &Call{Function: th.Body[from].call().function, program: p, thread: t, from: from, to: to})
			}
			from = max(to, from+1)
		}
	}
	return list
}

// call is the call that a statement is a part of, or else the call of the first statement in it.
func (s *Stmt) call() (site callSite) {
	walk([]*Stmt{s}, func(in *Stmt) {
		if site.at == 0 {
			site = in.Source.call
		}
	})
	return site
}

// endOfCall is where the call ends that begins with a statement, or the statement itself where
// none does. Statements without a place belong to the statements around them, and so does the
// release of a lock after the last one.
func (t *Thread) endOfCall(from int) int {
	at := t.Body[from].call().at
	end, held := from, 0
	for i := from; at != 0 && i < len(t.Body); i++ {
		s := t.Body[i]
		here := s.call().at
		if here != 0 && here != at {
			break
		}
		if s.isLock() {
			held += asInt(s.acquires()) - asInt(!s.acquires())
		}
		if here == at || s.isLock() && !s.acquires() && held == 0 && i == end {
			end = i + 1
		}
	}
	return end
}

// isWhole reports whether statements are all of one call.
func isWhole(list []*Stmt) bool {
	whole, held, first := true, 0, list[0].spot()
	begins := 0
	walk(list, func(s *Stmt) {
		whole = whole && !s.Source.call.calls
		begins += asInt(s.Source.Site == first.site)
		if s.isLock() {
			held += asInt(s.acquires()) - asInt(!s.acquires())
		}
	})
	return whole && held == 0 && begins == 1
}

// leavingCalls are the calls that do nothing but take locks and see atomic writes, one for each
// function. No other goroutine waits for such a call, so that no trace program has it. See quiet.
func (p *Program) leavingCalls() (list []*Call) {
	seen := map[uint64]bool{}
	for _, c := range p.Calls() {
		called := Thread{Body: p.Threads[c.thread].Body[c.from:c.to]}
		if !seen[c.Function] && called.leaves() {
			seen[c.Function] = true
			alone := &Program{Threads: []*Thread{{G: p.Threads[c.thread].G, Parent: -1}}}
			list = append(list, &Call{Function: c.Function, program: alone})
		}
	}
	return list
}
