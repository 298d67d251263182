// Package never_ends_right starts goroutines that end, or are meant to stay.
package never_ends_right

import (
	"context"
	"time"
)

type Poller struct {
	ticker *time.Ticker
	done   chan struct{}
}

func (p *Poller) Start(poll func()) {
	p.ticker = time.NewTicker(time.Second)
	go func() {
		for {
			select {
			case <-p.ticker.C:
				poll()
			case <-p.done:
				return
			}
		}
	}()
}

func (p *Poller) Stop() {
	p.ticker.Stop()
	close(p.done)
}

// Daemon stays as long as the program.
func Daemon(poll func()) {
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for range t.C {
			poll()
		}
	}()
}

// Until leaves the loop.
func Until(ctx context.Context, poll func()) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	go func() {
		for range t.C {
			if ctx.Err() != nil {
				return
			}
			poll()
		}
	}()
	<-ctx.Done()
}

func (p *Poller) Loop(jobs <-chan func()) {
loop:
	for {
		select {
		case j := <-jobs:
			j()
			break
		case <-p.done:
			break loop
		}
	}
}

// Habit has a break that does nothing, in a loop that is meant to stay.
func Habit(jobs <-chan func(), names <-chan string, use func(string)) {
	for {
		select {
		case j := <-jobs:
			j()
			break
		case n := <-names:
			use(n)
			break
		}
	}
}
