package predict

import (
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// withoutIdle takes the workers off a deadlock that have nothing to do with it: they were started to serve, wait for work or
// offer some, and no goroutine of the deadlock waits for an object that they use. A worker for which another one waits stays: it has lost
// its work, or stands where it should not. So does one in the middle of its work ([restingPlaces]). The goroutines that are returned tell the deadlock from others: which workers
// used something before depends on the run.
func (p *process) withoutIdle(last *finalOps) map[trace.G]bool {
	idle, stuck, all := map[trace.G]bool{}, map[trace.G]bool{}, map[trace.G]bool{}
	for _, g := range last.order {
		e := last.blocked[g]
		switch {
		case e == nil || isOfTesting(p.site(e.Stack()).Func):
			continue
		case p.serves(g) && waitsOrOffers(e) && last.held[g] == nil:
			idle[g] = true
		default:
			stuck[g] = true
		}
		all[g] = true
	}
	p.withoutBusy(idle, stuck, last)
	if len(idle) == 0 || len(stuck) == 0 {
		return all
	}
	uses, awaits := p.usesAtEnd(last)
	work := slices.Sorted(maps.Keys(stuck))
	for ; len(work) > 0; work = work[1:] {
		for _, obj := range awaits[work[0]] {
			for _, g := range uses[obj] {
				if idle[g] {
					delete(idle, g)
					work = append(work, g)
				}
			}
		}
	}
	for g := range idle {
		last.blocked[g] = nil
	}
	return stuck
}

// withoutBusy leaves workers out that stand in the middle of their work: their waits are of operations that only workers make.
func (p *process) withoutBusy(idle, stuck map[trace.G]bool, last *finalOps) {
	var blocked []trace.Event
	for g := range idle {
		blocked = append(blocked, *last.blocked[g])
	}
	if len(blocked) == 0 {
		return
	}
	resting := p.restingOf(blocked)
	for _, e := range blocked {
		if !resting.rests(e) {
			delete(idle, e.G)
			stuck[e.G] = true
		}
	}
}

// waitsOrOffers reports whether a worker waits for work, or offers a value, as the generator of numbers does.
func waitsOrOffers(e *trace.Event) bool {
	return e.Obj != 0 && (e.Op == trace.OpRecv || e.Op == trace.OpSend || e.Op == trace.OpSelect || e.Op == trace.OpWait)
}

// usesAtEnd has the goroutines that used each object, and the objects for which each blocked goroutine waits in the end.
func (p *process) usesAtEnd(last *finalOps) (uses map[uint64][]trace.G, awaits map[trace.G][]uint64) {
	uses, awaits = map[uint64][]trace.G{}, map[trace.G][]uint64{}
	known := map[trace.G]map[uint64]bool{}
	for _, e := range p.objects.Events {
		if e.G == 0 || !p.isObject(e) && e.Op != trace.OpCase {
			continue
		}
		if known[e.G] == nil {
			known[e.G] = map[uint64]bool{}
		}
		if !known[e.G][e.Obj] {
			known[e.G][e.Obj] = true
			uses[e.Obj] = append(uses[e.Obj], e.G)
		}
		if at := last.blocked[e.G]; at != nil && e.Seq >= at.Seq {
			awaits[e.G] = append(awaits[e.G], e.Obj)
		}
	}
	return uses, awaits
}
