// Package hook_interface tells its users what happens, with its lock held.
package hook_interface

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
	defer l.mu.Unlock()
	l.conf.Log.Printf("%s leaves", name)
	if _, ok := l.nodes[name]; !ok {
		return fmt.Errorf("no %s", name)
	}
	return l.remove(name) // want `remove \(hook_interface.go:56\) → .*tell \(hook_interface.go:62\) calls the user.s hook_interface.Delegate.NotifyLeave holding hook_interface.List.mu since .*Leave \(hook_interface.go:44\): if that comes to .*Leave`
}

func (l *List) remove(name string) error {
	delete(l.nodes, name)
	if l.conf.Events != nil {
		l.tell(name)
	}
	return nil
}

func (l *List) tell(name string) {
	l.conf.Events.NotifyLeave(name)
}
