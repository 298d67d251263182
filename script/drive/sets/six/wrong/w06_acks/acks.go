// Package acks is a queue in memory whose messages come back until they are acknowledged.
package acks

import (
	"errors"
	"fmt"
	"sync"
)

// ErrClosed is returned once the queue is closed.
var ErrClosed = errors.New("queue is closed")

// ErrUnknown is wrapped by the error for a message that is not waiting to be acknowledged.
var ErrUnknown = errors.New("message is not in flight")

// A Message is a result of Receive. Its number identifies it in Ack and Nack.
type Message struct {
	Number   uint64
	Body     string
	Attempts int
}

// A Queue delivers each message to one receiver at a time. New makes one, and Close must be
// called for receivers to end. All methods may be called from several goroutines.
type Queue struct {
	mu       sync.Mutex
	changed  *sync.Cond
	last     uint64
	ready    []Message
	inFlight map[uint64]Message
	closed   bool
}

// New returns an empty queue.
func New() *Queue {
	q := &Queue{inFlight: make(map[uint64]Message)}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// Publish adds a message and returns its number. It never waits.
func (q *Queue) Publish(body string) (uint64, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return 0, ErrClosed
	}
	q.last++
	q.ready = append(q.ready, Message{Number: q.last, Body: body})
	q.changed.Signal()
	return q.last, nil
}

// Receive returns the next message, and waits until there is one. The receiver must call Ack
// or Nack for it. It returns ErrClosed once the queue is closed.
func (q *Queue) Receive() (Message, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.ready) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return Message{}, ErrClosed
	}
	m := q.ready[0]
	q.ready = q.ready[1:]
	m.Attempts++
	q.inFlight[m.Number] = m
	return m, nil
}

// Ack removes a message that was received. It works for a closed queue, too.
func (q *Queue) Ack(number uint64) error {
	_, err := q.settle(number, false)
	return err
}

// Nack puts a message that was received back for the next receiver. In a closed queue it is
// only removed. It returns how often the message was delivered.
func (q *Queue) Nack(number uint64) (int, error) {
	m, err := q.settle(number, true)
	return m.Attempts, err
}

// Len returns the number of messages that are not acknowledged.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.ready) + len(q.inFlight)
}

// Drain waits until all messages are acknowledged. Receivers and publishers may go on
// meanwhile. It returns ErrClosed when the queue is or gets closed before that.
func (q *Queue) Drain() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.ready)+len(q.inFlight) > 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return ErrClosed
	}
	return nil
}

// Close discards the messages that are ready and ends the calls that wait. It may be called
// again.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready = nil
	q.changed.Broadcast()
}

// settle ends the flight of a message, which is ready again if it is to be redelivered.
func (q *Queue) settle(number uint64, again bool) (Message, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	m, ok := q.inFlight[number]
	if !ok {
		return Message{}, fmt.Errorf("message %d: %w", number, ErrUnknown)
	}
	delete(q.inFlight, number)
	if again && !q.closed {
		q.ready = append(q.ready, m)
	}
	q.changed.Broadcast()
	return m, nil
}
