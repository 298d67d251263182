package predict

import (
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// reasons are the facts of the run that explain why a goroutine is blocked in an operation.
func (p *process) reasons(a *account, at *trace.Event) []Reason {
	switch at.Op {
	case trace.OpRequest, trace.OpRRequest:
		return p.whoHolds(a, at)
	case trace.OpSend:
		if list := p.whoFills(a, at); len(list) > 0 {
			return list
		}
		return p.lastUsers(a, at)
	case trace.OpRecv:
		return p.lastUsers(a, at)
	case trace.OpWGWait:
		return p.whoIsMissing(a, at)
	case trace.OpWait:
		return p.whoWasWoken(a, at)
	}
	return nil
}

// whoHolds are the goroutines that have ended with the lock locked, or that stand in a yield with it. A caller of next waits in
// the coroutine, too, and comes back by itself.
func (p *process) whoHolds(a *account, at *trace.Event) (list []Reason) {
	for _, h := range a.held[at.Obj] {
		switch {
		case a.ended[h.G]:
			list = p.because(list, LeftLocked, p.eventPlace(h), p.actor(a, h.G, h.Seq))
		case a.yielded[h.G]:
			list = p.because(list, Suspended, p.eventPlace(h), p.actor(a, h.G, h.Seq))
		}
	}
	return list
}

// whoFills are the goroutines that have ended and whose values fill the channel.
func (p *process) whoFills(a *account, at *trace.Event) (list []Reason) {
	s := a.slots[at.Obj]
	if s == nil || s.size == 0 || len(s.sends) < s.size {
		return nil
	}
	for _, e := range s.sends {
		if a.ended[e.G] {
			list = p.because(list, SlotTaken, p.eventPlace(e), p.actor(a, e.G, e.Seq))
		}
	}
	return list
}

// lastUsers are the goroutine that used a channel last, or those that ended by a panic before they used a channel.
func (p *process) lastUsers(a *account, at *trace.Event) []Reason {
	if list := p.lastUser(a, at); len(list) > 0 || a.used[at.Obj].G != 0 && a.used[at.Obj].G != at.G {
		return list
	}
	return p.whoPanicked(a, at)
}

// whoPanicked are goroutines of the same test that have ended after a panic, which was recovered, or after a Goexit.
func (p *process) whoPanicked(a *account, at *trace.Event) (list []Reason) {
	for _, g := range slices.Sorted(maps.Keys(a.panics)) {
		if a.ended[g] && p.tests[g] == p.tests[at.G] && g != at.G && !p.isTestBody(g) {
			list = p.because(list, Panicked, p.panicPlace(a.panics[g]), p.actor(a, g, a.panics[g].Seq))
		}
	}
	return list
}

// lastUser is the goroutine that used a channel last, if that has ended.
func (p *process) lastUser(a *account, at *trace.Event) []Reason {
	e, ok := a.used[at.Obj]
	if !ok || e.G == at.G || !a.ended[e.G] || e.Arg == 0 {
		return nil
	}
	return p.because(nil, LastUser, p.eventPlace(e), p.actor(a, e.G, e.Seq))
}

// whoIsMissing are goroutines that have ended and never called Done.
func (p *process) whoIsMissing(a *account, at *trace.Event) (list []Reason) {
	u := a.groups[at.Obj]
	if u == nil || u.count <= 0 || len(u.adds) == 0 {
		return nil
	}
	add := p.eventPlace(u.adds[len(u.adds)-1])
	add.Op, add.Class = trace.OpWGAdd.String(), p.names.class(p.objects, p.trace, at.Obj)
	for _, start := range a.without(u) {
		list = p.because(list, DoneMissing, add, p.actor(a, trace.G(start.Obj), 0))
	}
	return list
}

// whoWasWoken tells of the last wake-up.
func (p *process) whoWasWoken(a *account, at *trace.Event) []Reason {
	u := a.conds[at.Obj]
	switch {
	case u == nil || u.last.Op == trace.OpNone:
		return []Reason{{Kind: NeverWoken, Count: 1}}
	case u.again && u.woken.G != at.G:
		return []Reason{{Kind: WokeOther, At: p.eventPlace(u.last), By: p.actor(a, u.woken.G, u.last.Seq), Count: 1, Unlocked: u.unlocked()}}
	case u.alone && u.last.Seq < at.Seq:
		return []Reason{{Kind: WokeNobody, At: p.eventPlace(u.last), By: p.actor(a, u.last.G, u.last.Seq), Count: 1, Unlocked: u.unlocked()}}
	}
	return nil
}

// because adds a reason, or counts an equal one.
func (p *process) because(list []Reason, kind ReasonKind, at Place, by Actor) []Reason {
	i := slices.IndexFunc(list, func(r Reason) bool { return r.At == at && r.By == by })
	if i < 0 {
		return append(list, Reason{Kind: kind, At: at, By: by, Count: 1})
	}
	list[i].Count++
	return list
}

// actor describes a goroutine that did something at a sequence number.
func (p *process) actor(a *account, g trace.G, did uint64) (by Actor) {
	by.Ended = a.ended[g]
	by.Created = p.startedBy(g)
	if e, ok := a.last[g]; ok {
		by.Last = p.eventPlace(e)
	}
	if e, ok := a.panics[g]; ok && e.Seq > did {
		by.Panic = p.panicPlace(e)
	}
	return by
}

// panicPlace is where a goroutine panicked, or called Goexit.
func (p *process) panicPlace(e trace.Event) Place {
	at := p.eventPlace(e)
	if e.Has(trace.FlagLast) {
		at.Op = "goexit"
	}
	return at
}
