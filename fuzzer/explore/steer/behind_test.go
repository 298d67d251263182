package steer

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// TestPassing: a goroutine that has come by a lock is held back when the lock is free again.
func TestPassing(t *testing.T) {
	var s passing
	locks := point.Goroutine{ID: 1, Op: point.OpRequest, Object: 5, Access: Second}
	s.pass(&locks)
	var held []bool
	for _, a := range []point.Goroutine{{ID: 1, Op: point.OpSend, Object: 6}, {ID: 1, Op: point.OpUnlock, Object: 5}, {ID: 1, Op: point.OpSend, Object: 6}} {
		p := &point.Point{Enabled: []point.Goroutine{a, {ID: 2}}}
		s.look(p)
		if held = append(held, s.stops(&a)); s.isBehind(p) != s.stops(&a) {
			t.Errorf("%+v: held %t, over %t", a, s.stops(&a), s.isBehind(p))
		}
	}
	if !slices.Equal(held, []bool{false, false, true}) {
		t.Errorf("held %v", held)
	}
	s = passing{}
	s.pass(&locks)
	if !s.isBehind(&point.Point{Enabled: []point.Goroutine{{ID: 2}, {ID: 3}}}) {
		t.Error("a goroutine that waits with the lock is waited for")
	}
}
