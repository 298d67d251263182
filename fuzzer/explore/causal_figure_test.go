package explore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/causal"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// An instruction is one access of a thread with a register.
type instruction struct {
	kind   byte // one of the constants below
	object int
	value  int
	to     int // instruction to go on with, unless the condition holds
}

const (
	doLock    = 'L'
	doUnlock  = 'U'
	doStore   = 'S' // value
	doLoad    = 'R' // into the register
	doNext    = 'P' // store the register, and one more
	ifGreater = '>' // load, and go on when it is greater than value
	ifOther   = '=' // load, and go on when it is not value
	doFail    = 'X' // the thread ends here
)

// A code is what the threads do.
type code [][]instruction

const figureLock, figureX, figureY = 0, 1, 2

// figure is figure 4.3 of Luo's thesis. Its picture is lost: this has all that the text says of it.
func figure() code {
	first, second, third := []instruction{}, []instruction{}, []instruction{}
	for range 2 {
		first = append(first, instruction{doLock, figureLock, 0, 0}, instruction{doStore, figureX, 1, 0},
			instruction{doStore, figureY, 1, 0}, instruction{doUnlock, figureLock, 0, 0})
		at := len(second)
		second = append(second, instruction{doLock, figureLock, 0, 0}, instruction{doStore, figureX, 0, 0},
			instruction{doUnlock, figureLock, 0, 0}, instruction{ifGreater, figureX, 0, at + 7},
			instruction{doLoad, figureY, 0, 0}, instruction{doNext, figureY, 0, 0}, instruction{doStore, figureX, 2, 0})
		at = len(third)
		third = append(third, instruction{ifGreater, figureX, 1, at + 4}, instruction{ifOther, figureY, 3, at + 3},
			instruction{doStore, figureY, 2, at + 4}, instruction{doFail, 3, 0, 0})
	}
	return code{first, second, third}
}

// A computer is a code in the middle of a run. It is copied by copying.
type computer struct {
	pc       [3]int
	register [3]int
	waits    [3]bool
	memory   [4]int
	failed   bool // the third thread has come to ERROR
	last     int
	history  [3]string // what each thread has read
	touched  [1]point.Touch
	values   [1]point.Value
}

func (c *computer) enabled(p code, waiting bool) (list []int) {
	for i := range p {
		if c.pc[i] < len(p[i]) && !c.waits[i] && (waiting || !c.blocked(p, i)) {
			list = append(list, i)
		}
	}
	return list
}

func (c *computer) blocked(p code, i int) bool {
	o := p[i][c.pc[i]]
	return o.kind == doLock && c.memory[o.object] != 0
}

func (c *computer) step(p code, i int) {
	o := p[i][c.pc[i]]
	c.last = i
	op := map[byte]uint8{doLock: point.OpRequest, doUnlock: point.OpUnlock, doStore: point.OpWroteMemory, doNext: point.OpWroteMemory,
		doLoad: point.OpReadMemory, ifGreater: point.OpReadMemory, ifOther: point.OpReadMemory, doFail: point.OpNone}[o.kind]
	c.touched[0] = point.Touch{Object: uint32(o.object + 1), Op: op}
	before := c.memory[o.object]
	if c.waits[i] = c.blocked(p, i); c.waits[i] {
		return
	}
	c.pc[i]++
	switch o.kind {
	case doLock:
		c.memory[o.object] = 1
	case doUnlock:
		c.memory[o.object] = 0
		c.waits = [3]bool{}
	case doStore:
		if c.memory[o.object] = o.value; o.to > 0 {
			c.pc[i] = o.to
		}
	case doFail:
		c.failed, c.pc[i] = true, len(p[i])
	case doNext:
		c.memory[o.object] = c.register[i] + 1
	default:
		c.history[i] += fmt.Sprint(before, " ")
		c.register[i] = before
		if o.kind == ifGreater && before <= o.value || o.kind == ifOther && before == o.value {
			c.pc[i] = o.to
		}
	}
	c.values[0] = point.Value{Before: uint64(before), Behind: uint64(c.memory[o.object]), Known: c.touched[0].Op == point.OpReadMemory || c.touched[0].Op == point.OpWroteMemory}
}

// count is the number of interleavings from here on, of those that fail, and what they read.
func (c computer) count(p code, known map[string][2]int, classes map[[3]string]bool) (all, bad int) {
	enabled := c.enabled(p, false)
	if len(enabled) == 0 {
		classes[c.history] = c.failed
		if c.failed {
			return 1, 1
		}
		return 1, 0
	}
	key := fmt.Sprint(c.pc, c.register, c.memory, c.failed, c.history)
	if n, ok := known[key]; ok {
		return n[0], n[1]
	}
	for _, i := range enabled {
		next := c
		next.step(p, i)
		a, b := next.count(p, known, classes)
		all, bad = all+a, bad+b
	}
	known[key] = [2]int{all, bad}
	return all, bad
}

