package shrink

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A draw that an end needs stays in the smaller schedule, and others are those of the base schedule.
func TestShrinkKeepsDraws(t *testing.T) {
	sides := []uint64{2, 3, 1000, 5}
	want := random.Draw{Nth: 1, N: 3}
	needed := want.Code(1)
	s := NewShrinker()
	s.Begin(0)
	for i, n := range sides {
		d := random.Draw{Nth: uint32(i), N: n}
		s.ForceDraw(&d, d.Code(1))
	}
	for same := true; ; {
		if _, more := s.Judge(same); !more {
			break
		}
		s.Begin(0)
		for i, n := range sides {
			d := random.Draw{Nth: uint32(i), N: n}
			if code := s.Draw(&d); i == 1 {
				same = code == needed
			}
		}
	}
	if len(s.best) != 1 || s.best[0] != (Switch{want.Name(), uint64(needed)}) {
		t.Errorf("the smallest schedule has %v", s.best)
	}
}
