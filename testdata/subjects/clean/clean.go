// Package clean has two tasks that wait for each other's events in turn.
//
// Source: Clean of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: a task compares the count of the event without the lock, and waits with it.
// Shows as: deadlock, since the event came in between and both tasks wait.
//
// family: signals
package clean

import (
	"sync"
	"sync/atomic"
)

// An event counts how often it came.
type event struct {
	mu    sync.Mutex
	came  *sync.Cond
	count atomic.Int64
}

func newEvent() *event {
	e := &event{}
	e.came = sync.NewCond(&e.mu)
	return e
}

// wait waits for the next event.
func (e *event) wait() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.came.Wait()
}

func (e *event) signal() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count.Add(1)
	e.came.Broadcast()
}

// A journal gets a line from each task in each round.
type journal struct {
	lines chan string
	text  []string
}

func (j *journal) keep(done chan<- struct{}) {
	for line := range j.lines {
		j.text = append(j.text, line)
	}
	close(done)
}

// await returns the count after the event came once more than seen.
func await(e *event, seen int64) int64 {
	if e.count.Load() == seen {
		e.wait()
	}
	return e.count.Load()
}

// sweep is the first task. It waits first.
func sweep(rounds int, mine, other *event, j *journal) {
	var seen int64
	for range rounds {
		seen = await(mine, seen)
		j.lines <- "swept"
		other.signal()
	}
}

// inspect is the second task. It signals first.
func inspect(rounds int, mine, other *event, j *journal) {
	for range rounds {
		seen := mine.count.Load()
		j.lines <- "inspect"
		other.signal()
		await(mine, seen)
	}
}

// run returns the number of lines in the journal.
func run(rounds int) int {
	sweeping, inspecting := newEvent(), newEvent()
	j := &journal{lines: make(chan string, 2*rounds)}
	kept := make(chan struct{})
	go j.keep(kept)
	var wg sync.WaitGroup
	wg.Add(2)
	start := make(chan struct{})
	go func() {
		defer wg.Done()
		close(start)
		sweep(rounds, sweeping, inspecting, j)
	}()
	go func() {
		defer wg.Done()
		<-start
		inspect(rounds, inspecting, sweeping, j)
	}()
	wg.Wait()
	close(j.lines)
	<-kept
	return len(j.text)
}
