//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

const manyBlocks = `package m

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
`

// TestRacesTooMany: blocks beyond the most of a test are told with that number, and more time
// is not offered for them.
func TestRacesTooMany(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", manyBlocks)
	doc, status, stderr := invoke(t, "races", "-C="+dir, "-json", ".")
	if len(doc.Findings) != 0 || status != report.ExitClean || len(doc.Stats.Limits) != 1 || !strings.Contains(doc.Stats.Limits[0], "32 of two; divide the test") {
		t.Errorf("exit status %d, findings %v, limits %q\n%s", status, doc.Findings, doc.Stats.Limits, stderr)
	}
}
