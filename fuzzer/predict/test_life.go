package predict

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// This file is the lives of tests. The end of a test writes its life, and Log, Error and their
// kin read it: a goroutine that outlives its test may come to them too late, and package
// testing panics then.

// anyPlace is the site of the end of a test, which no code of the user makes.
const anyPlace = 0

// endOfTest is the operation of the end of a test, in words.
const endOfTest = "end of the test"

// isLife reports whether an OpAccess is of the life of a test.
func isLife(e *trace.Event) bool { return e.Has(trace.FlagForeign) && e.Has(trace.FlagLast) }

// lifeOp names a use of a test or its end, and has its letter.
func (p *process) lifeOp(a *racegraph.Access) (name string, letter boundary.Letter) {
	if !a.Read {
		return endOfTest, boundary.LetterTestEnd
	}
	fn := p.library(a.Stack)
	return "t." + fn[strings.LastIndexByte(fn, '.')+1:], boundary.LetterTestUse
}

// lifeSide has the places of a use of a test, which is told by its calls, and of the end.
func (p *process) lifeSide(a *racegraph.Access, s *RaceSide) {
	s.Sites = []uint64{p.trace.Places[a.Stack][1]}
	if !a.Read {
		s.Frame, s.Sites = p.begins[a.G], []uint64{anyPlace}
	}
}

// locateTestEnd gives the end of a test the place of the use when the test makes no operation of its
// own: it only sets a timer, say.
func locateTestEnd(sides *[2]RaceSide) {
	for i := range sides {
		if s := &sides[i]; s.Op == endOfTest && s.Frame.Func == "" {
			s.Frame = sides[1-i].Frame
		}
	}
}

// beginsAt keeps the outermost call of the user in the first operation of each goroutine. In
// that of a test this is the test.
func (p *process) beginsAt(e *trace.Event) {
	if _, known := p.begins[e.G]; known || e.Op == trace.OpAccess || e.Op.Info().Arg != trace.ArgStack {
		return
	}
	calls := p.trace.Stacks[e.Stack()]
	for i := len(calls) - 1; i >= 0; i-- {
		if f := calls[i]; !stdlib.Has(f.Func) {
			f.Func = p.names.fn(f.Func)
			p.begins[e.G] = f
			return
		}
	}
}
