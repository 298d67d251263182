package condvar

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// CommonStarts pairs threads of two programs of different tests, of q to p: those that the same
// go statement started, for the same time. A thread that came through code of a test file is in
// no pair: the test decides what it does. Neither is a thread with a twin, which the same
// statement started in another thread of its program. A pair is a guess: it says that two
// goroutines run the same function. It takes time linear in the statements.
func CommonStarts(p, q *Program) map[int]int {
	is := p.starts()
	pairs := map[int]int{}
	for at, t := range q.starts() {
		if to, ok := is[at]; ok && t >= 0 && to >= 0 && !p.Threads[to].Tests && !q.Threads[t].Tests {
			pairs[t] = to
		}
	}
	return pairs
}

// starts are the threads by where they were started, -1 where several were.
func (p *Program) starts() map[spot]int {
	at := map[spot]int{}
	p.EachStatement(func(s *Stmt) {
		if s.Op != Go || s.Source.Site == 0 || p.Threads[s.Arg].Test {
			return
		}
		if _, twin := at[s.spot()]; twin {
			at[s.spot()] = -1
			return
		}
		at[s.spot()] = int(s.Arg)
	})
	return at
}

// inTest reports whether a goroutine was in code of a test file.
func (b *builder) inTest(stack trace.StackID) bool {
	in, known := b.tests[stack]
	if !known {
		in = slices.ContainsFunc(b.t.Stacks[stack], func(f trace.Frame) bool { return strings.HasSuffix(f.File, "_test.go") })
		b.tests[stack] = in
	}
	return in
}
