// Package clean_captured_release releases a lock in a function literal that another one
// captures and calls.
package clean_captured_release

import (
	"errors"
	"sync"
	"time"
)

type Publisher struct {
	mu      sync.Mutex
	onError func(error)
	retries int
}

func (p *Publisher) Handle(again bool) {
	p.mu.Lock()
	fail := func(err error) {
		hook := p.onError
		p.mu.Unlock()
		if hook != nil {
			hook(err)
		}
	}
	if again {
		time.AfterFunc(time.Second, func() {
			p.mu.Lock()
			left := p.retries
			p.mu.Unlock()
			if left == 0 {
				p.mu.Lock()
				fail(errors.New("none left"))
			}
		})
		p.mu.Unlock()
		return
	}
	fail(errors.New("no"))
}

func (p *Publisher) Later() {
	fail := func(err error) {
		defer p.mu.Unlock()
		p.onError(err)
	}
	time.AfterFunc(time.Second, func() {
		p.mu.Lock()
		fail(errors.New("late"))
	})
}
