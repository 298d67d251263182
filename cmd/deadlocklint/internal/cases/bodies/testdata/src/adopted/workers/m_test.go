// Package m has workers that the first use starts, and which idle between uses.
package m

import (
	"sync"
	"testing"
)

// A pool keeps the workers that idle, each with a channel of its own. The one that came last is the next.
type pool struct {
	mu   sync.Mutex
	idle []chan func()
}

// do lets an idle worker run a job, or a new one.
func (p *pool) do(job func()) {
	p.mu.Lock()
	var w chan func()
	if n := len(p.idle); n > 0 {
		w, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if w == nil {
		w = make(chan func(), 1)
		go p.work(w)
	}
	w <- job
}

func (p *pool) work(w chan func()) {
	for job := range w {
		job()
		p.mu.Lock()
		p.idle = append(p.idle, w)
		p.mu.Unlock()
	}
}

var jobs pool

// TestPoolLast takes it that jobs end in the order of their begin.
func TestPoolLast(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	last := 0
	for i := range 2 {
		jobs.do(func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			last = i
		})
	}
	wg.Wait()
	if last != 1 {
		t.Error("the first job was last")
	}
}

func TestPoolWell(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	sum := 0
	for i := range 2 {
		jobs.do(func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			sum += i
		})
	}
	wg.Wait()
	if sum != 1 {
		t.Error(sum)
	}
}

// A mailbox has a worker that waits for a condition.
type mailbox struct {
	once    sync.Once
	mu      sync.Mutex
	some    sync.Cond
	letters []chan bool
}

func (m *mailbox) start() {
	m.some.L = &m.mu
	go func() {
		for {
			m.mu.Lock()
			for len(m.letters) == 0 {
				m.some.Wait()
			}
			letter := m.letters[0]
			m.letters = m.letters[1:]
			m.mu.Unlock()
			letter <- true
		}
	}()
}

func (m *mailbox) send() (answer chan bool) {
	m.once.Do(m.start)
	answer = make(chan bool)
	m.mu.Lock()
	m.letters = append(m.letters, answer)
	m.mu.Unlock()
	m.some.Signal()
	return answer
}

var mail mailbox

// TestMailCrossed waits for the answer to the other letter while the worker waits for who takes that to its own.
func TestMailCrossed(t *testing.T) {
	first, second := make(chan chan bool, 1), make(chan chan bool, 1)
	var wg sync.WaitGroup
	wg.Go(func() { first <- mail.send() })
	wg.Go(func() { second <- mail.send(); <-<-first })
	wg.Wait()
	<-<-second
}

func TestMailWell(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { <-mail.send() })
	wg.Go(func() { <-mail.send() })
	wg.Wait()
}

// numbers come from a goroutine that waits for who takes one.
var (
	counts  sync.Once
	numbers = make(chan int)
)

func next() int {
	counts.Do(func() {
		go func() {
			for i := 0; ; i++ {
				numbers <- i
			}
		}()
	})
	return <-numbers
}

// TestNumbersInOrder takes it that the goroutine started first has the lower number.
func TestNumbersInOrder(t *testing.T) {
	var a, b int
	var wg sync.WaitGroup
	wg.Go(func() { a = next() })
	wg.Go(func() { b = next() })
	wg.Wait()
	if a > b {
		t.Errorf("%d and %d", a, b)
	}
}

func TestNumbersWell(t *testing.T) {
	var a, b int
	var wg sync.WaitGroup
	wg.Go(func() { a = next() })
	wg.Go(func() { b = next() })
	wg.Wait()
	if a == b {
		t.Errorf("%d twice", a)
	}
}
