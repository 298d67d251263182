// Package prefs has the preferences of a user, and observers that hear of each change.
package prefs

import (
	"maps"
	"slices"
	"sync"
)

// An Observer hears of changes.
type Observer interface {
	// Changed is called after the value of a name has changed. It may use p.
	Changed(p *Prefs, name string)
}

// A Recorder is an Observer that keeps all values that it hears of.
type Recorder struct {
	mu     sync.Mutex
	values []string
}

// Changed appends the value.
func (r *Recorder) Changed(p *Prefs, name string) {
	value := p.Get(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.values = append(r.values, name+"="+value)
}

// Values returns what was heard, as name=value.
func (r *Recorder) Values() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.values)
}

// Prefs are values by name. New makes them.
type Prefs struct {
	defaults map[string]string

	mu        sync.RWMutex
	values    map[string]string
	observers []Observer
}

// New returns preferences that are as the defaults.
func New(defaults map[string]string) *Prefs {
	return &Prefs{defaults: maps.Clone(defaults), values: map[string]string{}}
}

// Observe adds an observer.
func (p *Prefs) Observe(o Observer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.observers = append(p.observers, o)
}

// Get returns a value, or else its default, or else "".
func (p *Prefs) Get(name string) string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if value, ok := p.values[name]; ok {
		return value
	}
	return p.defaults[name]
}

// notify tells all observers of some names. The caller does not hold the lock.
func (p *Prefs) notify(names ...string) {
	p.mu.RLock()
	observers := slices.Clone(p.observers)
	p.mu.RUnlock()
	for _, name := range names {
		for _, o := range observers {
			o.Changed(p, name)
		}
	}
}

// replace stores a value and reports whether it is another one.
func (p *Prefs) replace(name, value string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	old, ok := p.values[name]
	if ok && old == value {
		return false
	}
	p.values[name] = value
	return true
}

// Set stores a value and tells the observers when it is another one.
func (p *Prefs) Set(name, value string) {
	if p.replace(name, value) {
		p.notify(name)
	}
}

// Reset makes all values as the defaults, and tells the observers of each that was set.
func (p *Prefs) Reset() {
	p.mu.Lock()
	names := slices.Sorted(maps.Keys(p.values))
	clear(p.values)
	p.mu.Unlock()
	p.notify(names...)
}
