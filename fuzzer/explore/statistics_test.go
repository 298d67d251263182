package explore

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// samples is how often a program is run; the seeds are fixed, so that a test
// passes always or never.
const samples = 10000

// deviations is how many standard deviations a frequency may be off: 1 of 10^6 is farther.
const deviations = 5

// frequency runs a program and counts its schedules.
func frequency(p program, c config.Config) map[string]int {
	s, seen := New(c), map[string]int{}
	for run := range samples {
		trace, _ := p.run(s, run)
		seen[trace]++
	}
	return seen
}

// below reports whether a count of samples is too small for a probability.
func below(n int, probability float64) bool {
	return float64(n) < samples*probability-deviations*math.Sqrt(samples*probability*(1-probability))
}

// off reports whether it is too small or too large.
func off(n int, probability float64) bool {
	return below(n, probability) || below(samples-n, 1-probability)
}

// fewSchedules returns random programs with some schedules, but not many.
func fewSchedules(seed uint64, kinds string, programs int) (list []program) {
	r := rand.New(rand.NewPCG(seed, 1))
	for len(list) < programs {
		p := randomProgram(r, kinds)
		if n := len(p.schedules(-1, -1)); n > 5 && n < 200 {
			list = append(list, p)
		}
	}
	return list
}

// TestWalkIsUniform: each schedule is as frequent as the enumeration says.
func TestWalkIsUniform(t *testing.T) {
	for _, p := range fewSchedules(1, "La+wy", 10) {
		seen := frequency(p, config.Config{Strategy: "random", Seed: 1})
		for _, s := range p.schedules(-1, -1) {
			if off(seen[s.trace], s.probability) {
				t.Errorf("%s came %d times, its probability is %v\n%s", s.trace, seen[s.trace], s.probability, p)
			}
		}
	}
}

// TestEstimateOfSchedules: the weights of a random walk have the number of all
// schedules as their mean.
func TestEstimateOfSchedules(t *testing.T) {
	for _, p := range fewSchedules(2, "La+wy", 10) {
		s := New(config.Config{Strategy: "random", Seed: 2}).(*walk.Walk)
		var e random.Estimate
		for run := range samples {
			p.run(s, run)
			e.Add(s.Weight())
		}
		want := float64(len(p.schedules(-1, -1)))
		if math.Abs(e.Mean()-want) > deviations*e.Error()+1e-9 || e.Error() > want/10 {
			t.Errorf("%v ± %v, there are %v\n%s", e.Mean(), e.Error(), want, p)
		}
	}
}

// An order constraint is that one operation of a thread comes before one of
// another. A bug of depth d happens in every schedule that keeps d of them.
type constraint struct{ thread, op, otherThread, otherOp int }

// kept reports whether a schedule executes both operations in this order.
func (c constraint) kept(trace string) bool {
	first, second := position(trace, c.thread, c.op), position(trace, c.otherThread, c.otherOp)
	return first >= 0 && second >= 0 && first < second
}

// position is where a schedule executes an operation of a thread, or -1.
func position(trace string, thread, op int) int {
	for i := range trace {
		if int(trace[i]-'0') == thread {
			if op == 0 {
				return i
			}
			op--
		}
	}
	return -1
}

// TestPCTKeepsItsPromise: random bugs of depth 1 to 3 in random programs are found
// with the probability of the theorem, 1/(n*k^(d-1)). The programs have no locks:
// a lock adds constraints that a bug does not name.
func TestPCTKeepsItsPromise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	tried, n := 0, matrix.Count(6, 16)
	for _, p := range fewSchedules(3, "a+", n) {
		all, k := p.schedules(-1, -1), 0
		for _, s := range all {
			k = max(k, s.choices)
		}
		for depth := 1; depth <= 3; depth++ {
			seen := frequency(p, config.Config{Strategy: "pct", Seed: r.Uint64(), Depth: depth, Place: walk.Learnt{Choices: k}})
			bound := 1 / (float64(len(p)) * math.Pow(float64(k), float64(depth-1)))
			for range 60 {
				bug := randomBug(r, p, depth)
				buggy := func(trace string) bool {
					return !slices.ContainsFunc(bug, func(c constraint) bool { return !c.kept(trace) })
				}
				if !slices.ContainsFunc(all, func(s schedule) bool { return buggy(s.trace) }) {
					continue
				}
				tried++
				found := 0
				for trace, n := range seen {
					if buggy(trace) {
						found += n
					}
				}
				if below(found, bound) {
					t.Errorf("depth %d, %d choices: %v was found %d times, its bound is %v\n%s", depth, k, bug, found, bound*samples, p)
				}
			}
		}
	}
	if tried < 600*n/16 {
		t.Errorf("only %d bugs", tried)
	}
}

func randomBug(r *rand.Rand, p program, depth int) (bug []constraint) {
	for range depth {
		a, b := r.IntN(len(p)), r.IntN(len(p)-1)
		if b >= a {
			b++
		}
		bug = append(bug, constraint{a, r.IntN(len(p[a])), b, r.IntN(len(p[b]))})
	}
	return bug
}

