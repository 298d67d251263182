package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// TestHistoryMakesNewDecisions compares with a set: a known decision is made only where all
// are known, and each of a program's decisions is made in the end.
func TestHistoryMakesNewDecisions(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 60 {
		p := randomProgram(r, "La+w")
		h := New(config.Config{Strategy: "history", Seed: r.Uint64()})
		known := map[[2]string]bool{}
		for run := range 200 {
			m := p.start()
			h.Begin(run)
			for step := 0; ; step++ {
				enabled := m.enabled()
				if len(enabled) == 0 {
					break
				}
				next := enabled[0]
				if len(enabled) > 1 {
					next = enabled[h.Next(m.point(step, enabled))]
					isNew := func(i int) bool { return !known[m.decision(enabled, i)] }
					if !isNew(next) && slices.ContainsFunc(enabled, isNew) {
						t.Fatalf("run %d makes a known decision at %q\n%s", run, m.trace, p)
					}
					known[m.decision(enabled, next)] = true
				}
				m.step(next)
			}
		}
		if n := decisionsOf(h); n != len(known) {
			t.Errorf("%d decisions, the set has %d\n%s", n, len(known), p)
		}
	}
}

// decision is the state, without names of threads, and what a thread is about to do.
func (m *machine) decision(enabled []int, next int) [2]string {
	var state []string
	for _, i := range enabled {
		state = append(state, m.pendingOp(i))
	}
	slices.Sort(state)
	d := [2]string{"", m.pendingOp(next)}
	for _, s := range state {
		d[0] += s + " "
	}
	return d
}

func (m *machine) pendingOp(i int) string {
	return string([]byte{m.program[i][m.pc[i]].kind, byte('0' + m.pc[i])})
}

// TestHistoryCarriesOn: in another process after each run, the runs are the same.
func TestHistoryCarriesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 30 {
		p := randomProgram(r, "La+wsy")
		c := config.Config{Strategy: "history", Seed: 7}
		once, again := New(c), New(c)
		for run := range 20 {
			want, _ := p.run(once, run)
			got, _ := p.run(again, run)
			if got != want {
				t.Fatalf("run %d is %s, carrying on %s\n%s", run, want, got, p)
			}
			c, complaint := Parse(again.(*walk.History).Resume().String())
			if complaint != "" {
				t.Fatal(complaint)
			}
			again = New(c)
			if decisionsOf(again) != decisionsOf(once) {
				t.Fatalf("%d decisions became %d", decisionsOf(once), decisionsOf(again))
			}
		}
	}
}

// TestHistoryIsFull: beyond MaxKnown it draws.
func TestHistoryIsFull(t *testing.T) {
	h := New(config.Config{Strategy: "history"})
	p := &point.Point{Running: -1, Enabled: make([]point.Goroutine, 2)}
	h.Begin(0)
	for i := range 2 * walk.MaxKnown {
		p.Enabled[0] = point.Goroutine{ID: 0, Site: uint64(i)}
		p.Enabled[1] = point.Goroutine{ID: 1, Site: uint64(i) << 32}
		h.Next(p)
	}
	if got := decisionsOf(h); got != walk.MaxKnown {
		t.Errorf("%d decisions", got)
	}
}

// decisionsOf is how many decisions a history has made.
func decisionsOf(s point.Strategy) int { return len(s.(*walk.History).Place().Made) }
