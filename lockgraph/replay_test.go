package lockgraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// chans makes runs with blocking channels between locks. Sends and receives
// of goroutines that had to wait are recorded as complete some time later.
type chans struct {
	generator
	values  map[uint64]uint64 // receive -> begin of its send
	buffers map[int][]item    // by channel, which is also the capacity
	waiting map[int][]waiter  // in order
	late    map[int]trace.Event
	blocked map[int]bool
}

type item struct{ begin uint64 }

type waiter struct {
	t     int
	send  bool
	begin uint64
}

const chanObject = 300

func generateChans(rng *rand.Rand) *chans {
	threads := 2 + rng.IntN(3)
	c := &chans{
		generator: generator{
			Rand: rng, run: newRun(), locks: 2 + rng.IntN(2),
			started: make([]bool, threads), done: make([]bool, threads), held: make([][]hold, threads),
		},
		values: map[uint64]uint64{}, buffers: map[int][]item{}, waiting: map[int][]waiter{},
		late: map[int]trace.Event{}, blocked: map[int]bool{},
	}
	for i := range 3 {
		c.add(trace.Event{G: 1, Op: trace.OpMakeChan, Obj: uint64(chanObject + i), Aux: uint16(i)})
	}
	for t := range threads {
		c.started[t] = true
		if t > 0 {
			c.add(trace.Event{G: 1, Op: trace.OpGo, Obj: uint64(t + 1)})
		}
	}
	for range 60 + rng.IntN(60) {
		c.step(rng.IntN(threads))
	}
	return c
}

func (c *chans) step(t int) {
	if e, ok := c.late[t]; ok {
		delete(c.late, t)
		c.blocked[t] = false
		begin := e.Aux
		e.Aux = 0
		c.add(e)
		if e.Op == trace.OpReceived {
			c.values[uint64(len(c.events))] = uint64(begin)
		}
		return
	}
	if c.blocked[t] {
		return
	}
	switch n := len(c.held[t]); {
	case c.IntN(6) == 0:
		ch := c.IntN(3)
		send := c.IntN(2) == 0
		if w := c.waiting[ch]; len(w) > 0 && c.IntN(3) > 0 {
			send = !w[0].send
		}
		c.transfer(t, ch, send)
	case n < 2 && c.IntN(2) == 0:
		c.lock(t)
	case n > 0:
		c.unlock(t, n-1)
	}
}

func (c *chans) event(t int, op trace.Op, ch int, peer int) trace.Event {
	return trace.Event{G: trace.G(t + 1), Op: op, Obj: uint64(chanObject + ch), Arg: uint64(peer)}
}

// transfer is a send or receive on a channel whose capacity is ch.
func (c *chans) transfer(t, ch int, send bool) {
	op, done, peerDone := trace.OpRecv, trace.OpReceived, trace.OpSent
	if send {
		op, done, peerDone = trace.OpSend, trace.OpSent, trace.OpReceived
	}
	c.add(c.event(t, op, ch, 9))
	begin := uint64(len(c.events))
	i := slices.IndexFunc(c.waiting[ch], func(w waiter) bool { return w.send != send })
	buffer := c.buffers[ch]
	switch {
	case !send && len(buffer) > 0:
		c.buffers[ch] = buffer[1:]
		c.complete(c.event(t, done, ch, 0), buffer[0].begin)
		if i >= 0 { // a blocked sender puts its value in
			w := c.unwait(ch, i)
			c.buffers[ch] = append(c.buffers[ch], item{w.begin})
			c.late[w.t] = c.event(w.t, peerDone, ch, 0)
		}
	case i >= 0:
		w := c.unwait(ch, i)
		other := c.event(w.t, peerDone, ch, t+1)
		other.Aux = uint16(begin)
		c.late[w.t] = other
		if c.IntN(4) == 0 { // the one that was woken is faster
			c.step(w.t)
		}
		c.complete(c.event(t, done, ch, w.t+1), w.begin)
	case send && len(buffer) < ch:
		c.buffers[ch] = append(buffer, item{begin})
		c.complete(c.event(t, done, ch, 0), 0)
	default:
		c.waiting[ch] = append(c.waiting[ch], waiter{t, send, begin})
		c.blocked[t] = true
	}
}

func (c *chans) unwait(ch, i int) waiter {
	w := c.waiting[ch][i]
	c.waiting[ch] = slices.Delete(c.waiting[ch], i, i+1)
	return w
}

func (c *chans) complete(e trace.Event, begin uint64) {
	c.add(e)
	if e.Op == trace.OpReceived {
		c.values[uint64(len(c.events))] = begin
	}
}

// A player executes channel and lock events as a Go program does.
type player struct {
	chans   *chans
	held    map[trace.G][]uint64
	buffers map[uint64][]uint64      // begins of the values
	waiting map[uint64][]trace.Event // begun and blocked, in order
	over    map[trace.G]bool         // was woken: its completion can come
	got     map[trace.G]uint64
}

// play runs the events that the witness contains; it returns what is wrong.
func play(c *chans, cand Candidate) error {
	p := &player{c, map[trace.G][]uint64{}, map[uint64][]uint64{}, map[uint64][]trace.Event{}, map[trace.G]bool{}, map[trace.G]uint64{}}
	next := map[trace.G]trace.Event{}
	for _, e := range c.events {
		if !cand.Witness.Contains(e) {
			if next[e.G].Seq == 0 {
				next[e.G] = e
			}
			continue
		}
		if err := p.event(e); err != nil {
			return fmt.Errorf("at %d: %w", e.Seq, err)
		}
	}
	for i, e := range cand.Edges {
		if next[e.G].Seq != e.Seq || next[e.G].Obj != e.Lock {
			return fmt.Errorf("goroutine %d stops at %d, not at %d", e.G, next[e.G].Seq, e.Seq)
		}
		holder := cand.Edges[(i+1)%len(cand.Edges)]
		if !slices.Contains(p.held[holder.G], e.Lock) {
			return fmt.Errorf("goroutine %d does not hold %d", holder.G, e.Lock)
		}
	}
	return nil
}

