package m

import (
	"runtime"
	"sync/atomic"
	"testing"
)

type pair struct{ seq, a, b atomic.Int64 }

func (s *pair) write(v int64) {
	s.seq.Add(1)
	s.a.Store(v)
	s.b.Store(v)
	s.seq.Add(1)
}

func (s *pair) read() (int64, int64) {
	for {
		seq := s.seq.Load()
		if seq%2 == 1 {
			runtime.Gosched()
			continue
		}
		a := s.a.Load()
		b := s.b.Load()
		if s.seq.Load() == seq {
			return a, b
		}
	}
}

func TestPair(t *testing.T) {
	s := &pair{}
	done := make(chan bool)
	go func() {
		s.write(1)
		s.write(2)
		close(done)
	}()
	for range 3 {
		if a, b := s.read(); a != b {
			t.Error(a, b)
		}
	}
	<-done
}