// TestPCTFindsDeadlocks: two and three threads that take locks in a circle, the
// one a bug of depth 2, the other of depth 3.
func TestPCTFindsDeadlocks(t *testing.T) {
	for n := 2; n <= 3; n++ {
		p := make(program, n)
		for i := range p {
			a, b := i, (i+1)%n
			p[i] = []op{{opAccess, 3}, {opLock, a}, {opLock, b}, {opUnlock, b}, {opUnlock, a}, {opAccess, 3}}
		}
		k, length := 0, 0
		for _, s := range p.schedules(1, -1) {
			k, length = max(k, s.choices), max(length, len(s.trace))
		}
		found := 0
		for trace, count := range frequency(p, config.Config{Strategy: "pct", Seed: 4, Depth: n, Place: walk.Learnt{Choices: k}}) {
			if len(trace) < length {
				found += count
			}
		}
		if bound := 1 / (float64(n) * math.Pow(float64(k), float64(n-1))); below(found, bound) || found == 0 {
			t.Errorf("%d threads, %d choices: found %d times, the bound is %v", n, k, found, bound*samples)
		}
	}
}

// TestPCTIsTight: k+1 operations against one that must come between the last
// two. The base order cannot do it, one change point can, at one place.
func TestPCTIsTight(t *testing.T) {
	const k = 10
	p := program{slices.Repeat([]op{{opAccess, 0}}, k), {{opAccess, 0}}}
	want := "0000000001" + "0"
	for depth, probability := range map[int]float64{1: 0, 2: 0.5 / k} {
		n := frequency(p, config.Config{Strategy: "pct", Seed: 5, Depth: depth, Place: walk.Learnt{Choices: k}})[want]
		if off(n, probability) {
			t.Errorf("depth %d: %d times, not %v", depth, n, probability*samples)
		}
	}
}

// TestPCTLearns: without a number of steps it draws change points in the longest run so far.
func TestPCTLearns(t *testing.T) {
	p := program{slices.Repeat([]op{{opAccess, 0}}, 30), {{opAccess, 0}}}
	s := New(config.Config{Strategy: "pct", Depth: 1})
	for run := range 10 {
		p.run(s, run)
	}
	if c := s.(*walk.PCT).Resume(); c.Place != config.Place(walk.Learnt{Choices: 30}) {
		t.Errorf("it learnt %v choices", c.Place)
	}
}

// TestPOSProbabilities: small programs for which they can be told by hand.
func TestPOSProbabilities(t *testing.T) {
	private := func(n int) []op { return append(slices.Repeat([]op{{opAccess, 1}}, n), op{opAccess, 0}) }
	for _, c := range []struct {
		name string
		p    program
		want map[string]float64
	}{
		{"the other operation has the lowest of ten priorities; a random walk has it last once in 512",
			program{private(8), {{opAccess, 0}}}, map[string]float64{"0000000001": 1. / 10, "1000000000": 1. / 2}},
		{"its priority is drawn again after each conflict; else 001 had a third",
			program{{{opAccess, 0}, {opAccess, 0}}, {{opAccess, 0}}}, map[string]float64{"001": 1. / 4, "010": 1. / 4, "100": 1. / 2}},
		{"three that conflict", program{private(0), private(0), private(0)}, map[string]float64{"012": 1. / 6, "210": 1. / 6, "120": 1. / 6}},
	} {
		seen := frequency(c.p, config.Config{Strategy: "pos", Seed: 7})
		for trace, probability := range c.want {
			if off(seen[trace], probability) {
				t.Errorf("%s: %s came %d times of %d, its probability is %v", c.name, trace, seen[trace], samples, probability)
			}
		}
	}
}

// TestPOSReachesAll: each schedule of a random program has at least the
// probability that n threads give each step of the partial order, 1/n.
func TestPOSReachesAll(t *testing.T) {
	for _, p := range fewSchedules(4, "La+w", 15) {
		seen, orders := frequency(p, config.Config{Strategy: "pos", Seed: 9}), map[string]int{}
		for trace, n := range seen {
			orders[p.partialOrder(trace)] += n
		}
		for _, s := range p.schedules(-1, -1) {
			bound := math.Pow(1/float64(len(p)), float64(s.choices))
			if n := orders[p.partialOrder(s.trace)]; below(n, bound) {
				t.Errorf("the partial order of %s came %d times, its bound is %v\n%s", s.trace, n, bound*samples, p)
			}
		}
	}
}

// partialOrder tells schedules from each other by the order in which threads
// come to each object.
func (p program) partialOrder(trace string) string {
	var orders [objects]string
	var pc [4]int
	for _, c := range trace {
		i := int(c - '0')
		if o := p[i][pc[i]]; o.kind != opGo && o.kind != opYield {
			orders[o.object] += string(c)
		}
		pc[i]++
	}
	return orders[0] + "," + orders[1]
}

// TestSpinnersStarveNobody: a thread that waits for another by spinning ends
// under each strategy, well before the engine stops the run.
func TestSpinnersStarveNobody(t *testing.T) {
	p := program{{{opSpin, 0}}, {{opSpin, 0}}, {{opAccess, 1}, {opAdd, 0}}}
	for _, name := range []string{"run", "pct", "pos", "delay", "icb", "dfs", "auto"} {
		s := New(config.Config{Strategy: name, Depth: 2, Seed: 3})
		for run := range 200 {
			trace, more := p.run(s, run)
			if len(trace) == longest {
				t.Errorf("%s, run %d: %s", name, run, trace)
			}
			if !more {
				break
			}
		}
	}
}
