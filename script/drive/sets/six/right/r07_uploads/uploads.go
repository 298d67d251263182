// Package uploads sends objects to a store, a limited number of them at the same time.
package uploads

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// tries is how often an object is sent at most.
const tries = 3

var (
	// ErrClosed is returned by Upload once the manager is closed.
	ErrClosed = errors.New("upload manager is closed")
	// ErrBusy is wrapped by the error for an object that is being uploaded already.
	ErrBusy = errors.New("upload is in progress")
	// ErrStore is returned by New without a store.
	ErrStore = errors.New("upload manager needs a store")
	// ErrTemporary is to be wrapped by the errors of a store after which to try again.
	ErrTemporary = errors.New("temporary failure")
)

// A Store keeps one object. Several goroutines call it, with different names. It should return
// soon when its context ends, and must not upload with the manager that calls it.
type Store func(ctx context.Context, name string, data []byte) error

// A Manager limits the uploads to a store. New makes one. All methods may be called from several
// goroutines.
type Manager struct {
	store Store
	slots chan struct{}

	mu      sync.Mutex
	closed  bool
	running map[string]bool
	sent    int64
}

// New returns a manager of at most limit uploads at the same time. A limit below one means one.
func New(limit int, store Store) (*Manager, error) {
	if store == nil {
		return nil, ErrStore
	}
	return &Manager{
		store:   store,
		slots:   make(chan struct{}, max(limit, 1)),
		running: make(map[string]bool),
	}, nil
}

// Upload sends an object and returns when the store has it or has failed. It waits while the
// limit is reached, but not longer than its context lasts. After it has returned, with or
// without an error, the same object may be uploaded again.
func (m *Manager) Upload(ctx context.Context, name string, data []byte) error {
	select {
	case m.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-m.slots }()
	if err := m.begin(name); err != nil {
		return err
	}
	defer m.end(name)

	var err error
	for range tries {
		if err = ctx.Err(); err != nil {
			break
		}
		if err = m.store(ctx, name, data); err == nil {
			m.mu.Lock()
			m.sent += int64(len(data))
			m.mu.Unlock()
			return nil
		}
		if !errors.Is(err, ErrTemporary) {
			break
		}
	}
	return fmt.Errorf("upload of %q: %w", name, err)
}

// Running returns the names of the objects that are being uploaded, in order.
func (m *Manager) Running() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make([]string, 0, len(m.running))
	for name := range m.running {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Sent returns the number of bytes that were uploaded.
func (m *Manager) Sent() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sent
}

// Close makes the manager refuse uploads. It does not wait for those that run, which go on. It
// may be called again.
func (m *Manager) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
}

// begin marks an object as being uploaded, and end takes the mark away.
func (m *Manager) begin(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if m.running[name] {
		return fmt.Errorf("upload of %q: %w", name, ErrBusy)
	}
	m.running[name] = true
	return nil
}

func (m *Manager) end(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, name)
}
