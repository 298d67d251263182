package predict

import (
	"context"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// maxTestJoins is how many programs are made of two tests of a process, at most.
const maxTestJoins = 64

// maxCalls is how many calls of a function are tried in the place of another one, at most.
const maxCalls = 16

// maxCallPairs is how many pairs of calls are tried in a process, at most. Each takes a copy of both programs.
const maxCallPairs = 256

// joinTests searches the programs of a process in which goroutines of a test take the control
// flow that goroutines of another test have, which the same go statement started, or which
// called the same function.
func (s *ProgramResults) joinTests(ctx context.Context, p *process, programs []*condvar.Program, quiet condvar.Quiet, opt ProgramOptions, deadline time.Duration) {
	if p.target == nil || !p.target.Test {
		return
	}
	for _, q := range programs {
		p.nameObjects(q)
	}
	t := &testJoins{process: p, searched: s.searched, run: &otherRecording{process: p, counts: p.startCounts()}, found: map[condvar.Identity]bool{}}
	t.goroutines(ctx, programs, quiet.Goroutines)
	t.calls(ctx, programs, quiet.Calls)
	s.moreTests += asInt(t.full() || t.more)
	t.list = t.list[:min(len(t.list), maxTestJoins)]
	for i, j := range t.list {
		found := s.searchJoined(ctx, p, j, opt, s.shareOf(deadline, len(t.list)-i))
		for _, d := range found {
			d.OfTest = true
		}
		s.addNew(found)
	}
}

// testJoins are the programs that are made of two tests, one more than are searched where there
// are more. Programs with one identity are one, and those that were searched are none.
type testJoins struct {
	*process
	run      *otherRecording
	searched map[condvar.Identity]string
	found    map[condvar.Identity]bool
	list     []condvar.SplicedProgram
	more     bool // pairs of calls were not tried
}

// full reports whether there are more programs than are searched.
func (t *testJoins) full() bool { return len(t.list) > maxTestJoins }

// add adds a program of which n threads are those of its first test, unless its control flows were seen.
func (t *testJoins) add(j condvar.SplicedProgram, n int, seen map[string]bool) {
	words := j.Words()
	if seen[words] {
		return
	}
	seen[words] = true
	t.adopt(j, n, t.run)
	j.Reduce()
	id := j.Identity()
	if limit, known := t.searched[id]; !t.found[id] && !(known && limit == "") {
		t.found[id] = true
		t.list = append(t.list, j)
	}
}

// goroutines joins those that one go statement started. A control flow is tried in a program
// once, even when several tests have it.
func (t *testJoins) goroutines(ctx context.Context, programs, quiet []*condvar.Program) {
	for _, q := range programs {
		seen := map[string]bool{}
		for _, other := range slices.Concat(programs, quiet) {
			if q == other || t.full() || ctx.Err() != nil {
				continue
			}
			joined, _ := condvar.JoinTests(q, other)
			for _, j := range joined {
				t.add(j, len(q.Threads), seen)
			}
		}
	}
}

// calls joins the calls of one function.
func (t *testJoins) calls(ctx context.Context, programs []*condvar.Program, quiet []*condvar.Call) {
	of, pairs := waysOf(programs, quiet), 0
	for _, q := range programs {
		seen := map[string]bool{}
		for _, c := range q.Calls() {
			for _, other := range of[c.Function] {
				if c.Way() == other.Way() {
					continue
				}
				if pairs++; pairs > maxCallPairs || t.full() || ctx.Err() != nil {
					t.more = pairs > maxCallPairs
					return
				}
				if j, ok := condvar.JoinCall(c, other); ok {
					t.add(j, len(q.Threads), seen)
				}
			}
		}
	}
}

// waysOf are calls by their functions, one for each way that a function goes, and maxCalls of a
// function at most.
func waysOf(programs []*condvar.Program, quiet []*condvar.Call) map[uint64][]*condvar.Call {
	of := map[uint64][]*condvar.Call{}
	add := func(c *condvar.Call) {
		list := of[c.Function]
		known := slices.ContainsFunc(list, func(o *condvar.Call) bool { return o.Way() == c.Way() })
		if !known && len(list) < maxCalls {
			of[c.Function] = append(list, c)
		}
	}
	for _, c := range quiet {
		add(c)
	}
	for _, q := range programs {
		for _, c := range q.Calls() {
			add(c)
		}
	}
	return of
}

// startCounts are which goroutine of its go statement each goroutine is.
func (p *process) startCounts() map[trace.G]uint16 {
	counts := map[trace.G]uint16{}
	p.each("counting goroutines", func(_ int, e *trace.Event) {
		if e.Op == trace.OpGo {
			counts[trace.G(e.Obj)] = e.Aux
		}
	})
	return counts
}