func (p *player) event(e trace.Event) error {
	switch e.Op {
	case trace.OpLock:
		for g, held := range p.held {
			if slices.Contains(held, e.Obj) {
				return fmt.Errorf("lock %d is held by %d", e.Obj, g)
			}
		}
		p.held[e.G] = append(p.held[e.G], e.Obj)
	case trace.OpUnlock:
		p.held[e.G] = slices.DeleteFunc(p.held[e.G], func(l uint64) bool { return l == e.Obj })
	case trace.OpSend, trace.OpRecv:
		p.begin(e)
	case trace.OpSent, trace.OpReceived:
		if !p.over[e.G] {
			return fmt.Errorf("%s of goroutine %d cannot be complete", e.Op, e.G)
		}
		p.over[e.G] = false
		if e.Op == trace.OpReceived && p.got[e.G] != p.chans.values[e.Seq] {
			return fmt.Errorf("received %d, not %d", p.got[e.G], p.chans.values[e.Seq])
		}
	}
	return nil
}

// begin does at once what can be done at once.
func (p *player) begin(e trace.Event) {
	size := int(e.Obj - chanObject)
	buffer := p.buffers[e.Obj]
	i := slices.IndexFunc(p.waiting[e.Obj], func(w trace.Event) bool { return w.Op != e.Op })
	var peer trace.Event
	if i >= 0 && !(e.Op == trace.OpSend && len(buffer) > 0) {
		peer = p.waiting[e.Obj][i]
		p.waiting[e.Obj] = slices.Delete(p.waiting[e.Obj], i, i+1)
		p.over[peer.G] = true
	}
	switch {
	case e.Op == trace.OpRecv && len(buffer) > 0:
		p.got[e.G] = buffer[0]
		p.buffers[e.Obj] = buffer[1:]
		if peer.Seq > 0 {
			p.buffers[e.Obj] = append(p.buffers[e.Obj], peer.Seq)
		}
	case e.Op == trace.OpRecv && peer.Seq > 0:
		p.got[e.G] = peer.Seq
	case e.Op == trace.OpSend && peer.Seq > 0:
		p.got[peer.G] = e.Seq
	case e.Op == trace.OpSend && len(buffer) < size:
		p.buffers[e.Obj] = append(buffer, e.Seq)
	default:
		p.waiting[e.Obj] = append(p.waiting[e.Obj], e)
		return
	}
	p.over[e.G] = true
}

// Every witness through channels can be replayed and reads what the run read.
func TestWitnessReplays(t *testing.T) { replaysAll(t, matrix.Count(300, 3000)) }

func replaysAll(t *testing.T, n int) {
	t.Helper()
	feasible, wrong := replays(t, n, faults{}, true)
	t.Logf("%d witnesses in %d runs", feasible, n)
	if feasible < n/20 {
		t.Errorf("only %d witnesses in %d runs", feasible, n)
	}
	if _, noticed := replays(t, n, faults{noReads: true}, false); noticed == 0 || wrong > 0 {
		t.Errorf("%d wrong, %d without soft order", wrong, noticed)
	}
}

func replays(t *testing.T, n int, f faults, report bool) (feasible, wrong int) {
	for i := range n {
		c := generateChans(rand.New(rand.NewPCG(uint64(i), 3)))
		for _, cand := range c.analyze(Options{faults: f}).Candidates {
			if cand.Status != Feasible {
				continue
			}
			feasible++
			if err := play(c, cand); err != nil {
				if wrong++; report && wrong <= 2 {
					t.Errorf("run %d: %s: %v\n%s%v", i, cand, err, c.run, cand.Witness.Goroutines())
				}
			}
		}
	}
	return feasible, wrong
}

// Every witness with a semaphore can be replayed and fills it.
func TestSlotWitnessReplays(t *testing.T) {
	size := func(lock uint64) int {
		if lock == 1 {
			return 2
		}
		return 1
	}
	feasible := 0
	n := matrix.Count(700, 3000)
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		r := generate(rng, shape{size: 10 + rng.IntN(20), slots: true})
		for _, c := range r.analyze(Options{Capacity: size}).Candidates {
			if c.Status != Feasible {
				continue
			}
			feasible++
			if err := fill(r, c, size); err != nil {
				t.Fatalf("run %d: %s: %v\n%s%v", i, c, err, r, c.Witness.Goroutines())
			}
		}
	}
	t.Logf("%d witnesses", feasible)
	if feasible < n/30 {
		t.Errorf("only %d witnesses", feasible)
	}
}

// fill runs what the witness contains and checks that everybody waits.
func fill(r *run, c Candidate, size func(uint64) int) error {
	used := map[uint64]int{}
	for _, e := range r.events {
		if !c.Witness.Contains(e) {
			continue
		}
		used[e.Obj] += int(e.Op.Info().Locks)
		if e.Op == trace.OpLock && used[e.Obj] > size(e.Obj) {
			return fmt.Errorf("at %d: lock %d is full", e.Seq, e.Obj)
		}
	}
	members := map[uint64]int{}
	for _, e := range c.Edges {
		for _, h := range e.Held {
			members[h.Lock] += h.Slots
		}
	}
	for _, e := range c.Edges {
		if members[e.Lock] < size(e.Lock) {
			return fmt.Errorf("goroutine %d does not wait", e.G)
		}
	}
	return nil
}
