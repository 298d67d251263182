// Command jspider is a kernel of the spider jspider (thesis, table 9.3): spider and
// thinker goroutines with an agenda between them, and a dispatcher of events.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
)

// An Agenda is a queue of tasks that can be told to end.
type Agenda struct {
	mu    sync.Mutex
	cond  *sync.Cond
	tasks []int
	ended bool
}

// Schedule adds a task.
func (a *Agenda) Schedule(t int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tasks = append(a.tasks, t)
	a.cond.Signal()
}

// Next waits for one.
func (a *Agenda) Next() (int, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.tasks) == 0 && !a.ended {
		a.cond.Wait()
	}
	if len(a.tasks) == 0 {
		return 0, false
	}
	t := a.tasks[0]
	a.tasks = a.tasks[1:]
	return t, true
}

// End wakes all waiters.
func (a *Agenda) End() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	a.cond.Broadcast()
}

func newAgenda() *Agenda {
	a := &Agenda{}
	a.cond = sync.NewCond(&a.mu)
	return a
}

// A Dispatcher tells plug-ins what happened.
type Dispatcher struct {
	mu     sync.Mutex
	events int
}

// Initialize begins.
func (d *Dispatcher) Initialize() { d.Dispatch(0) }

// Dispatch tells of an event.
func (d *Dispatcher) Dispatch(int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events++
}

// Shutdown ends.
func (d *Dispatcher) Shutdown() { d.Dispatch(-1) }

const workers = 2 // of each kind

func main() {
	n := flag.Int("n", 500, "pages")
	flag.Parse()
	fetch, think := newAgenda(), newAgenda()
	d := &Dispatcher{}
	d.Initialize()
	page := make([]byte, 16<<10)
	var spiders, thinkers sync.WaitGroup
	for range workers {
		spiders.Add(1)
		go func() {
			defer spiders.Done()
			for t, ok := fetch.Next(); ok; t, ok = fetch.Next() {
				sha256.Sum256(page)
				d.Dispatch(t)
				think.Schedule(t)
			}
		}()
		thinkers.Add(1)
		go func() {
			defer thinkers.Done()
			for t, ok := think.Next(); ok; t, ok = think.Next() {
				sha256.Sum256(page)
				d.Dispatch(t)
			}
		}()
	}
	for i := range *n {
		fetch.Schedule(i)
	}
	fetch.End()
	spiders.Wait()
	think.End()
	thinkers.Wait()
	d.Shutdown()
}
