package explore

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
)

// runsOf makes the runs of a strategy, at most so many, and returns the states at the ends. Between
// runs, another process carries on when again says so.
func runsOf(t *testing.T, p program, name string, most int, again bool) (ends []string) {
	t.Helper()
	s := New(config.Config{Strategy: name}).(*dpor.DPOR)
	for more := true; more && len(ends) < most; {
		var m *stepper
		m, more = p.observed(s, len(ends))
		if s.Diverged() {
			t.Fatalf("run %d diverged\n%s", len(ends), p)
		}
		ends = append(ends, m.state())
		if again {
			c, complaint := Parse(s.Resume().String())
			if complaint != "" {
				t.Fatalf("%s: %s", s.Resume(), complaint)
			}
			s = New(c).(*dpor.DPOR)
		}
	}
	return ends
}

// TestHapsetOfCounters: threads that each add to a counter in two steps. In some run of
// hapset an addition is lost, whatever the number of threads.
func TestHapsetOfCounters(t *testing.T) {
	for threads, want := range map[int]int{2: 6, 3: 90, 4: 2520} {
		counter := make(program, threads)
		for i := range counter {
			counter[i] = []op{{'a', 0}, {'a', 0}}
		}
		if got := len(runsOf(t, counter, "dpor", 10000, false)); got != want {
			t.Errorf("%d threads: dpor makes %d runs, want %d", threads, got, want)
		}
		for _, again := range []bool{false, true} {
			if got := len(runsOf(t, counter, "hapset", 10000, again)); got != 5 {
				t.Errorf("%d threads: hapset makes %d runs, want 5, carrying on: %t", threads, got, again)
			}
		}
	}
}

// TestHapsetPrunedPairs: a pair that was left out counts once, however many runs and processes leave it out. A good run
// has shown it.
func TestHapsetPrunedPairs(t *testing.T) {
	counter := program{{{'a', 0}, {'a', 0}}, {{'a', 0}, {'a', 0}}, {{'a', 0}, {'a', 0}}}
	var counts []int
	for _, again := range []bool{false, true} {
		s := New(config.Config{Strategy: "hapset"}).(*dpor.DPOR)
		pruned := map[dpor.Pruned]bool{}
		for more, run := true, 0; more; run++ {
			_, more = counter.observed(s, run)
			c := s.Resume()
			if !dpor.AddPruned(&c, pruned) || len(pruned) > dpor.Pairs(&c) {
				t.Fatalf("%d pairs were left out, and runs have shown %d", len(pruned), dpor.Pairs(&c))
			}
			if again {
				later, complaint := Parse(c.String())
				if complaint != "" {
					t.Fatalf("%s: %s", c, complaint)
				}
				s = New(later).(*dpor.DPOR)
			}
		}
		counts = append(counts, len(pruned))
	}
	if counts[0] == 0 || counts[0] != counts[1] {
		t.Errorf("%d pairs were left out, and %d when another process carries on each time", counts[0], counts[1])
	}
	if c := (config.Config{Strategy: "dpor"}); dpor.AddPruned(&c, map[dpor.Pruned]bool{}) {
		t.Error("dpor leaves out pairs")
	}
}

// TestHapsetOfBusyWait: one thread locks, looks and unlocks until another one has set a variable. The
// paper has two runs. A Lock that has to wait is a step of its own here: it takes a third.
func TestHapsetOfBusyWait(t *testing.T) {
	spin := []op{{'L', 0}, {'l', 0}, {'U', 0}, {'b', 0}}
	sets := []op{{'L', 0}, {'s', 0}, {'U', 0}}
	for _, p := range []program{{sets, spin}, {spin, sets}} {
		if got := len(runsOf(t, p, "hapset", 1000, false)); got > 3 {
			t.Errorf("%d runs\n%s", got, p)
		}
	}
}

// TestHapsetOfCallbacks: two threads set a variable each and ask a third one to look at it. In turn, each look
// comes after the thread that asked for it, which is no choice. In some run of hapset both threads set before the first
// look.
func TestHapsetOfCallbacks(t *testing.T) {
	asks := []op{{'L', 0}, {'s', 0}, {'>', 2}, {'U', 0}}
	look := []op{{'<', 2}, {'L', 0}, {'l', 0}, {'U', 0}}
	looks := slices.Concat(look, look)
	for _, p := range []program{{looks, asks, asks}, {asks, looks, asks}, {asks, asks, looks}} {
		ends := runsOf(t, p, "hapset", 1000, false)
		if !slices.ContainsFunc(ends, sameLooks) {
			t.Errorf("no run of %d\n%s", len(ends), p)
		}
	}
}

// sameLooks reports whether the two looks of an end saw one value, each after another message.
func sameLooks(end string) bool {
	looks := regexp.MustCompile(`2:\d\d(\d\d)2:\d\d(\d\d) `).FindStringSubmatch(strings.ReplaceAll(end, "}", " "))
	return looks[1] == looks[2]
}

// TestHapsetFindsDeadlocks: each end of hapset is one of dpor, in fewer runs of most programs, and
// few deadlocks are missed.
func TestHapsetFindsDeadlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	n := matrix.Count(75, 300)
	programs, fewer, found, missed := 0, 0, 0, 0
	for programs < n {
		p := stepperProgram(r, "LLls", 3)
		all := runsOf(t, p, "dpor", 500, false)
		if len(all) < 5 || len(all) == 500 {
			continue
		}
		programs++
		some := runsOf(t, p, "hapset", 1000, false)
		if len(some) < len(all) {
			fewer++
		}
		ends := map[string]bool{}
		for _, end := range all {
			ends[end] = stuck(end)
		}
		for _, end := range some {
			if _, ok := ends[end]; !ok {
				t.Fatalf("an end that is none\n%s\n%s", p, end)
			}
		}
		if slices.ContainsFunc(all, stuck) {
			if slices.ContainsFunc(some, stuck) {
				found++
			} else {
				missed++
			}
		}
	}
	t.Logf("%d programs: fewer runs in %d; %d deadlocks found, %d missed", programs, fewer, found, missed)
	if fewer < programs/2 || found < n/15 || missed > found/4 {
		t.Errorf("hapset does not prune, or too much")
	}
}
