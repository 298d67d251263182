// Package logger filters records by a filter that other goroutines set and remove.
//
// Source: Logger (JDK 4779253), table 4.1 of Luo's thesis (2015), a null dereference.
// Bug: a record loads the filter once to see that there is one, and again to ask it.
// Shows as: panic, since the filter is removed in between.
//
// family: unguarded
package logger

import (
	"sync"
	"sync/atomic"
)

// A filter says which records are written.
type filter struct {
	least int
	asked atomic.Int64
}

func (f *filter) allows(level int) bool {
	f.asked.Add(1)
	return level >= f.least
}

// A handler keeps the records.
type handler struct {
	mu      sync.Mutex
	records []string
}

func (h *handler) publish(record string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.records = append(h.records, record)
}

// A manager knows all loggers by name.
type manager struct {
	mu      sync.RWMutex
	loggers map[string]*logger
}

func (m *manager) get(name string) *logger {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.loggers[name]
}

func (m *manager) add(name string, h *handler) *logger {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := &logger{handler: h}
	m.loggers[name] = l
	return l
}

// A logger has a level and perhaps a filter.
type logger struct {
	level   atomic.Int64
	filter  atomic.Pointer[filter]
	handler *handler
}

// log publishes a record when the level and the filter allow it.
func (l *logger) log(level int, text string) {
	if int64(level) < l.level.Load() {
		return
	}
	if l.filter.Load() != nil && !l.filter.Load().allows(level) {
		return
	}
	l.handler.publish(text)
}

// work logs from one goroutine.
func work(m *manager, name string, records int) {
	for i := range records {
		m.get(name).log(i, name)
	}
}

// configure sets a filter for a while.
func configure(m *manager, name string) {
	l := m.get(name)
	l.filter.Store(&filter{least: 1})
	l.level.Store(1)
	l.filter.Store(nil)
	l.level.Store(0)
}

// run logs and configures at the same time.
func run(m *manager, names []string, records int) {
	var wg sync.WaitGroup
	start := func(f func()) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
		}()
	}
	for _, name := range names {
		start(func() { work(m, name, records) })
	}
	for _, name := range names {
		start(func() { configure(m, name) })
	}
	wg.Wait()
}
