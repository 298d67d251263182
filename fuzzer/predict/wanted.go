package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// withoutIdle takes the workers off a deadlock that have nothing to do with it ([lockgraph.Idle]). A goroutine of the deadlock that is
// no worker waits for all who use its object: a worker among them has lost its work, or stands where it should not. The goroutines
// that are returned tell the deadlock from others: which workers used something before depends on the run.
func (p *process) withoutIdle(last *finalOps) map[trace.G]bool {
	uses, awaits := p.usesAtEnd(last)
	var list []waiter
	for _, g := range last.order {
		e := last.blocked[g]
		if e == nil || isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		w := waiter{Event: *e}
		for _, obj := range awaits[g] {
			if !p.serves(g) {
				w.asks = append(w.asks, uses[obj]...)
			}
		}
		list = append(list, w)
	}
	holders := func(lock uint64) (by []trace.G) {
		for _, w := range list {
			if slices.ContainsFunc(last.held[w.G], func(h trace.Event) bool { return h.Obj == lock }) {
				by = append(by, w.G)
			}
		}
		return by
	}
	idle, all, stuck := p.standingOf(list, holders, false).idle(), map[trace.G]bool{}, map[trace.G]bool{}
	for _, w := range list {
		all[w.G] = true
		if !idle[w.G] {
			stuck[w.G] = true
		}
	}
	if len(stuck) == 0 {
		return all
	}
	for g := range idle {
		last.blocked[g] = nil
	}
	return stuck
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
