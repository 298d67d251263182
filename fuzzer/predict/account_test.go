package predict

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// told is an account of events, with their numbers.
func told(wanted uint64, events ...trace.Event) *account {
	a := newAccount(map[uint64]bool{wanted: true})
	for i := range events {
		events[i].Seq = uint64(i + 1)
		a.add(&events[i])
	}
	return a
}

// TestSlots: the values in a channel are those of the latest sends, in whatever order an unbuffered pair was recorded.
func TestSlots(t *testing.T) {
	const ch = 9
	sends := func(g trace.G, stack uint64) []trace.Event {
		return []trace.Event{{G: g, Op: trace.OpSend, Obj: ch, Arg: stack}, {G: g, Op: trace.OpSent, Obj: ch}}
	}
	events := []trace.Event{{G: 1, Op: trace.OpMakeChan, Obj: ch, Aux: 2}}
	events = append(events, sends(1, 11)...)
	events = append(events, sends(2, 12)...)
	events = append(events, trace.Event{G: 3, Op: trace.OpRecv, Obj: ch}, trace.Event{G: 3, Op: trace.OpReceived, Obj: ch})
	events = append(events, sends(4, 14)...)
	s := told(ch, events...).slots[ch]
	if len(s.sends) != 2 || s.sends[0].G != 2 || s.sends[1].G != 4 || s.size != 2 {
		t.Errorf("%+v, want the sends of goroutines 2 and 4", s)
	}
	s = told(ch, append([]trace.Event{{G: 1, Op: trace.OpMakeChan, Obj: ch}, {G: 3, Op: trace.OpReceived, Obj: ch}}, sends(1, 11)...)...).slots[ch]
	if len(s.sends) != 0 || s.early != 0 {
		t.Errorf("%+v of an unbuffered channel, want nothing in it", s)
	}
}

// TestWithout: a goroutine that was started after an Add and has ended without Done is named, one that is started
// for something else is not.
func TestWithout(t *testing.T) {
	const wg, job, other = 9, 21, 22
	start := func(child uint64, stack uint64) trace.Event {
		return trace.Event{G: 1, Op: trace.OpGo, Obj: child, Arg: stack}
	}
	minus := ^uint64(0)
	a := told(wg,
		start(2, job), // before any Add
		trace.Event{G: 1, Op: trace.OpAt, Arg: 5}, trace.Event{G: 1, Op: trace.OpWGAdd, Obj: wg, Arg: 3},
		start(3, job), start(4, job), start(5, job), start(6, other),
		trace.Event{G: 3, Op: trace.OpWGAdd, Obj: wg, Arg: minus},
		trace.Event{G: 2, Op: trace.OpExit}, trace.Event{G: 3, Op: trace.OpExit}, trace.Event{G: 4, Op: trace.OpExit}, trace.Event{G: 6, Op: trace.OpExit},
	)
	got := a.without(a.groups[wg])
	if len(got) != 1 || got[0].Obj != 4 || a.groups[wg].count != 2 {
		t.Errorf("%v with a count of %d, want goroutine 4: 3 was done, 5 runs, 6 does something else", got, a.groups[wg].count)
	}
}

// TestWokeOther: the goroutine that a Signal wakes and that waits again at once is told from one that has done
// something in between.
func TestWokeOther(t *testing.T) {
	const cond, mu, stack = 9, 8, 31
	wait := func(g trace.G) []trace.Event {
		return []trace.Event{{G: g, Op: trace.OpLock, Obj: mu}, {G: g, Op: trace.OpWait, Obj: cond, Arg: stack}, {G: g, Op: trace.OpUnlock, Obj: mu}}
	}
	begin := append(append(wait(1), wait(2)...), trace.Event{G: 3, Op: trace.OpSignal, Obj: cond}, trace.Event{G: 1, Op: trace.OpWake, Obj: cond})
	u := told(cond, append(append([]trace.Event{}, begin...), wait(1)...)...).conds[cond]
	if !u.again || u.woken.G != 1 || !u.unlocked() || u.alone {
		t.Errorf("%+v: goroutine 1 has waited again, and the Signal came without the lock", u)
	}
	busy := append(append([]trace.Event{}, begin...), trace.Event{G: 1, Op: trace.OpSend, Obj: 7})
	if u := told(cond, append(busy, wait(1)...)...).conds[cond]; u.again {
		t.Errorf("%+v: goroutine 1 has sent before it waited again", u)
	}
	if u := told(cond, append([]trace.Event{{G: 3, Op: trace.OpLock, Obj: mu}, {G: 3, Op: trace.OpSignal, Obj: cond}, {G: 3, Op: trace.OpUnlock, Obj: mu}}, wait(1)...)...).conds[cond]; !u.alone || u.unlocked() {
		t.Errorf("%+v: nobody waited, and the Signal had the lock", u)
	}
}
