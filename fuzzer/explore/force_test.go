package explore

import (
	"fmt"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/steer"
)

// A forcedRun is a program of goroutines that each take steps: some are forced accesses of
// object 1.
type forcedRun struct {
	access [][]uint8 // by goroutine and step
	pc     []int
	order  []uint32 // goroutines of the steps
	met    int      // 1 + the step at which the strategy said so
	meets  []int    // each such step
	held   []int    // steps during which a goroutine was held back at the second access
}

// run makes all steps, as the strategy chooses.
func (m *forcedRun) run(s point.Strategy, number int) {
	m.pc, m.order, m.met, m.meets = make([]int, len(m.access)), nil, 0, nil
	m.held = nil
	s.Begin(number)
	running := uint32(0)
	for {
		p := &point.Point{Step: len(m.order), Running: -1}
		for g, steps := range m.access {
			if m.pc[g] == len(steps) {
				continue
			}
			if uint32(g) == running {
				p.Running = len(p.Enabled)
			}
			a := point.Goroutine{ID: uint32(g), Access: steps[m.pc[g]]}
			if a.Access != 0 {
				a.Object = 1
			}
			p.Enabled = append(p.Enabled, a)
		}
		if len(p.Enabled) == 0 {
			break
		}
		next := 0
		if len(p.Enabled) > 1 {
			next = s.Next(p)
		}
		if p.Met {
			m.met, m.meets = len(m.order)+1, append(m.meets, len(m.order))
		}
		if p.Held {
			m.held = append(m.held, len(m.order))
		}
		running = p.Enabled[next].ID
		m.pc[running]++
		m.order = append(m.order, running)
	}
	s.End(len(m.order))
}

// TestForce: both goroutines come to their accesses in each run, the given one goes first,
// and the other one is right after it.
func TestForce(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, 0, steer.First, 0}, {0, steer.Second, 0, 0, 0}, {0, 0}}}
	for order := steer.First; order <= steer.Second; order++ {
		s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: order}, Seed: 3})
		for number := range 50 {
			m.run(s, number)
			want := [2]uint32{0, 1}
			if order == steer.Second {
				want = [2]uint32{1, 0}
			}
			if m.met == 0 || !s.(interface{ Met() bool }).Met() {
				t.Fatalf("order %d, run %d: %v: they did not meet", order, number, m.order)
			}
			if got := [2]uint32{m.order[m.met-1], m.order[m.met]}; got != want {
				t.Fatalf("order %d, run %d: %v goes behind %d, want %v", order, number, m.order, m.met-1, want)
			}
		}
	}
}

// TestForceTurns: a goroutine has to come by the first access, to stand at the second one when
// another goroutine comes to the first. Held back at each access, the two never meet.
func TestForceTurns(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{steer.First, 0, steer.Second, 0}, {0, steer.First}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.Second, Turns: true}})
	m.run(s, 0)
	if want := []uint32{0, 0, 1, 0, 1, 0}; !slices.Equal(m.order, want) || !slices.Equal(m.meets, []int{3}) {
		t.Errorf("order %v, met at %v, want %v and 3", m.order, m.meets, want)
	}
	m = &forcedRun{access: [][]uint8{{steer.Second, 0, steer.First, 0}, {0, steer.Second}}}
	m.run(s, 1)
	if want := []uint32{0, 0, 1, 1, 0, 0}; !slices.Equal(m.order, want) || !slices.Equal(m.meets, []int{3}) {
		t.Errorf("order %v, met at %v, want %v and 3", m.order, m.meets, want)
	}
}

// TestForceSlow: in every second run the goroutine that comes second waits until all others are at
// their ends. In the other runs it comes right after the first.
func TestForceSlow(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First, 0, 0}, {0, steer.Second, 0}, {0, 0}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First, Slow: true}})
	for number, want := range [][]uint32{{0, 1, 0, 1, 1, 0, 0, 2, 2}, {0, 1, 0, 0, 0, 2, 2, 1, 1}} {
		if m.run(s, number); !slices.Equal(m.order, want) || !slices.Equal(m.meets, []int{2}) {
			t.Errorf("run %d: order %v, met at %v, want %v and 2", number, m.order, m.meets, want)
		}
	}
}

// TestForceAlone: a goroutine whose partner does not come is held back to the end and then
// goes on, and nobody has met.
func TestForceAlone(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First, 0}, {0, 0, 0}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First}})
	m.run(s, 0)
	if m.met != 0 || len(m.order) != 6 || m.order[1] != 1 {
		t.Errorf("met %d, order %v", m.met, m.order)
	}
}

