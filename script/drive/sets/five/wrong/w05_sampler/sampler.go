// Package sampler gathers the counts of a server and reports them at intervals.
//
// All methods may be called from several goroutines.
package sampler

import (
	"errors"
	"sync"
	"time"
)

// Errors of New and SetInterval.
var (
	ErrInterval = errors.New("sampler: interval is not positive")
	ErrClosed   = errors.New("sampler: closed")
)

// A Sampler adds up counts between two reports. New makes one.
type Sampler struct {
	report func(map[string]int)

	mu     sync.Mutex // guards counts
	counts map[string]int

	ctl      sync.Mutex // guards the loop and the fields below
	interval time.Duration
	stop     chan struct{}
	done     chan struct{}
	closed   bool
}

// New returns a sampler that calls report at each interval in which there were counts. One report
// runs at a time. It owns its map and may call Add, but not SetInterval, Interval or Close, which
// wait for it. Without a report, the counts are dropped. Close ends the sampler.
func New(interval time.Duration, report func(map[string]int)) (*Sampler, error) {
	if interval <= 0 {
		return nil, ErrInterval
	}
	s := &Sampler{report: report, counts: make(map[string]int)}
	s.start(interval)
	return s, nil
}

// Add adds to a count. After Close, it does nothing that is seen.
func (s *Sampler) Add(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[name] += n
}

// Interval returns the time between two reports.
func (s *Sampler) Interval() time.Duration {
	s.ctl.Lock()
	defer s.ctl.Unlock()
	return s.interval
}

// SetInterval reports what there is and goes on with another interval.
func (s *Sampler) SetInterval(interval time.Duration) error {
	if interval <= 0 {
		return ErrInterval
	}
	s.ctl.Lock()
	defer s.ctl.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.halt()
	s.start(interval)
	return nil
}

// Close reports what there is and ends the sampler. It may be called again.
func (s *Sampler) Close() {
	s.ctl.Lock()
	defer s.ctl.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	s.halt()
}

// start begins a loop. The caller holds ctl or is New.
func (s *Sampler) start(interval time.Duration) {
	s.interval = interval
	s.stop = make(chan struct{})
	s.done = make(chan struct{})
	go s.loop(interval, s.stop, s.done)
}

// halt ends the loop and waits for its last report. The caller holds ctl.
func (s *Sampler) halt() {
	close(s.stop)
	<-s.done
}

func (s *Sampler) loop(interval time.Duration, stop, done chan struct{}) {
	defer close(done)
	timer := time.NewTimer(interval)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			s.flush()
			timer.Reset(s.Interval())
		case <-stop:
			s.flush()
			return
		}
	}
}

// flush reports the counts and begins new ones.
func (s *Sampler) flush() {
	s.mu.Lock()
	counts := s.counts
	s.counts = make(map[string]int)
	s.mu.Unlock()
	if len(counts) > 0 && s.report != nil {
		s.report(counts)
	}
}
