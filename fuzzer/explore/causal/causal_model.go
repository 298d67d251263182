package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A model is one run and all that its steps say of other orders of them.
type model struct {
	tree    *tree
	values  bool // of plain memory are told, and a lock reads nothing
	fast    bool // a read observes the last step at its object alone
	relaxed bool // a lock reads what it has read in the run

	unqueued bool // no channel is a queue
	threads  []thread
	objects  []object
	order    []int32 // of the events: their threads
	start    cutState
	limits   [][]int32 // for each jump of the clock, what comes before it
	stopped  []uint64  // cuts at which no goroutine could go on
	barred   bool      // some step depends on more than is known
}

// A thread is a goroutine of the run.
type thread struct {
	id      uint32
	name    uint64      // equal in all runs
	root    int32       // node
	begins  causalPlace // of its go statement
	late    int32       // jumps of the clock before it could run
	events  []event
	waits   *event // for a Mutex or a WaitGroup when the run ended
	left    bool   // it could go on when the run ended
	spawned int32
}

// A causalPlace is a point after so many events of a thread.
type causalPlace struct{ thread, events int32 }

// An event is a step of a run, without the steps that only wait for a Mutex or a WaitGroup.
type event struct {
	effects []effect
	waker   causalPlace // the event that let it run; thread is -1 for none
	jumps   int32       // of the clock before it
	waited  bool        // a step before it began to wait, and is no event
	last    bool        // the run ended with it
	alone   bool        // all its objects are of its thread alone
	node    int32       // after what it has read
}

// An effect is that of an event on one object.
type effect struct {
	object int32
	does   does
	arg    int16
	value  point.Value
	after  uint64 // the unlock that came before a lock, or the receive that made room for a send
	node   int32  // after what it has read
}

type does uint8

const (
	doesChange does = iota // any object: reads and changes
	doesShare              // commutes with its like
	doesLook               // reads only
	doesLoad               // a word
	doesStore
	doesUpdate
	doesLock
	doesUnlock
	doesTry
	doesAdd // a WaitGroup
	doesWait
	doesSend // a channel with a buffer
	doesReceive
	doesClose
)

// An object is the knowledge of a run about one.
type object struct {
	kind   kind
	ops    ops
	of     int32 // the thread that has used it
	shared bool  // another one has, too

	done   bool  // of a WaitGroup: its counter went down
	again  int32 // the thread that added to it at 0 after that, from 1
	waited int32 // the thread that waited for it, from 1
	many   bool  // several have waited for it

	queue int32 // of a channel with a buffer: the number of its list in a state,
	room  int16 // and how much it holds
}

// isReused reports whether a WaitGroup was used again while another thread may not have come back from Wait: such a
// Wait panics, and the model has no step for it.
func (o *object) isReused() bool {
	return o.again != 0 && o.waited != 0 && (o.many || o.waited != o.again)
}

type kind uint8

const (
	anything kind = iota // every step depends on those before
	word                 // an atomic, or plain memory of which values are told
	mutex
	group
	queue // a channel with a buffer
)

// ops are the operations of a run on one object, as bits.
type ops uint16

const (
	opsLoad ops = 1 << iota
	opsStore
	opsUpdate
	opsRead
	opsLock
	opsUnlock
	opsTry
	opsAdd
	opsCount
	opsWait
	opsSend
	opsReceive
	opsClose
	opsQueue
	opsUnvalued
	opsOther
)

func opsOf(op uint8) ops {
	switch op {
	case point.OpLoad:
		return opsLoad
	case point.OpStore:
		return opsStore
	case point.OpWroteMemory:
		return opsUpdate
	case point.OpReadMemory:
		return opsRead
	case point.OpRequest, point.OpLock:
		return opsLock
	case point.OpUnlock:
		return opsUnlock
	case point.OpTry, point.OpTryFail:
		return opsTry
	case point.OpAdd:
		return opsAdd
	case point.OpCount:
		return opsCount
	case point.OpWait, point.OpWaited:
		return opsWait
	case point.OpSend:
		return opsSend
	case point.OpRecv:
		return opsReceive
	case point.OpClose:
		return opsClose
	case point.OpQueue:
		return opsQueue
	}
	return opsOther
}

// kindOf is the kind of an object with some operations.
func kindOf(o ops) kind {
	only := func(set ops) bool { return o != 0 && o&^set == 0 }
	switch {
	case only(opsLoad|opsStore|opsUpdate) && o&opsLoad != 0:
		return word
	case only(opsRead | opsUpdate):
		return word // else it has unvalued
	case only(opsLock | opsUnlock | opsTry):
		return mutex
	case only(opsAdd|opsCount|opsWait) && (o&opsAdd == 0) == (o&opsCount == 0):
		return group
	case only(opsSend|opsReceive|opsClose|opsQueue) && o&opsQueue != 0:
		return queue
	}
	return anything
}

const nowhere = -1

