package lockgraph

import (
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A closure of a run written out: for each event the events that it needs.
type naiveOrder struct {
	events []trace.Event
	soft   [][]int // direct predecessors
	hard   [][]int
	last   map[trace.G]int // the last event of each goroutine
	births map[trace.G]int
	keys   map[uint64][]int // releases
	adds   map[uint64][]int
	dones  map[uint64][]int
	chans  map[uint64]*naiveChan
}

type naiveChan struct {
	capacity        int
	sends, receives []int
}

func newNaiveOrder() *naiveOrder {
	return &naiveOrder{
		last: map[trace.G]int{}, births: map[trace.G]int{}, keys: map[uint64][]int{},
		adds: map[uint64][]int{}, dones: map[uint64][]int{}, chans: map[uint64]*naiveChan{},
	}
}

// add enters an event and what it needs.
func (o *naiveOrder) add(e trace.Event) {
	i := len(o.events)
	var both []int
	if at, ok := o.last[e.G]; ok {
		both = append(both, at)
	} else if at, ok := o.births[e.G]; ok {
		both = append(both, at)
	}
	o.events = append(o.events, e)
	o.soft, o.hard = append(o.soft, both), append(o.hard, both)
	o.last[e.G] = i
	switch e.Op {
	case trace.OpGo:
		o.births[trace.G(e.Obj)] = i
	case trace.OpRelease:
		o.keys[e.Obj] = append(o.keys[e.Obj], i)
	case trace.OpAcquire:
		o.needs(i, o.keys[e.Obj]...)
	case trace.OpWGAdd:
		o.wgAdd(i, e)
	case trace.OpWGDone:
		o.needs(i, o.dones[e.Obj]...)
		if before := reach(o.hard, i); containsAll(before, o.adds[e.Obj]) {
			o.hard[i] = append(o.hard[i][:len(o.hard[i]):len(o.hard[i])], o.dones[e.Obj]...)
		}
	case trace.OpMakeChan:
		o.chans[e.Obj] = &naiveChan{capacity: int(e.Aux)}
	case trace.OpSent:
		c := o.chans[e.Obj]
		if k := len(c.sends) - c.capacity; k >= 0 {
			o.needs(i, c.receives[k])
		}
		c.sends = append(c.sends, i-1) // its OpSend
	case trace.OpReceived:
		c := o.chans[e.Obj]
		o.needs(i, c.sends[len(c.receives)])
		o.needs(i, c.receives...)
		c.receives = append(c.receives, i)
	}
}

// needs adds predecessors in the soft order.
func (o *naiveOrder) needs(i int, before ...int) {
	o.soft[i] = append(o.soft[i][:len(o.soft[i]):len(o.soft[i])], before...)
}

func (o *naiveOrder) wgAdd(i int, e trace.Event) {
	if int64(e.Arg) > 0 {
		o.adds[e.Obj] = append(o.adds[e.Obj], i)
		return
	}
	adds, several := o.adds[e.Obj], false
	for _, a := range adds {
		several = several || o.events[a].G != o.events[adds[0]].G
	}
	if several || !reach(o.soft, i)[adds[0]] {
		o.needs(i, adds...)
	}
	o.dones[e.Obj] = append(o.dones[e.Obj], i)
}

// reach is all that is before an event, by the definition.
func reach(before [][]int, i int) map[int]bool {
	all, todo := map[int]bool{}, before[i]
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !all[at] {
			all[at] = true
			todo = append(todo[:len(todo):len(todo)], before[at]...)
		}
	}
	return all
}

func containsAll(set map[int]bool, list []int) bool {
	for _, i := range list {
		if !set[i] {
			return false
		}
	}
	return true
}