// run makes one run of a strategy.
func (p code) run(s point.Observer, run int) (c computer, more bool) {
	c.last = -1
	s.Begin(run)
	steps := 0
	for enabled := c.enabled(p, true); len(enabled) > 0; enabled = c.enabled(p, true) {
		at := &point.Point{Step: steps, Running: slices.Index(enabled, c.last), Known: 10}
		if steps > 0 {
			at.Touched, at.Values = c.touched[:], c.values[:]
		}
		for _, i := range enabled {
			at.Enabled = append(at.Enabled, point.Goroutine{ID: uint32(i)})
		}
		c.step(p, enabled[s.Next(at)])
		steps++
	}
	s.Ended(&point.Point{Touched: c.touched[:], Values: c.values[:]})
	return c, s.End(steps)
}

// TestCausalOfTheFigure: 105 runs are the 105 classes of all interleavings.
func TestCausalOfTheFigure(t *testing.T) {
	p, classes := figure(), map[[3]string]bool{}
	all, bad := computer{}.count(p, map[string][2]int{}, classes)
	wrong := 0
	for _, failed := range classes {
		if failed {
			wrong++
		}
	}
	t.Logf("%d interleavings, %d fail; %d classes, %d fail", all, bad, len(classes), wrong)
	if all != 1219561 || bad != 31182 || len(classes) != 105 || wrong != 6 {
		t.Error("this is not the figure")
	}
	s := New(config.Config{Strategy: "causal", Settings: causal.Settings{Values: true}}).(*causal.Causal)
	got, firstBad := map[[3]string]bool{}, -1
	for run, more := 0, true; more; run++ {
		var c computer
		if c, more = p.run(s, run); s.Diverged() || s.Resume().Lost {
			t.Fatalf("run %d diverged", run)
		}
		if _, ok := got[c.history]; ok {
			t.Fatalf("run %d reads what was read before", run)
		}
		if got[c.history] = c.failed; c.failed && firstBad < 0 {
			firstBad = run + 1
		}
	}
	t.Logf("%d runs, the first that fails is the %dth", len(got), firstBad)
	if len(got) != 105 {
		t.Errorf("%d runs", len(got))
	}
	runs := 0
	fast := New(config.Config{Strategy: "causal-fast", Settings: causal.Settings{Values: true}}).(*causal.Causal)
	for more := true; more; runs++ {
		_, more = p.run(fast, runs)
		more = more && !settingsNow(fast).Rest
	}
	t.Logf("causal-fast: %d runs", runs)
	if runs >= 105 {
		t.Errorf("causal-fast makes %d runs", runs)
	}
}

// TestCausalOfStores: two threads store and never load. The thesis has one run, and dpor three.
func TestCausalOfStores(t *testing.T) {
	p := program{{{'s', 0}, {'s', 0}}, {{'s', 1}, {'s', 0}}}
	for name, want := range map[string]int{"causal": 1, "causal-fast": 1} {
		if got, _ := causalEnds(t, p, name, false, false, false); len(got) != want {
			t.Errorf("%s makes %d runs, want %d", name, len(got), want)
		}
	}
	if got := len(runsOf(t, p, "dpor", 100, false)); got != 3 {
		t.Errorf("dpor makes %d runs, want 3", got)
	}
}

// TestCausalOfNestedLocks: the thesis makes one run of two locks that are taken in both orders, and
// misses the deadlock.
func TestCausalOfNestedLocks(t *testing.T) {
	p := program{{{'L', 0}, {'L', 1}, {'U', 1}, {'U', 0}}, {{'L', 1}, {'L', 0}, {'U', 0}, {'U', 1}}}
	for _, name := range []string{"causal", "causal-fast"} {
		ends, _ := causalEnds(t, p, name, false, false, false)
		if !slices.ContainsFunc(slices.Collect(maps.Values(ends)), stuckThreads) {
			t.Errorf("%s: %v", name, ends)
		}
	}
	a, b := instruction{doLock, 0, 0, 0}, instruction{doLock, 1, 0, 0}
	aEnd, bEnd := instruction{doUnlock, 0, 0, 0}, instruction{doUnlock, 1, 0, 0}
	c := code{{a, b, bEnd, aEnd}, {b, a, aEnd, bEnd}}
	for _, name := range []string{"causal", "causal-fast"} {
		s := New(config.Config{Strategy: name, Settings: causal.Settings{Values: true}}).(*causal.Causal)
		first, more := c.run(s, 0)
		second, again := c.run(s, 1)
		if first.waits != [3]bool{} || !more || second.waits != [3]bool{true, true} || again && !settingsNow(s).Rest {
			t.Errorf("%s: %v, then %v", name, first, second)
		}
	}
}

// stuckThreads reports whether two threads of an outcome wait.
func stuckThreads(end string) bool { return strings.Count(end, "true") == 2 }
