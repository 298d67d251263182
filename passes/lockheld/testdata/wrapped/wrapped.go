// Package wrapped closes the broadcaster of a queue that it writes to with the lock of the queue.
package wrapped

import "sync"

// A Sink takes events.
type Sink interface {
	Write(event int) error
	Close() error
}

// A Queue keeps the events of a broadcaster.
type Queue struct {
	mu     sync.Mutex
	source *Broadcaster
	events []int
}

// Write keeps an event.
func (q *Queue) Write(event int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.events = append(q.events, event)
	return nil
}

// A Broadcaster writes events to sinks.
type Broadcaster struct {
	sinks  []Sink
	events chan int
	stop   chan struct{}
	done   chan struct{}
}

// New starts a Broadcaster.
func New(sinks ...Sink) *Broadcaster {
	b := &Broadcaster{sinks: sinks, events: make(chan int), stop: make(chan struct{}), done: make(chan struct{})}
	go b.run()
	return b
}

func (b *Broadcaster) run() {
	defer close(b.done)
	for {
		select {
		case event := <-b.events:
			for _, s := range b.sinks {
				s.Write(event)
			}
		case <-b.stop:
			return
		}
	}
}

// Write hands an event on.
func (b *Broadcaster) Write(event int) error {
	b.events <- event
	return nil
}

// Close waits for the goroutine.
func (b *Broadcaster) Close() error {
	close(b.stop)
	<-b.done
	return nil
}

// Close ends the source first.
func (q *Queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.source.Close() // want `waits`
}

// Feed starts a source for a queue.
func Feed() *Queue {
	q := &Queue{}
	q.source = New(q)
	return q
}