// TestForceHeld: the steps of others count while a goroutine is held back at the second access,
// and its own step does not.
func TestForceHeld(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.Second, 0}, {0, 0}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First}})
	m.run(s, 0)
	if want := []uint32{0, 1, 1, 0, 0}; !slices.Equal(m.order, want) || !slices.Equal(m.held, []int{1, 2}) {
		t.Errorf("order %v, held at %v", m.order, m.held)
	}
	m = &forcedRun{access: [][]uint8{{0, steer.First, 0}, {0, 0}}}
	if m.run(s, 0); len(m.held) != 0 {
		t.Errorf("held at %v, and nobody is at the second access", m.held)
	}
}

// TestForceBehind: a goroutine comes by the second access, and waits after it until the other
// one comes to the first access. What that one does before is after the second access, too.
func TestForceBehind(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, 0, steer.First, 0}, {0, steer.Second, 0, 0}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.Behind}})
	for number := range 50 {
		m.run(s, number)
		second, behind := 0, 0
		for i, at := 0, -1; i < len(m.order); i++ {
			if m.order[i] == 1 {
				at++
			}
			if at == 1 && second == 0 {
				second = i + 1
			}
			if at == 2 && behind == 0 {
				behind = i + 1
			}
		}
		if m.met == 0 || second >= m.met || behind < m.met || m.order[m.met-1] != 0 {
			t.Fatalf("run %d: %v, they met at %d, passed at %d, went on at %d", number, m.order, m.met, second, behind)
		}
	}
}

// TestForceBehindOnePlace: the access that is both is the second one of the goroutine that comes
// first, and the first one of the other.
func TestForceBehindOnePlace(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First | steer.Second, 0}, {0, 0, steer.First | steer.Second}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.Behind}})
	if m.run(s, 0); !slices.Equal(m.order, []uint32{0, 0, 1, 1, 1, 0}) || m.met != 5 {
		t.Errorf("order %v, met at %d", m.order, m.met)
	}
}

// TestForceOnePlace: two goroutines at one place stand at both accesses. The order says whether
// the one that was started first goes first, or the other one.
func TestForceOnePlace(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First | steer.Second}, {0, 0, steer.First | steer.Second}}}
	for order, want := range map[int][2]uint32{steer.First: {0, 1}, steer.Second: {1, 0}} {
		s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: order}})
		for number := range 20 {
			if m.run(s, number); m.met == 0 || [2]uint32(m.order[m.met-1:m.met+1]) != want {
				t.Fatalf("order %d, run %d: %v, they met at %d, want %v", order, number, m.order, m.met, want)
			}
		}
	}
}

// TestForceClock: with early timers the clock goes on while the only other goroutine is held
// back.
func TestForceClock(t *testing.T) {
	p := &point.Point{Running: -1, Enabled: []point.Goroutine{{ID: 1, Access: steer.First, Object: 1}, {ID: point.Clock}}}
	for early, want := range map[bool]int{true: 1, false: 0} {
		s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First}, Early: early})
		s.Begin(0)
		if got := s.Next(p); got != want {
			t.Errorf("early %t: %d is next", early, got)
		}
	}
}

// TestForceNeedsOrder: the text says which access comes first, and no other strategy has that.
func TestForceNeedsOrder(t *testing.T) {
	for text, ok := range map[string]bool{"strategy=force order=2": true, "strategy=force": false, "strategy=force order=3": true, "strategy=force order=4": true, "strategy=force order=5": false, "strategy=random order=1": false} {
		c, complaint := Parse(text)
		if (complaint == "") != ok {
			t.Errorf("%s: %q", text, complaint)
		}
		if again, _ := Parse(c.String()); ok && again.String() != c.String() {
			t.Errorf("%s is written as %s", text, c)
		}
	}
}

// TestForceAgain: every second run forces the two whenever they come together, the others once.
func TestForceAgain(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First, 0, steer.First, 0}, {0, steer.Second, 0, steer.Second, 0}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First, Again: true}, Seed: 3})
	for number := range 20 {
		m.run(s, number)
		first, last := m.meets[0], m.meets[len(m.meets)-1]
		if again := number%2 == 1; again != (len(m.meets) == 2) || m.order[first] != 0 || m.order[first+1] != 1 || m.order[last] != 0 || m.order[last+1] != 1 {
			t.Fatalf("run %d: %v, they met at %v", number, m.order, m.meets)
		}
	}
}