func newModel(r *record, t *tree, c Settings, fast bool) *model {
	plain := map[int32]bool{} // objects that do not do what their kind should
	for {
		m := &model{tree: t, values: c.Values, fast: fast, unqueued: c.Plain}
		b := builder{model: m, record: r, plain: plain, numbers: map[uint32]int32{}, ids: map[uint32]int32{}}
		if b.build() {
			return m
		}
	}
}

// mixes reports whether a channel with a buffer is no queue: a select has it, or len.
func (m *model) mixes() bool {
	for i := range m.objects {
		if o := &m.objects[i]; o.ops&opsQueue != 0 && o.kind != queue {
			return true
		}
	}
	return false
}

// pending is the next event of a thread at a cut, nil for none.
func (m *model) pending(cut []int32, t int32) *event {
	h := &m.threads[t]
	if !m.behind(cut, h.begins) || !m.after(cut, h.late) {
		return nil
	}
	if int(cut[t]) < len(h.events) {
		return &h.events[cut[t]]
	}
	return h.waits
}

// enabled is the next event of a thread at a cut that could be made there, but for its objects.
func (m *model) enabled(cut []int32, t int32) *event {
	if e := m.pending(cut, t); e != nil && m.behind(cut, e.waker) && m.after(cut, e.jumps) {
		return e
	}
	return nil
}

func (m *model) behind(cut []int32, p causalPlace) bool {
	return p.thread == nowhere || cut[p.thread] >= p.events
}

// after reports whether a cut is after a jump of the clock: no goroutine can go on where it jumps.
func (m *model) after(cut []int32, jumps int32) bool {
	if jumps == 0 {
		return true
	}
	for t, n := range m.limits[jumps-1] {
		if cut[t] < n {
			return false
		}
	}
	return true
}

// over reports whether the run has ended at a cut.
func (m *model) over(cut []int32) bool {
	for t := range m.threads {
		if n := cut[t]; n > 0 && m.threads[t].events[n-1].last {
			return true
		}
	}
	return false
}

// nodeAt is the last node of a thread at a cut: its name before its first event.
func (m *model) nodeAt(cut []int32, t int32) int32 {
	if n := cut[t]; n > 0 {
		return m.threads[t].events[n-1].node
	}
	return m.threads[t].root
}

func (m *model) nodes(cut []int32) (list []int32) {
	for t := range m.threads {
		if cut[t] > 0 {
			list = append(list, m.nodeAt(cut, int32(t)))
		}
	}
	return list
}

func (m *model) hashAt(cut []int32) uint64 { return m.tree.hashOf(m.nodes(cut)) }

// waiting tells stops from each other by the goroutines that cannot go on.
func (m *model) waiting(cut []int32) (h uint64) {
	for t := range m.threads {
		if m.pending(cut, int32(t)) != nil {
			h += random.Mixed(m.tree.nodes[m.nodeAt(cut, int32(t))].hash)
		}
	}
	return h
}

// leaves are the last nodes of the goroutines of the run.
func (m *model) leaves() (list []int32) {
	for t := range m.threads {
		if n := len(m.threads[t].events); n > 0 {
			list = append(list, m.threads[t].events[n-1].node)
		}
	}
	return list
}

// child is the schedule that comes to a found cut.
func (m *model) child(f *found) child {
	c := child{cut: m.nodes(f.at.cut), kind: f.kind, node: f.node, value: f.value}
	path := f.path
	if f.kind != wantsStop {
		path = append(append([]int32{}, path...), f.thread)
	}
	c.ids = m.ids(path)
	return c
}

// waitsBefore reports whether a thread that has made n events has begun to wait for the next one, after at most so
// many jumps of the clock.
func (m *model) waitsBefore(t, n, jumps int32) bool {
	h := &m.threads[t]
	if int(n) < len(h.events) {
		return h.events[n].waited && h.events[n].jumps <= jumps
	}
	return h.waits != nil && h.waits.jumps <= jumps
}

// ids are the numbers that the goroutines of a path get: in the order of their go statements. The
// clock jumps only when all of them wait, so the steps with which they begin to wait come before a jump.
func (m *model) ids(path []int32) (ids []uint32) {
	id := make([]uint32, len(m.threads))
	made := make([]int32, len(m.threads))
	waiting := make([]bool, len(m.threads))
	next, jumps := uint32(0), int32(0)
	starts := func(p causalPlace, late int32) {
		for t := range m.threads {
			if h := &m.threads[t]; h.begins == p && h.late == late {
				id[t] = next
				next++
			}
		}
	}
	starts(causalPlace{nowhere, 0}, 0)
	for _, t := range path {
		if int(made[t]) < len(m.threads[t].events) {
			for e := &m.threads[t].events[made[t]]; jumps < e.jumps; {
				for other := range m.threads {
					if !waiting[other] && m.waitsBefore(int32(other), made[other], jumps) {
						ids, waiting[other] = append(ids, id[other]), true
					}
				}
				jumps++
				starts(causalPlace{nowhere, 0}, jumps)
			}
		}
		ids = append(ids, id[t])
		made[t]++
		waiting[t] = false
		starts(causalPlace{t, made[t]}, 0)
	}
	return ids
}
