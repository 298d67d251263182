package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
)

// This file has the promises that doc/strategies.md makes of every strategy of Names. A new one
// is in these tests without a change here.

// everyConfig is a configuration of a strategy. That of capp needs a mode.
func everyConfig(name string, seed uint64) config.Config {
	c, _ := Named(name)
	c.Seed = seed
	if name == "capp" {
		c.Settings = search.CAPP{Mode: order.ModeSome}
	}
	return c
}

// A stepForcing makes the choices of a run again, and tells them to the shrinker.
type stepForcing struct {
	*shrink.Shrinker
	ids []uint32
}

func (f stepForcing) Next(p *point.Point) int {
	k := p.IndexOf(f.ids[p.Step])
	f.Force(p, k)
	return k
}

// numbersOf are the numbers of the threads that have made the steps.
func (p program) numbersOf(choices []int) (ids []uint32) {
	m := newStepper(p)
	for _, i := range choices {
		ids = append(ids, uint32(m.threads[i].number))
		m.step(i)
	}
	return ids
}

// stepped makes one run of a strategy as the engine does: an observer is told each step.
func (p program) stepped(s point.Strategy, run int) (m *stepper, more bool) {
	m = newStepper(p)
	o, observes := s.(point.Observer)
	s.Begin(run)
	for enabled := m.enabled(); len(enabled) > 0 && len(m.choices) < 100; enabled = m.enabled() {
		point, k := m.point(enabled), 0
		if observes || len(enabled) > 1 {
			k = s.Next(point)
		}
		m.step(enabled[k])
	}
	if observes {
		end := m.point(nil)
		end.Bad = slices.ContainsFunc(m.threads, func(t stepThread) bool { return t.waits })
		o.Ended(end)
	}
	return m, s.End(len(m.choices))
}

// everyProgram is a random program with some schedules, and not too many.
func everyProgram(r *rand.Rand) program {
	for {
		p := stepperProgram(r, []string{"LLls", "LTlsa", "><SC", "RLls"}[r.IntN(4)], 3)
		_, n, _ := p.everything(200)
		if n > 3 && n <= 200 && !slices.ContainsFunc(p, func(thread []op) bool { return len(thread) == 0 }) {
			return p
		}
	}
}

// carried is the strategy with which another process carries on.
func carried(t *testing.T, c config.Config, s point.Strategy) point.Strategy {
	t.Helper()
	if resumes, ok := s.(interface{ Resume() config.Config }); ok {
		c = resumes.Resume()
	}
	again, complaint := Parse(c.String())
	if complaint != "" {
		t.Fatalf("%s: %s", c, complaint)
	}
	return New(again)
}

// TestEveryStrategyRepeats: two strategies of one configuration make the same runs.
func TestEveryStrategyRepeats(t *testing.T) {
	for name := range strings.FieldsSeq(Names) {
		r := rand.New(rand.NewPCG(71, 72))
		for range matrix.Count(5, 50) {
			p := everyProgram(r)
			c := everyConfig(name, 5)
			one, two := New(c), New(c)
			for run, more := 0, true; more && run < 40; run++ {
				var m, again *stepper
				m, more = p.stepped(one, run)
				if again, _ = p.stepped(two, run); !slices.Equal(m.choices, again.choices) {
					t.Fatalf("%s: run %d is %v, and again %v\n%s", c, run, m.choices, again.choices, p)
				}
			}
		}
	}
}

// TestEveryStrategyCarriesOn: when each run has a process of its own, a strategy makes the same runs as in one
// process. Two come to the same outcomes by other runs: causal lets a child that it finds twice wait at another place,
// and auto forgets which schedules its turns have run.
func TestEveryStrategyCarriesOn(t *testing.T) {
	for name := range strings.FieldsSeq(Names) {
		r := rand.New(rand.NewPCG(73, 74))
		for range matrix.Count(2, 20) {
			p := everyProgram(r)
			c := everyConfig(name, 6)
			one, more := p.listed(t, c, false)
			other, goesOn := p.listed(t, c, true)
			if reorders(c) {
				more = goesOn
				slices.Sort(one)
				one = slices.Compact(one)
				slices.Sort(other)
				other = slices.Compact(other)
			}
			if more != goesOn || !slices.Equal(one, other) {
				t.Fatalf("%s: runs %v, carrying on %v; more %t and %t\n%s", c, one, other, more, goesOn, p)
			}
		}
	}
}

// reorders reports whether the order of runs is another one in another process.
func reorders(c config.Config) bool { return causes(c) || c.Strategy == "auto" }

// causes reports whether a strategy looks for values that are read.
func causes(c config.Config) bool { return strings.HasPrefix(c.Strategy, "causal") }

// listed makes runs, each in a process of its own when again says so. They are told by their choices, and by their
// outcomes where the order is another one.
func (p program) listed(t *testing.T, c config.Config, again bool) (list []string, more bool) {
	t.Helper()
	s := New(c)
	more = true
	for run := 0; more && run < 120; run++ {
		var m *stepper
		if m, more = p.stepped(s, run); reorders(c) {
			list = append(list, m.outcome())
		} else {
			list = append(list, fmt.Sprint(m.choices))
		}
		if again {
			s = carried(t, c, s)
		}
	}
	return list, more
}

