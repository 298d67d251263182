// Package hook_interface_right tells its users when the lock is released.
package hook_interface_right

import (
	"fmt"
	"sync"
)

// Delegate is implemented by users.
type Delegate interface {
	NotifyLeave(name string)
}

// Logger is for logging.
type Logger interface {
	Printf(format string, args ...any)
}

type Config struct {
	Events Delegate
	Log    Logger
}

type List struct {
	mu    sync.RWMutex
	nodes map[string]int
	conf  *Config
}

func New(c *Config) *List { return &List{nodes: map[string]int{}, conf: c} }

// Names may be what a Delegate asks for.
func (l *List) Names() []string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	var names []string
	for n := range l.nodes {
		names = append(names, n)
	}
	return names
}

func (l *List) Leave(name string) error {
	l.mu.Lock()
	defer l.tell(name)
	defer l.mu.Unlock()
	l.conf.Log.Printf("%s leaves", name)
	if _, ok := l.nodes[name]; !ok {
		return fmt.Errorf("no %s", name)
	}
	return l.remove(name)
}

func (l *List) remove(name string) error {
	delete(l.nodes, name)
	return nil
}

func (l *List) tell(name string) {
	if l.conf.Events != nil {
		l.conf.Events.NotifyLeave(name)
	}
}

// A shard has a lock that is not for users.
type shard struct {
	mu   sync.Mutex
	list List
}

func (s *shard) leave(name string) {
	s.mu.Lock() // nobody outside comes to it
	s.list.tell(name)
	s.mu.Unlock()
}

// Store is implemented here, so what it does is known.
type Store interface{ Put(name string) }

type memory struct{ names []string }

func (m *memory) Put(name string) { m.names = append(m.names, name) }

type Table struct {
	mu    sync.Mutex
	store Store
}

func (t *Table) Add(name string) {
	t.mu.Lock()
	t.store.Put(name)
	t.mu.Unlock()
}

// Option is implemented here only: it has a method that nobody else can have.
type Option[T any] interface{ apply(*Box[T]) }

type option[T any] func(*Box[T])

func (o option[T]) apply(b *Box[T]) { o(b) }

type Box[T any] struct {
	mu    sync.Mutex
	value T
}

func With[T any](v T) Option[T] { return option[T](func(b *Box[T]) { b.value = v }) }

func (b *Box[T]) Set(opts ...Option[T]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range opts {
		o.apply(b)
	}
}
