package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
)

// A lockStep is a step of a goroutine in a lockRun.
type lockStep struct {
	op     byte // one of the operations of a machine, or opRLock, or 0 for a step on its own
	object uint32
	edge   uint8
	gate   bool
}

const opRLock = 'R' // waits while a writer has the lock or waits for it

// A lockRun is a program of goroutines that take locks, in the middle of a run.
type lockRun struct {
	steps   [][]lockStep
	pc      []int
	waits   []bool
	writer  map[uint32]uint32 // 1 + goroutine, by lock
	readers map[uint32][]uint32
	pending map[uint32]bool
	count   map[uint32]int
	order   []uint32
	met     int // 1 + the step at which the strategy said so
}

// run makes steps as the strategy chooses until no goroutine can go on, and returns whether
// some are left.
func (m *lockRun) run(s point.Strategy, number int) (blocked bool) {
	m.pc, m.waits, m.order, m.met = make([]int, len(m.steps)), make([]bool, len(m.steps)), nil, 0
	m.writer, m.readers, m.pending, m.count = map[uint32]uint32{}, map[uint32][]uint32{}, map[uint32]bool{}, map[uint32]int{}
	s.Begin(number)
	running, yields := uint32(0), false
	for len(m.order) < 10000 {
		p := &point.Point{Step: len(m.order), Running: -1, Yields: yields}
		for g := range m.steps {
			if m.pc[g] == len(m.steps[g]) || m.waits[g] && !m.free(uint32(g)) {
				continue
			}
			if uint32(g) == running {
				p.Running = len(p.Enabled)
			}
			p.Enabled = append(p.Enabled, m.told(uint32(g)))
		}
		if len(p.Enabled) == 0 {
			break
		}
		next := 0
		if len(p.Enabled) > 1 {
			next = s.Next(p)
		}
		if p.Met && m.met == 0 {
			m.met = len(m.order) + 1
		}
		running = p.Enabled[next].ID
		m.order = append(m.order, running)
		yields = m.step(running)
	}
	s.End(len(m.order))
	for g := range m.steps {
		blocked = blocked || m.waits[g]
	}
	return blocked
}

func (m *lockRun) told(g uint32) point.Goroutine {
	st := m.steps[g][m.pc[g]]
	a := point.Goroutine{ID: g, Object: st.object, Op: point.OpRequest}
	if st.op == opRLock {
		a.Op = point.OpRRequest
	}
	if m.waits[g] || st.edge == 0 {
		return a
	}
	a.Edge, a.Gate = st.edge, st.gate
	if a.Holder = m.writer[st.object]; a.Holder == 0 && st.op == opLock && len(m.readers[st.object]) > 0 {
		a.Holder = m.readers[st.object][0] + 1
	}
	return a
}

// free reports whether the lock of the step can be had.
func (m *lockRun) free(g uint32) bool {
	st := m.steps[g][m.pc[g]]
	if st.op == opLock {
		return m.writer[st.object] == 0 && len(m.readers[st.object]) == 0
	}
	return m.writer[st.object] == 0 && !m.pending[st.object]
}

// step makes a step, and reports whether the goroutine spins.
func (m *lockRun) step(g uint32) (yields bool) {
	st := m.steps[g][m.pc[g]]
	switch st.op {
	case opLock, opRLock:
		if m.waits[g] = !m.free(g); m.waits[g] {
			m.pending[st.object] = m.pending[st.object] || st.op == opLock
			return false
		}
		if st.op == opLock {
			m.writer[st.object], m.pending[st.object] = g+1, false
		} else {
			m.readers[st.object] = append(m.readers[st.object], g)
		}
	case opUnlock:
		if m.writer[st.object] == g+1 {
			m.writer[st.object] = 0
		} else if i := slices.Index(m.readers[st.object], g); i >= 0 {
			m.readers[st.object] = slices.Delete(m.readers[st.object], i, i+1)
		}
	case opAdd:
		m.count[st.object]++
	case opSpin:
		if m.count[st.object] == 0 {
			return true
		}
	}
	m.pc[g]++
	return false
}

// nested are the steps of a goroutine that takes two locks, the second one at a breakpoint.
func nested(outer, inner uint32, edge uint8) []lockStep {
	return []lockStep{
		{op: opLock, object: outer, edge: edge, gate: true}, {op: opLock, object: inner, edge: edge},
		{op: opUnlock, object: inner}, {op: opUnlock, object: outer},
	}
}

