// Package unanswered counts words in one goroutine, and leaves one request without an answer.
package unanswered

import "sync"

type request struct {
	word    string
	forgets bool
	count   chan int
}

// A Counter counts words.
type Counter struct {
	requests chan request
	done     chan struct{}
	once     sync.Once
}

// New starts a counter.
func New() *Counter {
	c := &Counter{requests: make(chan request), done: make(chan struct{})}
	go c.serve()
	return c
}

func (c *Counter) serve() {
	counts := map[string]int{}
	for {
		select {
		case <-c.done:
			return
		case r := <-c.requests:
			if r.forgets {
				if counts[r.word] == 0 {
					continue
				}
				delete(counts, r.word)
			} else {
				counts[r.word]++
			}
			r.count <- counts[r.word]
		}
	}
}

func (c *Counter) ask(r request) int {
	r.count = make(chan int)
	select {
	case c.requests <- r:
		return <-r.count
	case <-c.done:
		return 0
	}
}

// Add counts a word.
func (c *Counter) Add(word string) int { return c.ask(request{word: word}) }

// Forget forgets a word.
func (c *Counter) Forget(word string) { c.ask(request{word: word, forgets: true}) }

// Close ends the counter.
func (c *Counter) Close() { c.once.Do(func() { close(c.done) }) }
