// Package clean_signal takes a lock twice, to wait for who was given it to release.
package clean_signal

import (
	"errors"
	"sync"
)

type replyFunc func(string, error)

type request struct {
	reply replyFunc
}

// A client sends requests, and calls their functions when it has the answers.
type client struct {
	requests chan *request
}

func (c *client) serve() {
	for r := range c.requests {
		r.reply("answer", nil)
	}
}

// Ask waits for an answer.
func (c *client) Ask() (string, error) {
	var done sync.Mutex
	var answer string
	var failed error
	done.Lock()
	r := &request{}
	r.reply = func(s string, err error) {
		defer done.Unlock()
		answer, failed = s, err
	}
	if c.requests == nil {
		return "", errors.New("closed")
	}
	c.requests <- r
	done.Lock()
	return answer, failed
}

// A waiter waits until it is woken.
type waiter struct {
	wake sync.Mutex
}

type list struct {
	mu      sync.Mutex
	waiters map[*waiter]bool
}

// Wait returns when the waiter is woken, or what it is given is closed.
func (l *list) Wait(stop chan struct{}) (w *waiter) {
	w = &waiter{}
	w.wake.Lock()
	l.mu.Lock()
	l.waiters[w] = true
	l.mu.Unlock()
	go func() {
		<-stop
		l.mu.Lock()
		if l.waiters[w] {
			delete(l.waiters, w)
			w.wake.Unlock()
		}
		l.mu.Unlock()
	}()
	w.wake.Lock()
	l.mu.Lock()
	if len(l.waiters) > 0 {
		w = nil
	}
	l.mu.Unlock()
	return w
}

// Start lets the client serve.
func Start() *client {
	c := &client{requests: make(chan *request)}
	go c.serve()
	return c
}

// New returns a list without waiters.
func New() *list { return &list{waiters: map[*waiter]bool{}} }
