package predict

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Which channels of a run are locks. A buffered channel is one when the run
// used it by the discipline of a lock, in one of two readings:
//
//	by send     a send acquires, a receive releases        sem <- x ... <-sem
//	by receive  the channel is filled before its first     tok := <-pool ... pool <- tok
//	            receive; a receive acquires, a send releases
//
// The discipline: a goroutine that releases has acquired before, or a goroutine did that
// started it, directly or over several go statements, before the start (the
// pattern of errgroup.SetLimit: the slot is given to the new goroutine); who
// ends has released; no goroutine closes the channel; at least two goroutines use it,
// and at least one acquire has nothing else to wait for. So the release of a
// lock never waits, and a channel on which goroutines notify each other or pass
// work is none: there the receiver did not send.
//
// A select with a default, or with another channel that could be ready, ends
// without the lock too: such an acquire holds the lock but never waits for it.

// A channelLock is a channel that is a lock of the relation.
type channelLock struct {
	id       uint64 // instance
	made     trace.StackID
	receives bool // a receive acquires
	handed   bool // slots were given to new goroutines
	capacity int  // places of the buffer, or values filled in
	inUse    int  // while events are translated
	filling  bool // no receive yet
}

// A channelUse is a buffered channel under both readings.
type channelUse struct {
	id       uint64
	at       int32 // index of its OpMakeChan
	made     trace.StackID
	capacity int
	send     lockHistory
	receive  lockHistory
}

// A lockHistory is a channel's history as that of a lock.
type lockHistory struct {
	slots  []slotHold      // that are held, in the order of their acquires
	holds  map[trace.G]int // how many of them each holds
	tokens int             // values filled in, by receive only
	opened bool            // there was a receive
	waits  bool            // there was an acquire that had nothing else to wait for
	own    int             // releases by goroutines that held a slot
	broken int             // steps against the discipline
	users  map[trace.G]bool
	heirs  map[trace.G]bool // released what another goroutine acquired
	moves  []handOver
}

// A slotHold is one goroutine's hold on the channel.
type slotHold struct {
	holder trace.G
	at     int // index of the event that acquired it
}

// A handOver gives a slot to a goroutine at the go statement that starts it.
type handOver struct {
	at       int // index of the OpGo
	from, to trace.G
	lock     uint64
}

// A spawn is the go statement that started a goroutine.
type spawn struct {
	parent trace.G
	at     int
}

// A channelReader follows all buffered channels through the events of a run. A
// channel that no goroutine has used, or that is certainly no lock, costs next to
// nothing: programs make them by the million, for timers and for answers.
type channelReader struct {
	made   map[uint64]int32 // index of its OpMakeChan, of a channel that may be a lock
	uses   map[uint64]*channelUse
	order  []*channelUse
	births map[trace.G]spawn
	kids   map[trace.G][]trace.G // whom a goroutine started, oldest first
	exited map[trace.G]bool
	begun  map[trace.G]trace.Event
}

// channelPart is the part of a trace's time that this may take, at most: locks
// of package sync come first.
const channelPart = 3

// readChannels finds the locks among the channels. A recording that left
// channel operations out says nothing about them.
func (p *process) readChannels() *channelReader {
	r := &channelReader{
		made: map[uint64]int32{}, uses: map[uint64]*channelUse{}, births: map[trace.G]spawn{},
		kids: map[trace.G][]trace.G{}, exited: map[trace.G]bool{}, begun: map[trace.G]trace.Event{},
	}
	defer p.within(channelPart)()
	if !p.each("looking for channels that are locks", func(i int, e *trace.Event) { r.event(i, *e, p.objects.Events) }) {
		return &channelReader{} // the rest may break the discipline
	}
	r.order = slices.SortedFunc(maps.Values(r.uses), func(a, b *channelUse) int { return cmp.Compare(a.at, b.at) })
	for _, u := range r.order {
		u.send.settle(r)
		u.receive.settle(r)
	}
	return r
}

