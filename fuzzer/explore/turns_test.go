package explore

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// TestTurns: a goroutine whose turn has not come is held back, the one with the lowest step goes on when all are, and
// the clock goes on before that.
func TestTurns(t *testing.T) {
	c, complaint := Parse("strategy=turns early=1")
	if complaint != "" {
		t.Fatal(complaint)
	}
	for _, test := range []struct {
		name    string
		running int
		enabled []point.Goroutine
		want    int
	}{
		{"none is held", 1, []point.Goroutine{{ID: 0}, {ID: 1}}, 1},
		{"the running one is held", 1, []point.Goroutine{{ID: 0}, {ID: 1, Edge: 2}}, 0},
		{"all are held", 0, []point.Goroutine{{ID: 0, Edge: 9}, {ID: 1, Edge: 3}, {ID: 2, Edge: 4}}, 1},
		{"a timer can fire", -1, []point.Goroutine{{ID: 0, Edge: 2}, {ID: point.Clock}}, 1},
		{"a timer can fire beside one that is not held", -1, []point.Goroutine{{ID: 0, Edge: 2}, {ID: 4}, {ID: point.Clock}}, 1},
	} {
		s := New(c)
		s.Begin(0)
		p := &point.Point{Running: test.running, Enabled: test.enabled}
		if got := s.Next(p); got != test.want || p.Met {
			t.Errorf("%s: %d is next, want %d; met %t", test.name, got, test.want, p.Met)
		}
	}
}

// TestTurnsSpin: goroutines that spin may wait for one that is held back, which then goes on.
func TestTurnsSpin(t *testing.T) {
	s := New(config.Config{Strategy: inTurn})
	s.Begin(0)
	for range 2 * 64 {
		p := &point.Point{Running: 0, Yields: true, Enabled: []point.Goroutine{{ID: 0}, {ID: 1, Edge: 2}}}
		if s.Next(p) == 1 {
			if !p.Met || !s.(interface{ Met() bool }).Met() {
				t.Error("it is not told that the others spin")
			}
			return
		}
	}
	t.Error("the goroutine that is held back never goes on")
}