// TestEveryStrategyIsDivided: each strategy but causal takes part in a matrix of shards. Those that come to an end
// visit the same outcomes together, and the others have no end in a shard either.
func TestEveryStrategyIsDivided(t *testing.T) {
	for name := range strings.FieldsSeq(Names) {
		r := rand.New(rand.NewPCG(75, 76))
		for range matrix.Count(5, 50) {
			p := everyProgram(r)
			c := everyConfig(name, 7)
			shards := 2 + r.IntN(3)
			if causes(c) {
				c.Shards = shards
				if _, complaint := Parse(c.String()); !strings.Contains(complaint, "leave -shard out") {
					t.Errorf("%s: the complaint is %q", c, complaint)
				}
				continue
			}
			whole, ends := p.outcomesOf(t, c, 0, 1)
			parts := map[string]bool{}
			for shard := range shards {
				c.Shard, c.Shards = shard, shards
				part, ended := p.outcomesOf(t, c, shard, shards)
				maps.Copy(parts, part)
				if ended != ends {
					t.Errorf("%s: ends %t, and the whole %t\n%s", c, ended, ends, p)
				}
			}
			for end := range whole {
				if ends && !parts[end] {
					t.Errorf("%d shards of %s come to %d of %d outcomes\n%s", shards, name, len(parts), len(whole), p)
					break
				}
			}
		}
	}
}

// outcomesOf makes the runs of one shard, and reports whether it has come to its end.
func (p program) outcomesOf(t *testing.T, c config.Config, first, step int) (outcomes map[string]bool, ended bool) {
	t.Helper()
	if _, complaint := Parse(c.String()); complaint != "" {
		t.Fatalf("%s: %s", c, complaint)
	}
	outcomes = map[string]bool{}
	s := New(c)
	for run, more := first, true; more; run += step {
		var m *stepper
		m, more = p.stepped(s, run)
		if outcomes[m.outcome()] = true; run > 700 {
			return outcomes, false
		}
	}
	return outcomes, true
}

// TestEveryStrategyShrinks: a schedule of each strategy has a smaller one, or is as small, that ends in
// the same way.
func TestEveryStrategyShrinks(t *testing.T) {
	for name := range strings.FieldsSeq(Names) {
		r := rand.New(rand.NewPCG(77, 78))
		spared := 0
		for range matrix.Count(5, 50) {
			p := everyProgram(r)
			s := New(everyConfig(name, 8))
			m, more := p.stepped(s, 0)
			for run := 1; more && run < 8; run++ {
				m, more = p.stepped(s, run)
			}
			given, left := p.shrunk(t, m)
			if left > given {
				t.Errorf("%s: %d preemptions became %d\n%s", name, given, left, p)
			}
			spared += given - left
		}
		t.Logf("%s: %d preemptions were spared", name, spared)
	}
}

// shrunk makes a run smaller, and returns its preemptions before and after.
func (p program) shrunk(t *testing.T, m *stepper) (given, left int) {
	t.Helper()
	s := shrink.NewShrinker()
	again, _ := p.stepped(stepForcing{s, p.numbersOf(m.choices)}, 0)
	if !slices.Equal(m.choices, again.choices) {
		t.Fatalf("%v was repeated as %v\n%s", m.choices, again.choices, p)
	}
	_, more := s.Judge(true)
	given, _ = s.Size()
	for more {
		again, _ = p.stepped(s, 0)
		_, more = s.Judge(again.outcome() == m.outcome())
	}
	if s.Given() != given {
		t.Errorf("%d preemptions are told of a schedule with %d\n%s", s.Given(), given, p)
	}
	left, _ = s.Size()
	return given, left
}

// TestEveryStrategyRefuses: a setting that a strategy does not have is refused with a line that names the strategy or
// the setting, and says what to do.
func TestEveryStrategyRefuses(t *testing.T) {
	taken := map[string]int{}
	for name := range strings.FieldsSeq(Names) {
		mode := ""
		if name == "capp" {
			mode = " mode=some"
		}
		for _, setting := range []string{"early=1", "shards=3 shard=1", "shards=3 shard=3", "values=1", "depth=17", "depth=-1", "far=1", "ways=1", "mode=all", "order=1", "edges=2", "known=7", "seen=x"} {
			_, complaint := Parse("strategy=" + name + mode + " " + setting)
			if complaint == "" {
				taken[setting]++
				continue
			}
			key, _, _ := strings.Cut(setting, "=")
			told := strings.Contains(complaint, name) || strings.Contains(complaint, strings.TrimSuffix(key, "s"))
			if _, todo, ok := strings.Cut(complaint, "; "); !ok || todo == "" || !told && key != "edges" || strings.Contains(complaint, "\n") {
				t.Errorf("%s %s: %q", name, setting, complaint)
			}
		}
	}
	for setting, want := range map[string]int{"early=1": 12, "shards=3 shard=1": 14, "shards=3 shard=3": 0, "values=1": 2, "order=1": 0, "edges=2": 0, "far=1": 0, "ways=1": 1} {
		if taken[setting] != want {
			t.Errorf("%d strategies take %s, want %d", taken[setting], setting, want)
		}
	}
}