func (r *channelReader) event(i int, e trace.Event, events []trace.Event) {
	switch e.Op {
	case trace.OpGo:
		r.births[trace.G(e.Obj)] = spawn{e.G, i}
		r.kids[e.G] = append(r.kids[e.G], trace.G(e.Obj))
	case trace.OpExit:
		r.exited[e.G] = true
	case trace.OpMakeChan:
		if e.Aux > 0 && e.Aux < trace.MaxAux {
			r.made[e.Obj] = int32(i)
		}
	case trace.OpSend, trace.OpRecv, trace.OpSelect:
		r.begun[e.G] = e
	case trace.OpSent, trace.OpReceived:
		if at, ok := r.made[e.Obj]; ok && e.G != 0 {
			r.use(r.of(e.Obj, at, events), i, e)
			return
		}
		fallthrough // a timer sends for goroutine 0
	case trace.OpClose:
		delete(r.made, e.Obj)
		delete(r.uses, e.Obj)
	}
}

// of is the use of a channel, made at an event.
func (r *channelReader) of(id uint64, at int32, events []trace.Event) *channelUse {
	u := r.uses[id]
	if u == nil {
		e := events[at]
		u = &channelUse{id: id, at: at, made: trace.StackID(e.Arg), capacity: int(e.Aux)}
		r.uses[id] = u
	}
	return u
}

// use is an operation that is complete.
func (r *channelReader) use(u *channelUse, i int, e trace.Event) {
	switch {
	case e.Op == trace.OpSent:
		u.send.acquire(e.G, i, u.capacity, r.waits(e.G))
		u.receive.giveBack(r, e.G, i)
		if to := trace.G(e.Arg); to != 0 { // it had waited; its receive has no event of its own
			u.send.broken++
			u.receive.acquire(to, i, u.receive.tokens, r.waits(to))
		}
	default:
		u.receive.opened = true
		u.send.release(r, e.G, i)
		u.receive.acquire(e.G, i, u.receive.tokens, r.waits(e.G))
	}
}

// waits reports whether what g began last goes on until it succeeds.
func (r *channelReader) waits(g trace.G) bool {
	e := r.begun[g]
	return e.Op != trace.OpSelect && !e.Has(trace.FlagTry)
}

func (d *lockHistory) acquire(g trace.G, i, capacity int, waits bool) {
	if len(d.slots) >= capacity {
		d.broken++
		return
	}
	d.use(g)
	d.waits = d.waits || waits
	d.slots = append(d.slots, slotHold{g, i})
	if d.holds == nil {
		d.holds = map[trace.G]int{}
	}
	d.holds[g]++
}

// free takes slot k away. Most often it is the oldest one.
func (d *lockHistory) free(k int) {
	g := d.slots[k].holder
	if d.holds[g]--; d.holds[g] == 0 {
		delete(d.holds, g)
	}
	if k == 0 {
		d.slots = d.slots[1:]
		return
	}
	d.slots = slices.Delete(d.slots, k, k+1)
}

func (d *lockHistory) use(g trace.G) {
	if d.users == nil {
		d.users = map[trace.G]bool{}
	}
	d.users[g] = true
}

// giveBack is a send, by receive: the first values fill the channel.
func (d *lockHistory) giveBack(r *channelReader, g trace.G, i int) {
	if d.opened {
		d.release(r, g, i)
		return
	}
	d.tokens++
}

// maxHops bounds the go statements over which a slot is given to the goroutine
// that releases it: without it, each value that a long chain of goroutines takes
// from a channel would be looked for along the whole chain.
const maxHops = 64

// release ends the hold of g, or a hold that was given to g when it was started.
func (d *lockHistory) release(r *channelReader, g trace.G, i int) {
	var hops []handOver
	for holder, before := g, i; ; {
		if k := d.newest(holder, before); k >= 0 {
			d.free(k)
			break
		}
		b, ok := r.births[holder]
		if !ok || d.heirs[g] || len(hops) == maxHops {
			d.broken++
			if len(d.slots) > 0 {
				d.free(0) // of an unknown goroutine: as many are in use as before
			}
			return
		}
		hops = append(hops, handOver{at: b.at, from: b.parent, to: holder})
		holder, before = b.parent, b.at
	}
	d.own++
	d.use(g)
	if len(hops) > 0 {
		if d.heirs == nil {
			d.heirs = map[trace.G]bool{}
		}
		d.heirs[g] = true
		d.moves = append(d.moves, hops...)
	}
}

