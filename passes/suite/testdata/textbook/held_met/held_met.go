// Package held_met waits, with a lock held, for who needs it when they have met, or before.
package held_met

import (
	"errors"
	"sync"
	"time"
)

type sema struct {
	ready    chan bool
	response *sync.WaitGroup
}

func newSema() *sema { return &sema{ready: make(chan bool), response: &sync.WaitGroup{}} }

type Queue struct {
	mu      sync.Mutex
	items   []int
	waiters []*sema
}

func (q *Queue) Put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
	if len(q.waiters) > 0 {
		s := q.waiters[0]
		q.waiters = q.waiters[1:]
		s.response.Add(1)
		s.ready <- true
		s.response.Wait() // want lockheld
	}
}

func (q *Queue) Get() int {
	s := newSema()
	q.mu.Lock()
	q.waiters = append(q.waiters, s)
	q.mu.Unlock()
	<-s.ready
	q.mu.Lock()
	n := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	s.response.Done()
	return n
}

var errNone = errors.New("none")

type Monitor struct {
	mu      sync.Mutex
	targets chan string
	dirs    chan string
	results chan error
	n       int
}

func NewMonitor() *Monitor {
	m := &Monitor{targets: make(chan string), dirs: make(chan string), results: make(chan error)}
	go m.run(time.NewTicker(time.Second))
	return m
}

func (m *Monitor) Switch(target string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.targets <- target // want lockheld
	return <-m.results
}

func (m *Monitor) Move(dir string) error {
	m.dirs <- dir
	return <-m.results
}

func (m *Monitor) run(tick *time.Ticker) {
	for {
		select {
		case <-m.targets:
			if m.n > 0 {
				m.results <- nil
			} else {
				m.results <- errNone
			}
		case <-m.dirs:
			m.mu.Lock()
			m.n = 0
			m.mu.Unlock()
			m.results <- nil
		case <-tick.C:
			m.mu.Lock()
			m.n++
			m.mu.Unlock()
		}
	}
}

type Sender interface {
	Send(acked func(id string)) string
}

// Publish looks again when the function has been given to somebody.
func Publish(s Sender) string {
	done := make(chan bool)
	var mu sync.Mutex
	var id string
	acked := func(got string) {
		mu.Lock()
		defer mu.Unlock()
		if got == id {
			done <- true // want lockheld
		}
	}
	mu.Lock()
	id = s.Send(acked)
	mu.Unlock()
	mu.Lock()
	sent := id
	mu.Unlock()
	<-done
	return sent
}