// TestBreakpoints: each run comes to the deadlock, whatever the others do.
func TestBreakpoints(t *testing.T) {
	const a, b, c = 1, 2, 3
	idle := []lockStep{{}, {}, {op: opLock, object: c}, {}, {op: opUnlock, object: c}}
	philosophers := [][]lockStep{idle}
	for i := range uint32(steer.MaxEdges) {
		philosophers = append(philosophers, nested(10+i, 10+(i+1)%steer.MaxEdges, 1))
	}
	before := []lockStep{{op: opLock, object: a}, {op: opUnlock, object: a}}
	for name, test := range map[string]struct {
		edges int
		steps [][]lockStep
	}{
		"two":          {2, [][]lockStep{idle, nested(a, b, 1), nested(b, a, 2)}},
		"three":        {3, [][]lockStep{nested(a, b, 1), nested(b, c, 2), nested(c, a, 3)}},
		"philosophers": {1, philosophers},
		"gates":        {2, [][]lockStep{nested(a, b, 1), slices.Concat(before, nested(b, a, 2))}}, // the example of 7.4
		"readers": {2, [][]lockStep{
			{{op: opRLock, object: a}, {}, {op: opRLock, object: a, edge: 1}, {op: opUnlock, object: a}, {op: opUnlock, object: a}},
			{{op: opLock, object: a, edge: 2}, {op: opUnlock, object: a}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			m := &lockRun{steps: test.steps}
			for seed := range uint64(30) {
				s := New(config.Config{Strategy: stopping, Settings: steer.Breakpoints{Edges: test.edges}, Seed: seed})
				for number := range 10 {
					if !m.run(s, number) || m.met == 0 || !s.(interface{ Met() bool }).Met() {
						t.Fatalf("seed %d, run %d: met at step %d, order %v", seed, number, m.met, m.order)
					}
				}
			}
		})
	}
}

// TestBreakpointsThrash: where no circle can be, the run comes to its end, and nobody has met.
func TestBreakpointsThrash(t *testing.T) {
	const a, b, gate, flag = 1, 2, 3, 4
	gated := func(steps []lockStep) []lockStep {
		return slices.Concat([]lockStep{{op: opLock, object: gate}}, steps, []lockStep{{op: opUnlock, object: gate}})
	}
	for name, steps := range map[string][][]lockStep{
		"same order": {nested(a, b, 1), nested(a, b, 2)},
		"gate":       {gated(nested(a, b, 1)), gated(nested(b, a, 2))},
		"objects":    {nested(a, b, 1), nested(5, 6, 2)},
		"spins":      {slices.Concat(nested(a, b, 1), []lockStep{{op: opAdd, object: flag}}), slices.Concat([]lockStep{{op: opSpin, object: flag}}, nested(b, a, 2))},
	} {
		t.Run(name, func(t *testing.T) {
			m := &lockRun{steps: steps}
			s := New(config.Config{Strategy: stopping, Settings: steer.Breakpoints{Edges: 2}})
			for number := range 20 {
				if m.run(s, number) || m.met != 0 {
					t.Fatalf("run %d: met at step %d, order %v", number, m.met, m.order)
				}
				if len(m.order) > 1000 {
					t.Fatalf("run %d has %d steps: a goroutine that is held back was spun for", number, len(m.order))
				}
			}
		})
	}
}

// TestBreakpointsRandom: in random programs a circle that was met is a deadlock, in each run.
// Of the programs in which random choices come to a deadlock of both breakpoints, nearly all
// are met within 100 runs.
func TestBreakpointsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	deadlocks, found, first := 0, 0, 0
	for range 300 {
		m := &lockRun{steps: randomLocks(rng)}
		dead := false
		for number := range 300 {
			dead = dead || m.run(New(config.Config{Strategy: "random", Seed: 7}), number) && m.atBoth()
		}
		s := New(config.Config{Strategy: stopping, Settings: steer.Breakpoints{Edges: 2}})
		met := -1
		for number := 0; number < 100 && met < 0; number++ {
			blocked := m.run(s, number)
			if m.met != 0 && !blocked {
				t.Fatalf("met at step %d of %v, and nobody is blocked: %v", m.met, m.order, m.steps)
			}
			if m.met != 0 {
				met = number
			}
		}
		if dead {
			deadlocks++
			if met >= 0 {
				found++
			}
			if met == 0 {
				first++
			}
		}
	}
	t.Logf("%d programs with the deadlock, %d found, %d of them in the first run", deadlocks, found, first)
	if deadlocks < 50 || found*20 < deadlocks*19 {
		t.Errorf("%d of %d deadlocks found", found, deadlocks)
	}
}

// atBoth reports whether goroutines are blocked at both breakpoints.
func (m *lockRun) atBoth() bool {
	var at [3]bool
	for g, waits := range m.waits {
		if waits {
			at[m.steps[g][m.pc[g]].edge] = true
		}
	}
	return at[1] && at[2]
}

// randomLocks are two goroutines that take locks 1 and 2 in opposite orders somewhere, and a
// third one, with other critical sections around.
func randomLocks(rng *rand.Rand) [][]lockStep {
	section := func() []lockStep {
		o := uint32(1 + rng.IntN(4))
		return []lockStep{{op: opLock, object: o}, {}, {op: opUnlock, object: o}}
	}
	around := func(steps []lockStep) (list []lockStep) {
		for range rng.IntN(3) {
			list = append(list, section()...)
		}
		if rng.IntN(3) == 0 {
			steps = slices.Concat([]lockStep{{op: opLock, object: 3}}, steps, []lockStep{{op: opUnlock, object: 3}})
		}
		list = append(list, steps...)
		for range rng.IntN(3) {
			list = append(list, section()...)
		}
		return list
	}
	return [][]lockStep{around(nested(1, 2, 1)), around(nested(2, 1, 2)), around(nil)}
}
