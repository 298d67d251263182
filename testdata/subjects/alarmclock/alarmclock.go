// Package alarmclock wakes clients at the ticks that they ask for.
//
// Source: Alarm Clock of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: a client reads the clock in one critical section and sets its alarm in another.
// Shows as: failed test, since the clock ticked in between and the client wakes too late.
//
// family: sections
package alarmclock

import "sync"

// A sleeper waits for a tick. The clock sends the tick at which it woke.
type sleeper struct {
	tick int
	woke chan int
}

// A clock ticks while clients sleep.
type clock struct {
	mu       sync.Mutex
	asleep   *sync.Cond
	now      int
	sleepers []*sleeper
	stopped  bool
}

func newClock() *clock {
	c := &clock{}
	c.asleep = sync.NewCond(&c.mu)
	return c
}

func (c *clock) time() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) alarm(s *sleeper) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(s)
}

// set needs the lock.
func (c *clock) set(s *sleeper) {
	c.sleepers = append(c.sleepers, s)
	c.asleep.Signal()
}

// run ticks until the clock is stopped.
func (c *clock) run() {
	for c.tick() {
	}
}

// tick waits for a sleeper, moves the time on, and wakes those that are due.
func (c *clock) tick() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.sleepers) == 0 && !c.stopped {
		c.asleep.Wait()
	}
	if c.stopped {
		return false
	}
	c.now++
	var rest []*sleeper
	for _, s := range c.sleepers {
		if s.tick <= c.now {
			s.woke <- c.now
		} else {
			rest = append(rest, s)
		}
	}
	c.sleepers = rest
	return true
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	c.asleep.Broadcast()
}

// sleep returns by how many ticks the client wakes too late.
func (c *clock) sleep(ticks int) int {
	s := &sleeper{woke: make(chan int, 1)}
	s.tick = c.time() + ticks
	c.alarm(s)
	return <-s.woke - s.tick
}

// diary lists how late each client was.
type diary struct {
	mu   sync.Mutex
	late []int
}

func (d *diary) note(late int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.late = append(d.late, late)
}

// run lets clients sleep twice each.
func run(clients ...int) []int {
	c := newClock()
	var d diary
	ended := make(chan struct{})
	go func() {
		c.run()
		close(ended)
	}()
	var wg sync.WaitGroup
	for _, ticks := range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			d.note(c.sleep(ticks))
			d.note(c.sleep(1))
		}()
	}
	wg.Wait()
	c.stop()
	<-ended
	return d.late
}
