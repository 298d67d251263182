package explore

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// told lets a strategy that is told each step make a run of a simulated program.
func (p program) told(s point.Observer, run int) (trace string, m machine) {
	m = p.start()
	s.Begin(run)
	step := 0
	for enabled := m.enabled(); len(enabled) > 0; enabled = m.enabled() {
		m.step(enabled[s.Next(m.point(step, enabled))])
		step++
	}
	s.Ended(&point.Point{Bad: m.waits()})
	s.End(step)
	return m.trace, m
}

// waits reports whether a run is not over when nobody can go on.
func (m *machine) waits() bool {
	for i, thread := range m.program {
		if m.pc[i] < len(thread) {
			return true
		}
	}
	return false
}

// orderOn is the order in which threads operate on an object, on any object for 0.
func (p program) orderOn(trace string, object uint32) string {
	var b strings.Builder
	var pc [4]int
	for _, c := range trace {
		i := c - '0'
		o := p[i][pc[i]]
		pc[i]++
		if o.kind != opYield && o.kind != opGo && (object == 0 || uint32(o.object+1) == object) {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// treeProgram is a random program without waiting, whose threads are started by others.
func treeProgram(r *rand.Rand) program {
	p := make(program, 2+r.IntN(3))
	for i := range p {
		for range 1 + r.IntN(4) {
			p[i] = append(p[i], op{opAccess, r.IntN(2)})
		}
	}
	for i := 1; i < len(p); i++ {
		if by := r.IntN(i); r.IntN(3) > 0 {
			p[by] = slices.Insert(p[by], r.IntN(len(p[by])+1), op{opGo, i})
		}
	}
	return p
}

// TestSURWIsUniform: all orders of the operations on the object that is selected, and of all
// operations where all are, are equally frequent.
func TestSURWIsUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	n := matrix.Count(5, 15)
	programs, orders, skewed := 0, 0, 0
	for programs < n {
		p := treeProgram(r)
		all := p.schedules(-1, -1)
		if len(all) < 6 || len(all) > 200 {
			continue
		}
		programs++
		want := map[uint32]map[string]float64{} // by object: an order, and its probability in a random walk
		for object := range uint32(3) {
			want[object] = map[string]float64{}
			for _, s := range all {
				want[object][p.orderOn(s.trace, object)] += s.probability
			}
		}
		seen, runs := map[uint32]map[string]int{0: {}, 1: {}, 2: {}}, map[uint32]int{}
		s := New(config.Config{Strategy: "surw", Seed: 1}).(*walk.SURW)
		for run := range 2 * samples {
			trace, _ := p.told(s, run)
			if run > 0 {
				selected := uint32(inside(s, "selected").Uint())
				seen[selected][p.orderOn(trace, selected)]++
				runs[selected]++
			}
		}
		for object, counts := range seen {
			n := len(want[object])
			for order, walked := range want[object] {
				if runs[object] == 0 {
					continue
				}
				orders++
				if offOf(runs[object], counts[order], 1/float64(n)) {
					t.Errorf("object %d: %s came %d of %d times, there are %d orders\n%s", object, order, counts[order], runs[object], n, p)
				}
				if offOf(runs[object], counts[order], walked) {
					skewed++
				}
			}
		}
	}
	t.Logf("%d orders of %d programs; a random walk has another frequency for %d of them", orders, programs, skewed)
	if orders < 20*n || skewed < orders/4 {
		t.Errorf("%d orders, of which %d would not be uniform", orders, skewed)
	}
}

// offOf is off for another number of samples.
func offOf(runs, n int, probability float64) bool {
	far := deviations * math.Sqrt(float64(runs)*probability*(1-probability))
	return math.Abs(float64(n)-float64(runs)*probability) > far
}

// TestSURWCarriesOn: with its text another strategy makes the runs that this one would make.
func TestSURWCarriesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	for range 50 {
		p := randomProgram(r, "Laaa+yg")
		s, other := New(config.Config{Strategy: "surw", Seed: 3}).(*walk.SURW), (*walk.SURW)(nil)
		for run := range 20 {
			want, _ := p.told(s, run)
			if other != nil {
				if got, _ := p.told(other, run); got != want {
					t.Fatalf("run %d is %s, want %s\n%s", run, got, want, p)
				}
			}
			c, complaint := Parse(s.Resume().String())
			if complaint != "" {
				t.Fatalf("%s: %s", s.Resume(), complaint)
			}
			other = New(c).(*walk.SURW)
		}
	}
}

// TestSURWLearnsFromGoodRuns: a run that ends with threads that wait has too few operations to count.
func TestSURWLearnsFromGoodRuns(t *testing.T) {
	p := program{{{opLock, 0}, {opLock, 1}, {opAccess, 2}, {opUnlock, 1}, {opUnlock, 0}}, {{opLock, 1}, {opLock, 0}, {opAccess, 2}, {opUnlock, 0}, {opUnlock, 1}}}
	bad := 0
	for seed := range uint64(50) {
		s := New(config.Config{Strategy: "surw", Seed: seed}).(*walk.SURW)
		_, m := p.told(s, 0)
		if counted := s.Resume().Place != nil; m.waits() == counted {
			t.Errorf("seed %d: waits %v, counted %v", seed, m.waits(), counted)
		}
		if m.waits() {
			bad++
		}
	}
	if bad == 0 || bad == 50 {
		t.Errorf("%d of 50 runs end badly", bad)
	}
}

// TestSURWReachesAll: with locks and waits it comes to each order of a small program.
func TestSURWReachesAll(t *testing.T) {
	for _, p := range fewSchedules(5, "La+w", matrix.Count(5, 15)) {
		seen, s := map[string]bool{}, New(config.Config{Strategy: "surw", Seed: 9}).(*walk.SURW)
		for run := range samples {
			trace, _ := p.told(s, run)
			seen[p.partialOrder(trace)] = true
		}
		for _, schedule := range p.schedules(-1, -1) {
			if !seen[p.partialOrder(schedule.trace)] {
				t.Errorf("it never came to the order of %s\n%s", schedule.trace, p)
			}
		}
	}
}
