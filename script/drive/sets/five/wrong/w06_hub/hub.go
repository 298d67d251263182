// Package hub sends every message to all its subscribers.
//
// All methods may be called from several goroutines.
package hub

import (
	"errors"
	"sync"
)

// ErrClosed is returned by the methods of a hub after Close.
var ErrClosed = errors.New("hub: closed")

// A Hub passes on messages. New makes one.
type Hub struct {
	join    chan *Subscription
	leave   chan *Subscription
	publish chan string

	once sync.Once
	stop chan struct{}
	done chan struct{}

	subs map[*Subscription]bool // of the loop
}

// A Subscription receives messages. Subscribe makes one.
type Subscription struct {
	hub      *Hub
	messages chan string
}

// New returns a hub without subscribers. Close ends it.
func New() *Hub {
	h := &Hub{
		join:    make(chan *Subscription),
		leave:   make(chan *Subscription),
		publish: make(chan string),
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
		subs:    make(map[*Subscription]bool),
	}
	go h.loop()
	return h
}

// Subscribe adds a subscriber. Up to buffer messages are kept for it. A negative buffer is as
// zero. Subscribe and Publish wait until all subscribers have received the message before or have
// room for it, so each must receive until it cancels. Cancel and Close do not wait for subscribers.
func (h *Hub) Subscribe(buffer int) (*Subscription, error) {
	s := &Subscription{hub: h, messages: make(chan string, max(buffer, 0))}
	select {
	case h.join <- s:
		return s, nil
	case <-h.stop:
		return nil, ErrClosed
	}
}

// Publish hands a message to the hub, which sends it to all who are subscribers by then.
func (h *Hub) Publish(message string) error {
	select {
	case h.publish <- message:
		return nil
	case <-h.stop:
		return ErrClosed
	}
}

// Close ends the hub and all its subscriptions. It may be called again.
func (h *Hub) Close() {
	h.once.Do(func() { close(h.stop) })
	<-h.done
}

// Messages returns the channel of the messages. It is closed by Cancel and by Close of the hub.
func (s *Subscription) Messages() <-chan string {
	return s.messages
}

// Cancel ends the subscription. The subscriber need not receive what was sent to it. It may be
// called again, and after Close of the hub.
func (s *Subscription) Cancel() {
	select {
	case s.hub.leave <- s:
	case <-s.hub.stop:
	}
}

func (h *Hub) loop() {
	defer close(h.done)
	defer func() {
		for s := range h.subs {
			h.drop(s)
		}
	}()
	for {
		select {
		case s := <-h.join:
			h.subs[s] = true
		case s := <-h.leave:
			h.drop(s)
		case message := <-h.publish:
			for s := range h.subs {
				h.send(s, message)
			}
		case <-h.stop:
			return
		}
	}
}

// send sends a message to a subscriber unless it leaves.
func (h *Hub) send(s *Subscription, message string) {
	for h.subs[s] {
		select {
		case s.messages <- message:
			return
		case <-h.stop:
			return
		}
	}
}

// drop ends a subscription that has not ended.
func (h *Hub) drop(s *Subscription) {
	if h.subs[s] {
		delete(h.subs, s)
		close(s.messages)
	}
}
