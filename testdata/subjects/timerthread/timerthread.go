// Package timerthread fires timers by one goroutine; others add and remove them.
//
// Source: timerThread of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: remove waits for a callback that runs with the lock that the callback needs.
// Shows as: deadlock of the lock and the wait for the callback.
//
// family: locks
package timerthread

import (
	"sync"
	"sync/atomic"
)

// A timer has a callback. Fired is closed when the callback has returned.
type timer struct {
	callback func(*timer)
	firing   bool
	removed  bool
	fired    chan struct{}
}

// A thread has the timers in due order.
type thread struct {
	mu     sync.Mutex
	wake   *sync.Cond
	due    []*timer
	closed bool
	count  atomic.Int64
}

func newThread() *thread {
	t := &thread{}
	t.wake = sync.NewCond(&t.mu)
	return t
}

func (t *thread) add(callback func(*timer)) *timer {
	tm := &timer{callback: callback, fired: make(chan struct{})}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.due = append(t.due, tm)
	t.wake.Signal()
	return tm
}

// remove makes sure that the callback does not run afterwards.
func (t *thread) remove(tm *timer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tm.removed = true
	if tm.firing {
		<-tm.fired
	}
}

// pending is what callbacks ask.
func (t *thread) pending() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.due)
}

func (t *thread) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.wake.Broadcast()
}

// next waits for a timer that is due.
func (t *thread) next() *timer {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		for len(t.due) > 0 {
			tm := t.due[0]
			t.due = t.due[1:]
			if !tm.removed {
				tm.firing = true
				return tm
			}
		}
		if t.closed {
			return nil
		}
		t.wake.Wait()
	}
}

// run fires timers until the thread is closed.
func (t *thread) run() {
	for tm := t.next(); tm != nil; tm = t.next() {
		tm.callback(tm)
		t.count.Add(1)
		close(tm.fired)
	}
}

// A page adds timers and removes the last one before it goes away.
func page(t *thread, seen *atomic.Int64) {
	var last *timer
	for range 2 {
		last = t.add(func(*timer) { seen.Add(int64(t.pending())) })
	}
	t.remove(last)
}

// run shows pages and returns how many timers fired.
func run(pages int) (fired int64) {
	t := newThread()
	var seen atomic.Int64
	ended := make(chan struct{})
	go func() {
		t.run()
		close(ended)
	}()
	var wg sync.WaitGroup
	for range pages {
		wg.Add(1)
		go func() {
			defer wg.Done()
			page(t, &seen)
		}()
	}
	wg.Wait()
	t.close()
	<-ended
	return t.count.Load()
}
