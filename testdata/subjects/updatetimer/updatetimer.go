// Package updatetimer slows down the timers of pages that are not seen, while pages close.
//
// Source: updateTimer of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011). Its name and its kind are public, the program is ours.
// Bug: an update looks for a timer in one critical section, and arms it in another; its page may cancel it in between.
// Shows as: failed test, since the timer of a page that is closed fires.
//
// family: sections
package updatetimer

import (
	"slices"
	"sync"
)

// A timer fires when the time is due.
type timer struct {
	name  string
	delay int
	due   int
}

// A queue has the timers that are armed, in the order in which they fire.
type queue struct {
	mu    sync.Mutex
	now   int
	armed []*timer
	fired []string
}

func (q *queue) insert(t *timer, delay int) {
	q.remove(t)
	t.delay, t.due = delay, q.now+delay
	i := 0
	for i < len(q.armed) && q.armed[i].due <= t.due {
		i++
	}
	q.armed = slices.Insert(q.armed, i, t)
}

func (q *queue) remove(t *timer) {
	if i := slices.Index(q.armed, t); i >= 0 {
		q.armed = slices.Delete(q.armed, i, i+1)
	}
}

// arm lets a timer fire after a delay.
func (q *queue) arm(t *timer, delay int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.insert(t, delay)
}

func (q *queue) cancel(t *timer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.remove(t)
}

// delayOf is that of a timer, and false when it is not armed.
func (q *queue) delayOf(t *timer) (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return t.delay, slices.Contains(q.armed, t)
}

// update makes the delay of a timer so many times as long. It leaves a timer alone that is not armed.
func (q *queue) update(t *timer, times int) {
	if delay, armed := q.delayOf(t); armed {
		q.arm(t, times*delay)
	}
}

// advance fires the timers that are due.
func (q *queue) advance(by int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now += by
	for len(q.armed) > 0 && q.armed[0].due <= q.now {
		q.fired = append(q.fired, q.armed[0].name)
		q.armed = q.armed[1:]
	}
}

// A page has timers. It tells which of them it has armed.
type page struct {
	timers []*timer
	told   chan<- *timer
}

// show arms the timers of a page, and cancels them when it closes.
func (p *page) show(q *queue) {
	for _, t := range p.timers {
		q.arm(t, t.delay)
		p.told <- t
	}
	q.advance(1)
	for _, t := range p.timers {
		q.cancel(t)
	}
}

// run shows pages with some timers each, and returns those that fired. The delays are longer than a page is open.
func run(pages int, names ...string) []string {
	q, told := &queue{}, make(chan *timer, pages*len(names))
	slowed := make(chan struct{})
	go func() {
		defer close(slowed)
		for t := range told {
			q.update(t, 2)
		}
	}()
	var wg sync.WaitGroup
	for range pages {
		p := &page{told: told}
		for i, name := range names {
			p.timers = append(p.timers, &timer{name: name, delay: 10 + i})
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.show(q)
		}()
	}
	wg.Wait()
	close(told)
	<-slowed
	q.advance(100)
	return q.fired
}
