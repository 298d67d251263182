// Package twostage stores measurements in two stages, raw and calibrated.
//
// Source: Two Stage of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: each stage has a lock, and a reader comes between the stages of a writer.
// Shows as: failed test, since a reader sees the raw value without its calibrated one.
//
// family: sections
package twostage

import (
	"sync"
	"sync/atomic"
)

// A stage is one value and its lock.
type stage struct {
	mu    sync.Mutex
	value int
}

// A station measures at several sensors.
type station struct {
	raw, calibrated stage
	offset          atomic.Int64
	mismatches      atomic.Int64
	history         history
}

// store is what a writer does with one measurement.
func (s *station) store(raw int) {
	s.raw.mu.Lock()
	s.raw.value = raw
	s.raw.mu.Unlock()
	s.calibrated.mu.Lock()
	s.calibrated.value = raw + int(s.offset.Load())
	s.calibrated.mu.Unlock()
	s.history.add(raw)
}

// show is what a reader does.
func (s *station) show() {
	s.raw.mu.Lock()
	raw := s.raw.value
	s.raw.mu.Unlock()
	s.calibrated.mu.Lock()
	calibrated := s.calibrated.value
	s.calibrated.mu.Unlock()
	if raw != 0 && calibrated != raw+int(s.offset.Load()) {
		s.mismatches.Add(1)
	}
}

// A history keeps the last measurements.
type history struct {
	mu     sync.RWMutex
	values []int
}

func (h *history) add(value int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.values = append(h.values, value)
}

func (h *history) mean() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if len(h.values) == 0 {
		return 0
	}
	sum := 0
	for _, v := range h.values {
		sum += v
	}
	return sum / len(h.values)
}

// run measures at one sensor and shows at several displays.
func run(measurements, displays int) *station {
	s := &station{}
	s.offset.Store(7)
	var wg sync.WaitGroup
	values := make(chan int, 1)
	wg.Add(2)
	go func() {
		defer wg.Done()
		for v := range values {
			s.store(v)
		}
	}()
	go func() {
		defer wg.Done()
		defer close(values)
		for m := range measurements {
			values <- 10 * (m + 1)
		}
	}()
	for range displays {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.history.mean()
			s.show()
		}()
	}
	wg.Wait()
	return s
}
