// Package started stops a goroutine with the lock held that the function needs which
// the goroutine was given. The other one of its two goroutines does not need it.
package started

import (
	"sync"
	"time"

	"example.com/textbook/held_started/timer"
)

type Monitor struct {
	mu          sync.Mutex
	count       int
	ticks, logs *timer.Timer
	lines       chan string
}

func NewMonitor() *Monitor {
	return &Monitor{ticks: timer.New(time.Second), logs: timer.New(time.Minute), lines: make(chan string, 10)}
}

func (m *Monitor) Open() {
	m.ticks.Start(m.tick)
	m.logs.Start(m.log)
}

func (m *Monitor) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ticks.Stop() // want lockheld
	m.logs.Stop()
}

func (m *Monitor) tick() {
	m.mu.Lock()
	m.count++
	m.mu.Unlock()
}

func (m *Monitor) log() {
	select {
	case m.lines <- "running":
	default:
	}
}
