package explore

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// TestPlaceIsShared: neither the strategy that has left a place nor one that carries on from it changes it, and two that carry on
// from it make the same runs.
func TestPlaceIsShared(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	placed := map[string]bool{}
	for name := range strings.FieldsSeq(Names) {
		for range 3 {
			p := everyProgram(r)
			s := New(everyConfig(name, 5))
			resumes, ok := s.(interface{ Resume() config.Config })
			if !ok {
				continue
			}
			for run, more := 0, true; more && run < 3; run++ {
				_, more = p.stepped(s, run)
			}
			left := resumes.Resume()
			text := left.String()
			placed[name] = placed[name] || left.Place != nil
			for run, more := 3, true; more && run < 9; run++ {
				_, more = p.stepped(s, run)
			}
			one, two := p.choices(New(left)), p.choices(New(left))
			if again := left.String(); len(again) != len(text) || !slices.EqualFunc(one, two, slices.Equal) {
				t.Fatalf("%s was left, and is %s; runs %v and %v\n%s", text, again, one, two, p)
			}
		}
	}
	for _, name := range []string{"surw", "pct", "history", "dfs", "icb", "bfs", "delay", "capp", "dpor", "hapset", "causal", "causal-fast", "auto"} {
		if !placed[name] {
			t.Errorf("%s has left no place", name)
		}
	}
}

// choices are those of six runs.
func (p program) choices(s point.Strategy) (list [][]int) {
	for run, more := 3, true; more && run < 9; run++ {
		var m *stepper
		m, more = p.stepped(s, run)
		list = append(list, m.choices)
	}
	return list
}
