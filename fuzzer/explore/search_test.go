package explore

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// searches are the searches by a key, and depth first.
var searches = []config.Config{{Strategy: "dfs"}, {Strategy: "icb"}, {Strategy: "bfs"}, {Strategy: "delay"}, {Strategy: "capp", Settings: search.CAPP{Mode: order.ModeSome}}, {Strategy: "capp", Settings: search.CAPP{Mode: order.ModeAll}}}

// visit runs a search to its end and returns the schedules in its order.
// Between runs, another process carries on when again says so.
func visit(t *testing.T, p program, s point.Strategy, again bool) (traces []string, last point.Strategy) {
	t.Helper()
	for run := 0; ; run++ {
		trace, more := p.run(s, run)
		traces = append(traces, trace)
		if s.(search.Search).Diverged() {
			t.Fatalf("%s: run %d of a program that does the same each time diverged\n%s", s.(search.Search).Resume(), run, p)
		}
		if again {
			text := s.(search.Search).Resume().String()
			c, complaint := Parse(text)
			if complaint != "" {
				t.Fatalf("%q: %s", text, complaint)
			}
			s = New(c)
		}
		if !more {
			return traces, s
		}
		if run > 10*tooMany {
			t.Fatalf("%s: still not at the end\n%s", s.(search.Search).Resume(), p)
		}
	}
}

// bounded are the schedules that a strategy has to visit, and their keys in the order of it.
func bounded(c config.Config, p program) (want []schedule, key func(schedule) int) {
	switch c.Strategy {
	case "delay":
		return p.schedules(-1, c.Depth), func(s schedule) int { return s.delays }
	case "icb":
		return p.schedules(c.Depth, -1), func(s schedule) int { return s.preemptions }
	case "capp":
		return p.prioritized(config.SettingsOf[search.CAPP](&c).Mode, c.Depth), func(s schedule) int { return s.postponed*1000 + s.preemptions }
	case "bfs":
		return p.schedules(c.Depth, -1), func(s schedule) int { return s.diverges }
	}
	return p.schedules(c.Depth, -1), func(schedule) int { return 0 }
}

// TestSearchesVisitEachScheduleOnce compares with the enumeration.
func TestSearchesVisitEachScheduleOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared, deepest := 0, 0
	n := matrix.Count(60, 170)
	for range n {
		p, depth := randomProgram(r, "LLa++wsy"), r.IntN(4)
		for _, c := range searches {
			c.Depth = depth
			want, key := bounded(c, p)
			if len(want) > 300 {
				continue
			}
			compared++
			deepest = max(deepest, len(want))
			compare(t, c, p, want, key, len(want) < 5)
		}
	}
	if compared < 450*n/170 || deepest < 200 {
		t.Errorf("%d comparisons with at most %d schedules: the programs are too large or too small", compared, deepest)
	}
}

// TestSearchesVisitAll does so without a bound, for programs that do not spin.
func TestSearchesVisitAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 150 {
		p := randomProgram(r, "Laa+wy")
		for _, c := range searches {
			if c.Depth = -1; c.Strategy == "delay" {
				continue
			}
			if want, key := bounded(c, p); len(want) <= 200 {
				compared++
				compare(t, c, p, want, key, len(want) < 5)
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d comparisons", compared)
	}
}

func compare(t *testing.T, c config.Config, p program, want []schedule, key func(schedule) int, again bool) {
	t.Helper()
	got, last := visit(t, p, New(c), again)
	base, more := p.run(last, 0)
	if more || base != got[0] {
		t.Errorf("%s: at its end it makes run %s, more: %t\n%s", c, base, more, p)
	}
	if !last.(search.Search).Complete() {
		t.Errorf("%s: not complete\n%s", c, p)
	}
	keys := map[string]int{}
	for _, s := range want {
		keys[s.trace] = key(s)
	}
	if len(keys) != len(want) {
		t.Fatalf("the enumeration repeats itself\n%s", p)
	}
	seen, before := map[string]bool{}, 0
	for i, trace := range got {
		k, ok := keys[trace]
		switch {
		case !ok:
			t.Fatalf("%s: run %d is %s, not within the bound\n%s", c, i, trace, p)
		case seen[trace]:
			t.Fatalf("%s: run %d is %s again\n%s", c, i, trace, p)
		case k < before:
			t.Fatalf("%s: run %d is %s with %d, after one with %d\n%s", c, i, trace, k, before, p)
		}
		seen[trace], before = true, k
	}
	if len(seen) != len(want) {
		t.Fatalf("%s: visited %d of %d schedules\n%s", c, len(seen), len(want), p)
	}
}

// TestResumeKeepsTheOrder: a search that carries on in another process after
// each run visits the same schedules in the same order.
func TestResumeKeepsTheOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		p := randomProgram(r, "La+wsy")
		for _, c := range searches {
			c.Depth = 2
			if want, _ := bounded(c, p); len(want) > 40 {
				continue
			}
			once, _ := visit(t, p, New(c), false)
			again, _ := visit(t, p, New(c), true)
			if !slices.Equal(once, again) {
				t.Fatalf("%s\n%s\n%q\ncarrying on\n%q", c, p, once, again)
			}
		}
	}
}