// check compares a past with what is before event i of the others.
func (o *naiveOrder) check(t *testing.T, what string, p HappensBefore, before [][]int, i int, numbers map[trace.G]uint32) {
	t.Helper()
	until := map[trace.G]uint64{}
	for at := range reach(before, i) {
		until[o.events[at].G] = max(until[o.events[at].G], o.events[at].Seq)
	}
	for g, number := range numbers {
		if g == o.events[i].G {
			continue
		}
		if got := p.Until(number); got != until[g] {
			t.Fatalf("%s order of event %d %v knows goroutine %d until %d, want %d", what, i, o.events[i], g, got, until[g])
		}
	}
}

// A crowdRun makes a random run of short-lived goroutines that start each other.
type crowdRun struct {
	*rand.Rand
	alive  []trace.G
	next   trace.G
	add    func(trace.Event)
	inside map[uint64]int
	wants  map[uint64]int
}

const (
	someKeys   = 1000
	someGroups = 2000
	someChans  = 3000
)

func (r *crowdRun) step() {
	at := r.IntN(len(r.alive))
	g, obj := r.alive[at], uint64(r.IntN(3))
	emit := func(op trace.Op, obj, arg uint64) { r.add(trace.Event{G: g, Op: op, Obj: obj, Arg: arg}) }
	switch r.IntN(14) {
	case 0, 1, 2, 3:
		emit(trace.OpWGAdd, someGroups+obj, 1)
		r.wants[obj]++
		emit(trace.OpGo, uint64(r.next), 1)
		r.alive = append(r.alive, r.next)
		r.next++
	case 4, 5:
		if r.wants[obj] > 0 {
			r.wants[obj]--
			emit(trace.OpWGAdd, someGroups+obj, ^uint64(0))
		}
		if at > 0 {
			emit(trace.OpExit, 0, 0)
			r.alive = append(r.alive[:at], r.alive[at+1:]...)
		}
	case 6:
		if r.wants[obj] == 0 {
			emit(trace.OpWGWait, someGroups+obj, 1)
			emit(trace.OpWGDone, someGroups+obj, 0)
		}
	case 7, 8:
		emit(trace.OpRelease, someKeys+obj, 1)
	case 9:
		emit(trace.OpAcquire, someKeys+obj, 1)
	case 10:
		emit(trace.OpLock, 1+obj, 1)
		emit(trace.OpUnlock, 1+obj, 0)
	case 11, 12:
		if r.inside[obj] < int(obj)+1 {
			r.inside[obj]++
			emit(trace.OpSend, someChans+obj, 1)
			emit(trace.OpSent, someChans+obj, 0)
		}
	case 13:
		if r.inside[obj] > 0 {
			r.inside[obj]--
			emit(trace.OpRecv, someChans+obj, 1)
			emit(trace.OpReceived, someChans+obj, 0)
		}
	}
}

// Both orders are compared with the transitive closure, with and without a memo.
func TestOrderIsTheClosure(t *testing.T) {
	for seed := range uint64(matrix.Count(40, 150)) {
		rng := rand.New(rand.NewPCG(seed, 11))
		o, b, numbers := newNaiveOrder(), NewBuilder(Options{}), map[trace.G]uint32{}
		if seed%2 == 0 {
			b.memo = new(memo)
		}
		seq := uint64(0)
		add := func(e trace.Event) {
			seq++
			e.Seq = seq
			o.add(e)
			b.Add(e)
			if e.Op == trace.OpExit {
				return
			}
			p := b.At(e.G)
			numbers[e.G] = p.Number
			o.check(t, "soft", p.Soft, o.soft, len(o.events)-1, numbers)
			o.check(t, "hard", p.Hard, o.hard, len(o.events)-1, numbers)
		}
		for c := range uint64(3) {
			add(trace.Event{G: 1, Op: trace.OpMakeChan, Obj: someChans + c, Aux: uint16(c + 1)})
		}
		r := &crowdRun{Rand: rng, alive: []trace.G{1}, next: 2, add: add, inside: map[uint64]int{}, wants: map[uint64]int{}}
		for len(o.events) < 300 {
			r.step()
		}
	}
}
