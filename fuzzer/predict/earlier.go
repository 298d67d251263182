package predict

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// leftEarlier has the goroutines that tests have left which were over when the process ended in a deadlock, apart from those of the
// deadlock. A goroutine is of the deadlock when a test that was running waits for it, over any number of goroutines.
//
// A lock is waited for at its holder. Of another object each user may end a wait, and a goroutine that had never used it may
// do so where it was not yet blocked when the object was made. It takes two passes over the events.
func (p *process) leftEarlier(last *finalOps) map[trace.G]bool {
	begin := p.runningSince()
	earlier, reached := map[trace.G]bool{}, []trace.G{}
	for _, g := range last.order {
		switch e := last.blocked[g]; {
		case e == nil:
		case e.Seq < begin && p.tests[g] != "":
			earlier[g] = true
		default:
			reached = append(reached, g)
		}
	}
	if len(earlier) == 0 {
		return earlier
	}
	uses, awaits := p.usesAtEnd(last)
	for i := 0; i < len(reached); i++ {
		for g := range earlier {
			if p.mayEnd(last, uses, awaits, reached[i], g) {
				reached = append(reached, g)
				delete(earlier, g)
			}
		}
	}
	return earlier
}

// runningSince is when the first of the tests began that were running when the process ended, 0 for none.
func (p *process) runningSince() (begin uint64) {
	running := map[trace.G]uint64{}
	for _, e := range p.objects.Events {
		switch e.Op {
		case trace.OpTest:
			if name := p.trace.Texts[e.Arg]; name != "" && !strings.Contains(name, "/") {
				running[e.G] = e.Seq
			}
		case trace.OpTestEnd, trace.OpExit:
			if e.Op == trace.OpExit || !strings.Contains(p.trace.Texts[e.Arg], "/") {
				delete(running, e.G)
			}
		}
	}
	for _, seq := range running {
		if begin == 0 || seq < begin {
			begin = seq
		}
	}
	return begin
}

// mayEnd reports whether another goroutine may end the wait of a blocked one.
func (p *process) mayEnd(last *finalOps, uses map[uint64][]trace.G, awaits map[trace.G][]uint64, g, by trace.G) bool {
	at := last.blocked[g]
	if at.Op == trace.OpRequest || at.Op == trace.OpRRequest {
		return slices.ContainsFunc(last.held[by], func(h trace.Event) bool { return h.Obj == at.Obj })
	}
	return slices.ContainsFunc(awaits[g], func(obj uint64) bool {
		return obj != 0 && (slices.Contains(uses[obj], by) || p.madeAt(obj) < last.blocked[by].Seq)
	})
}

// madeAt is when an object was made, 0 where the recording does not tell.
func (p *process) madeAt(obj uint64) uint64 {
	if made := p.objects.Instance(obj); made != nil && made.Alloc >= 0 {
		return p.objects.Events[made.Alloc].Seq
	}
	return 0
}

// stillLeft adds the goroutines that earlier tests have left, where a process ended in a deadlock of other goroutines. No look
// of the runtime follows then.
func (p *process) stillLeft(l *blockedAtEnd) {
	if !p.endsStill() {
		return
	}
	last := p.lastOps()
	if last == nil {
		return
	}
	earlier := p.leftEarlier(last)
	for _, g := range last.order {
		if _, known := l.at[g]; !earlier[g] || known {
			continue
		}
		at := last.blocked[g]
		l.at[g] = trace.Event{Seq: at.Seq, G: g, Op: trace.OpLeft, Obj: at.Obj, Arg: at.Arg, Aux: uint16(trace.LeftBlocked)<<8 | uint16(at.Op)}
		if !slices.Contains(l.order, g) {
			l.order = append(l.order, g)
		}
	}
	for g := range l.live {
		if e, waits := last.blocked[g]; earlier[g] || waits && e == nil {
			delete(l.live, g)
		}
	}
}

// endsStill reports whether the process ended since no goroutine could go on.
func (p *process) endsStill() bool {
	return slices.ContainsFunc(p.trace.Events, func(e trace.Event) bool { return e.Op == trace.OpStill })
}