// TestOverflowVisitsAll: a search with room for a few schedules still visits all.
func TestOverflowVisitsAll(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	overflowed := 0
	for range 60 {
		p := randomProgram(r, "La+wsy")
		c := searches[1+r.IntN(len(searches)-1)]
		c.Depth = 2
		want, _ := bounded(c, p)
		if len(want) > 100 {
			continue
		}
		got, last := visit(t, p, &search.Overflowing{Search: search.NewFrontier(c, 1+r.IntN(6))}, false)
		if last.(search.Search).Resume().Place.(search.Unvisited).Dropped {
			overflowed++
			if more, _ := visit(t, p, New(config.Config{Strategy: c.Strategy, Settings: c.Settings, Depth: c.Depth, Place: search.Unvisited{Dropped: true}}), true); len(more) != len(want) {
				t.Errorf("%s: carrying on after the overflow visits %d schedules, not %d\n%s", c, len(more), len(want), p)
			}
		}
		slices.Sort(got)
		if got = slices.Compact(got); len(got) != len(want) || !last.(search.Search).Complete() {
			t.Errorf("%s: visited %d of %d, complete: %t\n%s", c, len(got), len(want), last.(search.Search).Complete(), p)
		}
	}
	if overflowed < 10 {
		t.Errorf("%d overflows", overflowed)
	}
}

// TestFrontierGivesBack: at the end no node is in use, and a search needs few
// more nodes than schedules that wait at the same time.
func TestFrontierGivesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for range 50 {
		p := randomProgram(r, "La+wy")
		c := config.Config{Strategy: "bfs", Depth: 2}
		if want, _ := bounded(c, p); len(want) > 100 {
			continue
		}
		f := search.NewFrontier(c, search.MaxWaiting)
		if visit(t, p, f, false); inside(f, "live").Int() != 0 {
			t.Errorf("%d nodes are in use at the end\n%s", inside(f, "live").Int(), p)
		}
	}
}

// TestDivergenceEnds: programs that are another one at each run. Searches end,
// say so, and never claim to be complete.
func TestDivergenceEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	diverged := 0
	for range 40 {
		programs := []program{randomProgram(r, "La+w"), randomProgram(r, "La+w"), randomProgram(r, "La+w")}
		for _, name := range []string{"dfs", "icb", "bfs", "delay", "auto"} {
			s := New(config.Config{Strategy: name, Depth: 1})
			any := false
			for run := 0; ; run++ {
				_, more := programs[r.IntN(len(programs))].run(s, run)
				any = any || s.(search.Search).Diverged()
				if !more || run == 3000 {
					break
				}
			}
			if any {
				diverged++
			}
			if any && s.(search.Search).Complete() {
				t.Errorf("%s diverged and is complete", name)
			}
		}
	}
	if diverged < 80 {
		t.Errorf("%d searches diverged", diverged)
	}
}

// TestBaseNeverPreempts: the base schedule is the first of each search by preemptions.
func TestBaseNeverPreempts(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 100 {
		p := randomProgram(r, "La+wsy")
		want, _ := p.run(New(config.Config{Strategy: "run"}), 0)
		for _, name := range []string{"dfs", "icb", "bfs"} {
			if got, _ := p.run(New(config.Config{Strategy: name}), 0); got != want {
				t.Errorf("%s begins with %s, the base schedule is %s\n%s", name, got, want, p)
			}
		}
	}
}

// typesOf are the strategies of a cycle of auto, as types.
func typesOf() (list []string) {
	for _, name := range auto.Turns {
		if name == "icb" {
			list = append(list, fmt.Sprintf("%T", &search.Frontier{}))
			continue
		}
		list = append(list, fmt.Sprintf("%T", New(config.Config{Strategy: name, Depth: 1})))
	}
	return list
}

