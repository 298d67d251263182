package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A cutState is a cut, and the contents of its objects: two numbers each.
//
//	anything  a hash of the changes, the sum of those that share after the last one
//	word      the store that it has, or its value
//	mutex     1 when it is held, the last unlock
//	group     the counter, the sum of the calls of Add
//	queue     1 when it is closed; it has a buffer of its own
type cutState struct {
	cut     []int32
	objects []uint64
	queues  []buffer
}

func (s *cutState) clone() cutState {
	return cutState{append([]int32{}, s.cut...), append([]uint64{}, s.objects...), append([]buffer{}, s.queues...)}
}

// A verdict is the result of the next event of a thread at a cut.
type verdict struct {
	possible bool  // it does not wait for a Mutex or a WaitGroup
	new      bool  // no run has made it so far
	node     int32 // after what it reads
	same     bool  // it has read the same in the run
	value    uint32
}

// nameOf tells the events of all runs from each other.
func (m *model) nameOf(s *cutState, t int32) uint64 {
	return random.Mixed(m.threads[t].name + uint64(s.cut[t])*0x9e3779b97f4a7c15)
}

func valueName(word uint64) uint64 { return random.Mixed(word + 0x9e3779b97f4a7c15) }

// read makes the nodes of the values that an event of the run reads.
func (m *model) read(s *cutState, t int32, e *event) (v verdict) {
	v.node = m.nodeAt(s.cut, t)
	reads := false
	for i := range e.effects {
		value, kind := m.look(s, &e.effects[i])
		switch kind {
		case mustWait:
			return v
		case readsValue:
			v.node, reads = m.tree.child(v.node, uint32(value)), true
			e.effects[i].node = v.node
		}
	}
	if !reads {
		v.node = m.tree.child(v.node, 1)
	}
	v.possible = true
	return v
}

// compare finds the first read of a thread's next event that has another value than in the run:
// same is false, node is that before the read.
func (m *model) compare(s *cutState, t int32, e *event) (v verdict) {
	v.node, v.possible, v.same = m.nodeAt(s.cut, t), true, true
	if e.alone {
		return v
	}
	for i := range e.effects {
		value, kind := m.look(s, &e.effects[i])
		if kind == mustWait {
			return verdict{}
		}
		if kind == blind {
			continue
		}
		next := e.effects[i].node
		if e.node < 0 || m.tree.nodes[next].value != uint32(value) {
			v.same, v.value = false, uint32(value)
			return v
		}
		v.node = next
	}
	v.new = e.node < 0
	return v
}

type look uint8

const (
	readsValue look = iota
	blind           // it reads nothing
	mustWait
)

// look is the value that an effect reads.
func (m *model) look(s *cutState, f *effect) (value uint64, kind look) {
	o := s.objects[2*f.object:][:2]
	switch f.does {
	case doesStore:
		return 0, blind
	case doesLoad, doesUpdate:
		return random.Mixed(o[0]), readsValue
	case doesLock:
		switch {
		case o[0] != 0:
			return 0, mustWait
		case m.values:
			return 0, blind
		case m.relaxed:
			return random.Mixed(f.after), readsValue
		}
		return random.Mixed(o[1]), readsValue
	case doesUnlock:
		return o[0], readsValue // that of a free lock is fatal
	case doesTry:
		if m.values || o[0] != 0 {
			return o[0], readsValue
		}
		return random.Mixed(o[1] + 2), readsValue
	case doesAdd:
		if int64(o[0])+int64(f.arg) < 0 { // a panic
			return 1, readsValue
		}
		return 0, readsValue
	case doesWait:
		if int64(o[0]) > 0 {
			return 0, mustWait
		}
		return random.Mixed(o[1]), readsValue
	case doesShare:
		return random.Mixed(o[0] + 1), readsValue
	case doesSend, doesReceive, doesClose:
		return m.looksAtQueue(s, f)
	}
	if m.fast {
		return random.Mixed(o[0]), readsValue
	}
	return random.Mixed(o[0] ^ random.Mixed(o[1]+2)), readsValue
}

// commit makes an event happen.
func (m *model) commit(s *cutState, t int32, e *event) {
	name := m.nameOf(s, t)
	for i := range e.effects {
		f := &e.effects[i]
		o := s.objects[2*f.object:][:2]
		switch f.does {
		case doesStore, doesUpdate:
			if o[0] = name; f.value.Known {
				o[0] = valueName(f.value.Behind)
			}
		case doesLock, doesTry:
			o[0] = 1
		case doesUnlock:
			o[0], o[1] = 0, name
		case doesAdd:
			o[0] += uint64(int64(f.arg))
			o[1] += name
		case doesSend, doesReceive, doesClose:
			m.changesQueue(s, f, name)
		case doesShare:
			if o[1] += name; m.fast {
				o[0] = name
			}
		case doesChange:
			if m.fast {
				o[0] = name
				continue
			}
			o[0], o[1] = random.Mixed(o[0]^random.Mixed(o[1]+2)+name), 0
		}
	}
}
