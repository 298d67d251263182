// Package held_called sends with the lock held to a loop that takes the lock in the function it calls before the one that receives.
package held_called

import "sync"

type update struct{ pod, status string }

type Manager struct {
	lock     sync.RWMutex
	statuses map[string]string
	ch       chan update
}

func New() *Manager { return &Manager{statuses: map[string]string{}, ch: make(chan update)} }

func (m *Manager) Start() {
	go func() {
		for {
			m.syncBatch()
		}
	}()
}

func (m *Manager) Set(pod, status string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.statuses[pod] != status {
		m.statuses[pod] = status
		m.ch <- update{pod, status} // want lockheld
	}
}

func (m *Manager) Delete(pod string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	delete(m.statuses, pod)
}

func (m *Manager) syncBatch() {
	u := <-m.ch
	if !push(u) {
		m.Delete(u.pod)
	}
}

func push(u update) bool { return len(u.pod) > 3 }
