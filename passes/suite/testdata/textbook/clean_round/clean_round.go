// Package clean_round takes a lock, then counts itself in, and then is done: who
// waits with that lock held waits for nobody who has not got it yet.
package clean_round

import "sync"

type Monitor struct {
	mu sync.Mutex // held across Add, so that no Add comes between stop and Wait
	wg sync.WaitGroup
	on bool
}

func (m *Monitor) start() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.on {
		return false
	}
	m.on = true
	m.wg.Add(1)
	return true
}

func (m *Monitor) Run(spawn func() bool) {
	if m.start() {
		if !spawn() {
			m.wg.Done()
		}
	}
}

func (m *Monitor) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wg.Wait()
}
