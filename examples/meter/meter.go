// Package meter adds up readings in a goroutine of its own. Add sends with the lock held
// that this goroutine needs before it receives.
package meter

import "sync"

type Meter struct {
	mu       sync.Mutex
	readings chan int
	sum      int
	added    int
}

func New() *Meter {
	m := &Meter{readings: make(chan int)}
	go m.run()
	return m
}

func (m *Meter) run() {
	for r := range m.readings {
		m.mu.Lock()
		m.sum += r
		m.mu.Unlock()
	}
}

func (m *Meter) Add(reading int) {
	m.mu.Lock()
	m.added++
	defer m.mu.Unlock() // fix: m.mu.Unlock()
	m.readings <- reading
}

func (m *Meter) Close() { close(m.readings) }
