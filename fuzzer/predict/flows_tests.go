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

// joinTests searches the programs of a process in which goroutines of a test take the control
// flow that goroutines of another test have, which the same go statement started.
func (s *ProgramResults) joinTests(ctx context.Context, p *process, programs, quiet []*condvar.Program, opt ProgramOptions, deadline time.Time) {
	if p.target == nil || !p.target.Test {
		return
	}
	joins := p.testJoins(ctx, programs, quiet)
	if len(joins) > maxTestJoins {
		joins = joins[:maxTestJoins]
		s.moreTests++
	}
	for i, j := range joins {
		found := s.searchJoined(ctx, p, j, opt, shareOf(deadline, len(joins)-i))
		for _, d := range found {
			d.OfTest = true
		}
		s.addNew(found)
	}
}

// testJoins are the programs that are made of two tests, one more than are searched where there
// are more. A control flow is tried in a program once, even when several tests have it.
func (p *process) testJoins(ctx context.Context, programs, quiet []*condvar.Program) (joins []condvar.SplicedProgram) {
	run := &otherRecording{process: p, counts: p.startCounts()}
	for _, q := range programs {
		p.nameObjects(q)
	}
	for _, q := range programs {
		seen := map[string]bool{}
		for _, other := range slices.Concat(programs, quiet) {
			if q == other || len(joins) > maxTestJoins || ctx.Err() != nil {
				continue
			}
			joined, _ := condvar.JoinTests(q, other)
			for _, j := range joined {
				if words := j.Words(); !seen[words] {
					seen[words] = true
					p.adopt(j, len(q.Threads), run)
					joins = append(joins, j)
				}
			}
		}
	}
	return joins
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