// TestAutoTakesTurns: every schedule with few preemptions is visited in the turns of the
// search, and drawn ones in the others; and only a search that has seen all ends.
func TestAutoTakesTurns(t *testing.T) {
	small := program{{{opAccess, 0}, {opAccess, 0}}, {{opAccess, 0}}}
	if got, last := visit(t, small, New(config.Config{Strategy: "auto", Depth: 2}), true); len(got) != 10 || distinct(got) != 3 || !last.(search.Search).Complete() {
		t.Errorf("auto visits %q of %s", got, small)
	}
	if got, last := visit(t, small, New(config.Config{Strategy: "auto", Depth: 0}), false); len(got) != 3 || distinct(got) != 3 || !last.(search.Search).Complete() {
		t.Errorf("auto visits %q of %s with others than its search", got, small)
	}
	large := make(program, 4)
	for i := range large {
		large[i] = slices.Repeat([]op{{opAccess, 0}}, 8)
	}
	cut := New(config.Config{Strategy: "auto", Depth: 0})
	for run := range 20 {
		if _, more := large.run(cut, run); !more {
			t.Fatal("auto ends though its bound has left out schedules")
		}
	}
	s := New(config.Config{Strategy: "auto", Depth: 2, Seed: 1}).(*auto.Auto)
	var searched []string
	types := typesOf()
	const last = auto.MaxSearched * len(auto.Turns) / 2 // it has two turns of a cycle
	for run := range last {
		trace, _ := large.run(s, run)
		if want := types[run%len(types)]; inside(s, "now").Elem().Type().String() != want {
			t.Fatalf("run %d is of %s, want %s", run, inside(s, "now").Elem().Type(), want)
		}
		if inside(s, "now").Elem().Pointer() == inside(s, "search").Pointer() {
			searched = append(searched, trace)
		}
	}
	if want, _ := large.run(New(config.Config{Strategy: "run"}), 0); distinct(searched) != auto.MaxSearched || searched[0] != want {
		t.Errorf("%d schedules in %d runs of the search, which begins with %s", distinct(searched), auto.MaxSearched, searched[0])
	}
	for run := last; run < last+30; run++ {
		s.Begin(run)
		if want := types[run%len(types)]; inside(s, "now").Elem().Pointer() == inside(s, "search").Pointer() || want != fmt.Sprintf("%T", &search.Frontier{}) && inside(s, "now").Elem().Type().String() != want {
			t.Errorf("run %d is of %s, want %s", run, inside(s, "now").Elem().Type(), want)
		}
		if inside(s, "now").Elem().Type() == reflect.TypeFor[*walk.PCT]() {
			large.run(s, run)
			continue
		}
		c, complaint := Parse(s.Resume().String())
		trace, more := large.run(s, run)
		if complaint != "" || !more || s.Complete() {
			t.Fatalf("%q, more %t, complete %t", complaint, more, s.Complete())
		}
		later := New(c).(*auto.Auto)
		if next, _ := large.run(later, run); next != trace {
			t.Errorf("run %d is %s, and in another process %s", run, trace, next)
		}
		if later.Complete() {
			t.Error("complete in another process")
		}
	}
}

func distinct(traces []string) int {
	set := map[string]bool{}
	for _, trace := range traces {
		set[trace] = true
	}
	return len(set)
}

// TestPrefixOfAnotherProgram: a search that carries on with a choice that is
// not there makes the run, and says so. So does one whose run ends too early.
func TestPrefixOfAnotherProgram(t *testing.T) {
	p := program{{{opAccess, 0}, {opAccess, 0}}, {{opAccess, 0}}}
	for _, text := range []string{
		"strategy=dfs runs=1 prefix=7",
		"strategy=dfs runs=1 prefix=0*9,1",
		"strategy=icb runs=1 waiting=0:0:7:1:0:1",
		"strategy=icb runs=1 waiting=0:0:1:1:77:1",
		"strategy=delay runs=1 waiting=0:9:1:1:0:1",
	} {
		c, complaint := Parse(text)
		if complaint != "" {
			t.Fatal(complaint)
		}
		s := New(c).(search.Search)
		p.run(s, 0)
		if !s.Diverged() || s.Complete() || !s.Resume().Lost {
			t.Errorf("%s: diverged %t, complete %t", text, s.Diverged(), s.Complete())
		}
	}
}

// TestLongRunsAreNotComplete: what lies beyond MaxPoints follows the base
// schedule, and a search that left it out does not claim to be complete.
func TestLongRunsAreNotComplete(t *testing.T) {
	p := &point.Point{Enabled: []point.Goroutine{{ID: 1}, {ID: point.MaxGoroutines + 7}}}
	for _, choices := range []int{point.MaxPoints, point.MaxPoints + 1} {
		for _, name := range []string{"dfs", "icb", "delay"} {
			s := New(config.Config{Strategy: name}).(search.Search)
			s.Begin(0)
			for range choices {
				p.Running = s.Next(p)
			}
			if more := s.End(choices); more || s.Complete() != (choices == point.MaxPoints) {
				t.Errorf("%s: %d choices, more %t, complete %t", name, choices, more, s.Complete())
			}
		}
	}
}

// inside is a field of a strategy that no other package can see.
func inside(s any, field string) reflect.Value { return reflect.ValueOf(s).Elem().FieldByName(field) }
