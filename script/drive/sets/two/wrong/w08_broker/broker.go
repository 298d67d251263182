// Package broker copies messages to the followers of a topic.
package broker

import (
	"errors"
	"slices"
	"sync"
)

// ErrClosed is returned by a Broker that is closed.
var ErrClosed = errors.New("broker: closed")

// A Broker knows the followers of each topic. New makes one.
type Broker struct {
	mu        sync.Mutex
	followers map[string][]*Follower
	delivered map[string]int
	closed    bool
}

// New returns a broker without followers.
func New() *Broker {
	return &Broker{followers: map[string][]*Follower{}, delivered: map[string]int{}}
}

// A Follower keeps the last messages of a topic. Its goroutine runs until Stop, or until the
// broker is closed.
type Follower struct {
	broker *Broker
	topic  string
	feed   chan string
	quit   chan struct{}
	done   chan struct{}

	mu   sync.Mutex
	last []string
	keep int
}

// Follow returns a follower of a topic that keeps at least one message.
func (b *Broker) Follow(topic string, keep int) (*Follower, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, ErrClosed
	}
	f := &Follower{
		broker: b, topic: topic, keep: max(keep, 1),
		feed: make(chan string), quit: make(chan struct{}), done: make(chan struct{}),
	}
	b.followers[topic] = append(b.followers[topic], f)
	go f.run()
	return f, nil
}

// run takes messages until the follower is stopped.
func (f *Follower) run() {
	defer close(f.done)
	for {
		select {
		case message := <-f.feed:
			f.add(message)
			f.broker.count(f.topic)
		case <-f.quit:
			return
		}
	}
}

func (f *Follower) add(message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = append(f.last, message)
	f.last = f.last[max(0, len(f.last)-f.keep):]
}

func (b *Broker) count(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.delivered[topic]++
}

// Publish hands messages to all followers of a topic at this moment, and returns how many these
// are. It waits until each has taken them or is stopped.
func (b *Broker) Publish(topic string, messages ...string) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return 0, ErrClosed
	}
	followers := b.followers[topic]
	for _, f := range followers {
		for _, message := range messages {
			select {
			case f.feed <- message:
			case <-f.quit:
			}
		}
	}
	return len(followers), nil
}

// Delivered returns how many messages of a topic followers have taken.
func (b *Broker) Delivered(topic string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.delivered[topic]
}

// Last returns the messages that the follower keeps, the oldest first.
func (f *Follower) Last() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.last)
}

// Stop ends the follower. The second time it does nothing.
func (f *Follower) Stop() {
	f.broker.mu.Lock()
	list := f.broker.followers[f.topic]
	if i := slices.Index(list, f); i >= 0 {
		f.broker.followers[f.topic] = slices.Delete(list, i, i+1)
		close(f.quit)
	}
	f.broker.mu.Unlock()
	<-f.done
}

// Close stops all followers and refuses further calls.
func (b *Broker) Close() {
	b.mu.Lock()
	b.closed = true
	var all []*Follower
	for _, list := range b.followers {
		all = append(all, list...)
	}
	b.mu.Unlock()
	for _, f := range all {
		f.Stop()
	}
}
