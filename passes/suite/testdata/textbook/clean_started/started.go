// Package started stops a goroutine with a lock held that the function does not need which
// that goroutine was given, and another one, whose function needs it, without it.
package started

import (
	"sync"
	"time"

	"example.com/textbook/held_started/timer"
)

type Monitor struct {
	mu, counts  sync.Mutex
	count, logs int
	ticks, logt *timer.Timer
}

func NewMonitor() *Monitor {
	return &Monitor{ticks: timer.New(time.Second), logt: timer.New(time.Minute)}
}

func (m *Monitor) Open() {
	m.ticks.Start(m.tick)
	m.logt.Start(m.log)
}

func (m *Monitor) Close() {
	m.mu.Lock()
	m.ticks.Stop() // tick takes the other lock
	m.mu.Unlock()
	m.logt.Stop()
}

func (m *Monitor) tick() {
	m.counts.Lock()
	m.count++
	m.counts.Unlock()
}

func (m *Monitor) log() {
	m.mu.Lock()
	m.logs++
	m.mu.Unlock()
}
