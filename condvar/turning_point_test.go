package condvar

import (
	"math/rand/v2"
	"testing"
)

// good reports whether a search that leaves nothing out comes to an end where nobody is
// blocked, from a state on.
func (s *search) good(cur state, seen map[string]bool) bool {
	key := string(encode(nil, cur))
	if seen[key] {
		return false
	}
	seen[key] = true
	last := true
	for t := range s.nt {
		for choice := range s.choices(cur, t) {
			last = false
			next := append(state{}, cur...)
			s.step(next, t, choice)
			if s.good(next, seen) {
				return true
			}
		}
	}
	return last && (&goodEndSearch{search: s}).isGood(cur)
}

// TestTurnDecides: before the turn an order has a good end, and after it none has.
func TestTurnDecides(t *testing.T) {
	turns, none := 0, 0
	for seed := range uint64(800) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 31)))
		for _, d := range p.Check(t.Context(), Options{MaxStates: 5000}).Deadlocks {
			s := &search{reducer: newReducer(newMachine(p))}
			cur := s.start()
			if d.turn < 0 {
				if s.good(cur, map[string]bool{}) {
					t.Errorf("seed %d: no turn, and the program has a good end", seed)
				}
				none++
				continue
			}
			turns++
			for i, st := range d.order {
				if i == d.turn && !s.good(cur, map[string]bool{}) {
					t.Errorf("seed %d: there is no good end in front of step %d of %d", seed, i, len(d.order))
				}
				s.step(cur, st.thread, s.choiceOf(cur, st.thread, st.transition))
				if i == d.turn && s.good(cur, map[string]bool{}) {
					t.Errorf("seed %d: there is a good end behind step %d of %d", seed, i, len(d.order))
				}
			}
		}
	}
	t.Logf("%d deadlocks with a turn, %d without", turns, none)
	if turns < 25 {
		t.Errorf("only %d deadlocks with a turn, %d without", turns, none)
	}
}

// TestTurnOfMissedSignal: the flag is looked at, then set, and the Signal comes before the
// Wait. The Signal is the turn; neither the look nor the write is.
func TestTurnOfMissedSignal(t *testing.T) {
	p := largeProgram(5, 1)
	r := p.Check(t.Context(), Options{})
	for _, d := range r.Deadlocks {
		if d.Kind != MissedSignal {
			continue
		}
		if e := d.TurningPoint(); e == nil || e.Stmt.Op != Broadcast {
			t.Errorf("the turn is %v, want the broadcast", e)
		}
		return
	}
	t.Errorf("no missed notification among %d deadlocks", len(r.Deadlocks))
}
