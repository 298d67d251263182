package explore

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// A ticking is threads of a step each, beside a clock that may be chosen so many times.
type ticking struct{ threads, ticks int }

// run makes one run and returns its choices: numbers of threads, and t for the clock.
func (k ticking) run(s point.Strategy, run int) (trace string, more bool) {
	s.Begin(run)
	return k.begun(s)
}

// begun makes the run that a strategy has begun.
func (k ticking) begun(s point.Strategy) (trace string, more bool) {
	done := make([]bool, k.threads)
	ticks := k.ticks
	_, observes := s.(point.Observer)
	for step := 0; ; step++ {
		p := &point.Point{Step: step, Running: -1}
		for i := range done {
			if !done[i] {
				p.Enabled = append(p.Enabled, point.Goroutine{ID: uint32(i), Op: opAccess, Path: uint64(i) + 1})
			}
		}
		if len(p.Enabled) == 0 {
			return trace, s.End(step)
		}
		if ticks > 0 {
			p.Enabled = append(p.Enabled, point.Goroutine{ID: point.Clock})
		}
		i := 0
		if observes || len(p.Enabled) > 1 {
			i = s.Next(p)
		}
		if id := p.Enabled[i].ID; id == point.Clock {
			trace += "t"
			ticks--
		} else {
			trace += string(rune('0' + id))
			done[id] = true
		}
	}
}

// orders are all ways to put so many ticks before the last of the threads.
func (k ticking) orders() (list []string) {
	var from func(trace string, left []int, ticks int)
	from = func(trace string, left []int, ticks int) {
		if len(left) == 0 {
			list = append(list, trace)
			return
		}
		for i, t := range left {
			from(trace+string(rune('0'+t)), slices.Delete(slices.Clone(left), i, i+1), ticks)
		}
		if ticks > 0 {
			from(trace+"t", left, ticks-1)
		}
	}
	var all []int
	for i := range k.threads {
		all = append(all, i)
	}
	from("", all, k.ticks)
	slices.Sort(list)
	return list
}

// A search visits each order with the clock once, and begins with the base schedule, which
// never chooses it.
func TestSearchesChooseTheClock(t *testing.T) {
	k := ticking{threads: 3, ticks: 2}
	for _, name := range []string{"dfs", "icb", "bfs", "delay"} {
		s := New(config.Config{Strategy: name, Depth: -1, Early: true})
		var got []string
		for more := true; more; {
			var trace string
			trace, more = k.run(s, len(got))
			got = append(got, trace)
		}
		if len(got[0]) != k.threads {
			t.Errorf("%s begins with %s", name, got[0])
		}
		if slices.Sort(got); !slices.Equal(got, k.orders()) || !s.(search.Search).Complete() {
			t.Errorf("%s: %v, want %v", name, got, k.orders())
		}
	}
}

// The clock costs a preemption or more: with none the orders are those of the threads alone.
func TestClockCosts(t *testing.T) {
	s := New(config.Config{Strategy: "icb", Early: true})
	n := 0
	for more := true; more; n++ {
		var trace string
		if trace, more = (ticking{3, 2}).run(s, n); len(trace) != 3 {
			t.Errorf("%s", trace)
		}
	}
	if n != 6 {
		t.Errorf("%d schedules, want 6", n)
	}
}

// The base schedule does not choose the clock, even for a goroutine that yields.
func TestBaseLeavesTheClock(t *testing.T) {
	b := New(config.Config{Strategy: "run"})
	b.Begin(0)
	for running := -1; running < 2; running++ {
		p := &point.Point{Running: running, Yields: true, Enabled: []point.Goroutine{{ID: 3}, {ID: 5}, {ID: point.Clock}}}
		for range 3 {
			if i := b.Next(p); i == 2 {
				t.Errorf("the clock was chosen while %d ran", running)
			}
		}
	}
	if i := b.Next(&point.Point{Running: 0, Yields: true, Enabled: []point.Goroutine{{ID: 3}, {ID: point.Clock}}}); i != 0 {
		t.Error("the clock was chosen beside the only goroutine")
	}
}

// Strategies that draw choose the clock in some runs, and the same way again.
func TestDrawnClock(t *testing.T) {
	k := ticking{threads: 3, ticks: 1}
	for _, name := range []string{"random", "pct", "pos"} {
		var runs [2][]string
		for i := range runs {
			s := New(config.Config{Strategy: name, Seed: 3, Depth: 2, Place: walk.Learnt{Choices: 4}})
			for run := range 100 {
				trace, _ := k.run(s, run)
				runs[i] = append(runs[i], trace)
			}
		}
		if !slices.Equal(runs[0], runs[1]) {
			t.Errorf("%s: two explorations differ", name)
		}
		seen := slices.Compact(slices.Sorted(slices.Values(runs[0])))
		if len(seen) < len(k.orders())/2 {
			t.Errorf("%s has only seen %v", name, seen)
		}
	}
}

// A choice of the clock that the end does not need is taken away, even for a preemption more.
func TestShrinkSparesTheClock(t *testing.T) {
	k := ticking{threads: 2, ticks: 2}
	for _, c := range []struct {
		given, want string
		same        func(trace string) bool
	}{
		{"t1t0", "10", func(trace string) bool { return trace[len(trace)-1] == '0' }},
		{"t1t0", "t01", func(trace string) bool { return slices.Contains([]byte(trace), 't') }},
	} {
		s := shrink.NewShrinker()
		small, _ := k.run(clockForcing{s, c.given}, 0)
		_, more := s.Judge(c.same(small))
		for more {
			var smaller bool
			again, _ := k.run(s, 0)
			if smaller, more = s.Judge(c.same(again)); smaller {
				small = again
			}
		}
		if small != c.want {
			t.Errorf("%s became %s, want %s", c.given, small, c.want)
		}
	}
}

// clockForcing makes the choices of a trace.
type clockForcing struct {
	*shrink.Shrinker
	trace string
}

func (f clockForcing) Next(p *point.Point) int {
	id := uint32(f.trace[p.Step] - '0')
	if f.trace[p.Step] == 't' {
		id = point.Clock
	}
	i := slices.IndexFunc(p.Enabled, func(g point.Goroutine) bool { return g.ID == id })
	f.Force(p, i)
	return i
}
