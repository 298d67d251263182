package explore

import (
	"slices"
	"testing"
)

// TestForceLater: some runs let the other goroutine go first once or twice before the two are
// forced.
func TestForceLater(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, First, 0, First, 0, First}, {0, Second, 0, Second, 0, Second}}}
	s := New(Config{Strategy: forced, Settings: Force{Order: First, Again: true, Later: true}, Seed: 3})
	for number := range 12 {
		m.run(s, number)
		want := 1
		if passes := number / 2 % maxPasses; number%2 == 1 {
			want = 3 - passes
		}
		if len(m.meets) != want || m.order[m.meets[0]] != 0 || m.order[m.meets[0]+1] != 1 {
			t.Errorf("run %d: %v, they met at %v, want %d times", number, m.order, m.meets, want)
		}
	}
	for _, text := range []string{"strategy=force order=1 again=1 late=1", "strategy=force order=3 apart=1", "strategy=force order=2 turns=1", "strategy=force order=1 slow=1"} {
		c, complaint := Parse(text)
		if again, _ := Parse(c.String()); complaint != "" || again.String() != c.String() || c.Settings == (Force{Order: settingsOf[Force](&c).Order}) {
			t.Errorf("%s: %q, %s", text, complaint, c)
		}
	}
}

// TestPassing: a goroutine that has come by a lock is held back when the lock is free again.
func TestPassing(t *testing.T) {
	var s passing
	locks := Goroutine{ID: 1, Op: traceRequest, Object: 5, Access: Second}
	s.pass(&locks)
	var held []bool
	for _, a := range []Goroutine{{ID: 1, Op: traceSend, Object: 6}, {ID: 1, Op: traceUnlock, Object: 5}, {ID: 1, Op: traceSend, Object: 6}} {
		p := &Point{Enabled: []Goroutine{a, {ID: 2}}}
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
	if !s.isBehind(&Point{Enabled: []Goroutine{{ID: 2}, {ID: 3}}}) {
		t.Error("a goroutine that waits with the lock is waited for")
	}
}