// TestFurther: the newest goroutine goes first, and a run that is drawn differs with its seed.
// Both count as met, so that their choices are kept.
func TestFurther(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, 0, 0}, {0, 0}, {0, 0, 0}}}
	s := New(config.Config{Strategy: latest})
	m.run(s, 0)
	if want := []uint32{2, 2, 2, 1, 1, 0, 0, 0}; !slices.Equal(m.order, want) || m.met == 0 {
		t.Errorf("order %v, want %v; met %d", m.order, want, m.met)
	}
	orders := map[string]bool{}
	for seed := range uint64(8) {
		s := New(config.Config{Strategy: drawn, Seed: seed})
		m.run(s, 0)
		orders[fmt.Sprint(m.order)] = true
		if !s.(interface{ Met() bool }).Met() || m.met == 0 {
			t.Errorf("seed %d does not count as met", seed)
		}
	}
	if len(orders) < 2 {
		t.Errorf("each seed has the order %v", m.order)
	}
	for _, text := range []string{"strategy=newest", "strategy=drawn seed=3", "strategy=oldest early=1"} {
		if c, complaint := Parse(text); complaint != "" || New(c) == nil {
			t.Errorf("%s: %q", text, complaint)
		}
	}
}

// TestHasty: time goes on as soon as a goroutine waits, and a ticker does not go on for ever.
func TestHasty(t *testing.T) {
	s := New(config.Config{Strategy: eldest, Early: true})
	s.Begin(0)
	both := []point.Goroutine{{ID: 0}, {ID: 3}, {ID: point.Clock}}
	if got := s.Next(&point.Point{Running: 1, Enabled: both}); got != 1 {
		t.Errorf("%d is next while a goroutine can go on", got)
	}
	early := 0
	for range 100 {
		if s.Next(&point.Point{Running: -1, Enabled: both}) == 2 {
			early++
		}
	}
	if early != 8 {
		t.Errorf("%d timers fire early, want 8", early)
	}
	n := New(config.Config{Strategy: latest, Early: true})
	n.Begin(0)
	if got := n.Next(&point.Point{Running: -1, Enabled: both}); got != 2 {
		t.Errorf("%d is next, before the clock", got)
	}
}

// TestNewestYields: a goroutine that yields does not starve the others.
func TestNewestYields(t *testing.T) {
	s := New(config.Config{Strategy: latest})
	s.Begin(0)
	p := &point.Point{Running: 1, Yields: true, Enabled: []point.Goroutine{{ID: 0}, {ID: 3}}}
	if got := s.Next(p); got != 0 {
		t.Errorf("%d is next behind a goroutine that yields", got)
	}
	p = &point.Point{Running: 0, Enabled: []point.Goroutine{{ID: 0}, {ID: 3}}}
	if got := s.Next(p); got != 1 {
		t.Errorf("%d is next, not the newest goroutine", got)
	}
}

// TestForceWhole: no goroutine begins a block while another one is in a block of the same object.
func TestForceWhole(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First, 0, steer.Second, 0}, {steer.First, 0, steer.Second}, {0, 0, steer.First, steer.Second}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.Whole}})
	orders := map[string]bool{}
	for number := range 200 {
		m.run(s, number)
		at, in := make([]int, len(m.access)), -1
		for _, g := range m.order {
			access := uint8(0)
			if steps := m.access[g]; at[g] < len(steps) {
				access = steps[at[g]]
			}
			at[g]++
			if access == steer.First && in >= 0 {
				t.Fatalf("run %d: goroutine %d begins while %d is in its block: %v", number, g, in, m.order)
			}
			switch access {
			case steer.First:
				in = int(g)
			case steer.Second:
				in = -1
			}
		}
		orders[fmt.Sprint(m.order)] = true
	}
	if len(orders) < 10 {
		t.Errorf("%d orders in 200 runs", len(orders))
	}
}

// TestForceLater: some runs let the other goroutine go first once or twice before the two are
// forced.
func TestForceLater(t *testing.T) {
	m := &forcedRun{access: [][]uint8{{0, steer.First, 0, steer.First, 0, steer.First}, {0, steer.Second, 0, steer.Second, 0, steer.Second}}}
	s := New(config.Config{Strategy: forced, Settings: steer.Force{Order: steer.First, Again: true, Later: true}, Seed: 3})
	for number := range 12 {
		m.run(s, number)
		want := 1
		if passes := number / 2 % 3; number%2 == 1 {
			want = 3 - passes
		}
		if len(m.meets) != want || m.order[m.meets[0]] != 0 || m.order[m.meets[0]+1] != 1 {
			t.Errorf("run %d: %v, they met at %v, want %d times", number, m.order, m.meets, want)
		}
	}
	for _, text := range []string{"strategy=force order=1 again=1 late=1", "strategy=force order=3 apart=1", "strategy=force order=2 turns=1", "strategy=force order=1 slow=1"} {
		c, complaint := Parse(text)
		if again, _ := Parse(c.String()); complaint != "" || again.String() != c.String() || c.Settings == (steer.Force{Order: config.SettingsOf[steer.Force](&c).Order}) {
			t.Errorf("%s: %q, %s", text, complaint, c)
		}
	}
}
