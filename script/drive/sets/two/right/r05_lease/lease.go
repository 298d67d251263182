// Package lease lets one holder at a time have a named resource.
package lease

import (
	"context"
	"slices"
	"sync"
)

// A Manager knows the holder of each resource. The zero value is ready for use.
type Manager struct {
	mu     sync.Mutex
	leases map[string]*Lease
}

// A Lease is a resource that somebody has, until Release.
type Lease struct {
	manager  *Manager
	name     string
	released chan struct{}
}

// take returns a new lease, or else the lease that is in the way. The caller holds the lock.
func (m *Manager) take(name string) (mine, other *Lease) {
	if other, ok := m.leases[name]; ok {
		return nil, other
	}
	if m.leases == nil {
		m.leases = map[string]*Lease{}
	}
	mine = &Lease{manager: m, name: name, released: make(chan struct{})}
	m.leases[name] = mine
	return mine, nil
}

// TryAcquire returns a lease when nobody has the resource, or else nil.
func (m *Manager) TryAcquire(name string) *Lease {
	m.mu.Lock()
	defer m.mu.Unlock()
	mine, _ := m.take(name)
	return mine
}

// Acquire returns a lease. While another one has the resource, it waits.
func (m *Manager) Acquire(name string) *Lease {
	for {
		m.mu.Lock()
		mine, other := m.take(name)
		m.mu.Unlock()
		if mine != nil {
			return mine
		}
		<-other.released
	}
}

// AcquireContext is Acquire that gives up when the context is done.
func (m *Manager) AcquireContext(ctx context.Context, name string) (*Lease, error) {
	for {
		m.mu.Lock()
		mine, other := m.take(name)
		m.mu.Unlock()
		if mine != nil {
			return mine, nil
		}
		select {
		case <-other.released:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Held returns the names of all resources that somebody has, in order.
func (m *Manager) Held() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make([]string, 0, len(m.leases))
	for name := range m.leases {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Name returns the name of the resource.
func (l *Lease) Name() string { return l.name }

// Release gives the resource back. The second time it does nothing.
func (l *Lease) Release() {
	l.manager.mu.Lock()
	defer l.manager.mu.Unlock()
	if l.manager.leases[l.name] != l {
		return
	}
	delete(l.manager.leases, l.name)
	close(l.released)
}