// newest returns the newest slot of g that was acquired before an event, or -1.
func (d *lockHistory) newest(g trace.G, before int) int {
	if d.holds[g] == 0 {
		return -1
	}
	end, _ := slices.BinarySearchFunc(d.slots, before, func(s slotHold, at int) int { return cmp.Compare(s.at, at) })
	for k := end - 1; k >= 0; k-- {
		if d.slots[k].holder == g {
			return k
		}
	}
	return -1
}

// settle judges the slots that are held when the run ends. Where slots are
// given to new goroutines, the first that still runs has it.
func (d *lockHistory) settle(r *channelReader) {
	for _, s := range d.slots {
		if len(d.moves) > 0 {
			if g, ok := r.heir(s); ok {
				d.moves = append(d.moves, handOver{at: r.births[g].at, from: s.holder, to: g})
				continue
			}
		}
		if r.exited[s.holder] {
			d.broken++
		}
	}
}

// heir is the first goroutine that the holder of s started after its acquire
// and that had not ended when the run did.
func (r *channelReader) heir(s slotHold) (trace.G, bool) {
	kids := r.kids[s.holder]
	after, _ := slices.BinarySearchFunc(kids, s.at+1, func(g trace.G, at int) int { return cmp.Compare(r.births[g].at, at) })
	for _, g := range kids[after:] {
		if !r.exited[g] {
			return g, true
		}
	}
	return 0, false
}

// looksLikeLock reports whether the discipline was kept more often than not.
func (d *lockHistory) looksLikeLock() bool { return d.waits && len(d.users) > 1 && d.own > d.broken }

func (d *lockHistory) isLock() bool { return d.looksLikeLock() && d.broken == 0 }

// lock returns the lock that the channel is, if it is one. When both readings
// fit, the one in which less is held when the run ends is right: who fills a
// channel for the goroutines it starts does not take slots for them.
func (u *channelUse) lock() *channelLock {
	l := &channelLock{id: u.id, made: u.made, capacity: u.capacity, filling: true}
	d := &u.send
	if r := &u.receive; r.isLock() && (!d.isLock() || len(r.slots) < len(d.slots)) {
		d, l.receives, l.capacity = r, true, r.tokens
	}
	if !d.isLock() {
		return nil
	}
	l.handed = len(d.moves) > 0
	return l
}

// channelLocks returns the locks and, by index of the go statement, the slots
// that it gives away. A recording that was thinned out has none: it misses
// operations of channels, not of locks.
func (p *process) channelLocks(r *channelReader) (map[uint64]*channelLock, map[int][]handOver) {
	locks, moves := map[uint64]*channelLock{}, map[int][]handOver{}
	if end := p.end(); p.isCut() || end != nil && end.Flag != 0 {
		return locks, moves
	}
	for _, u := range r.order {
		l := u.lock()
		if l == nil {
			continue
		}
		locks[u.id] = l
		d := &u.send
		if l.receives {
			d = &u.receive
		}
		for _, m := range d.moves {
			m.lock = u.id
			moves[m.at] = append(moves[m.at], m)
		}
	}
	return locks, moves
}

// unmodelledChannels names the channels that were used much like a lock and
// are none of the relation.
func (p *process) unmodelledChannels(r *channelReader) []string {
	seen := map[string]bool{}
	var names []string
	for _, u := range r.order {
		if p.locks[u.id] != nil || !u.send.looksLikeLock() && !u.receive.looksLikeLock() {
			continue
		}
		f := p.site(u.made)
		if strings.Contains(f.File, "/goroot-") {
			continue // it cannot be helped
		}
		if name := fmt.Sprintf("the channel made at %s:%d as a lock", f.File, f.Line); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
