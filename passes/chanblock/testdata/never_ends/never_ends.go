// Package never_ends starts goroutines that cannot end.
package never_ends

import "time"

type Poller struct {
	ticker *time.Ticker
	done   chan struct{}
}

func (p *Poller) Start(poll func()) {
	p.ticker = time.NewTicker(time.Second)
	go func() {
		for range p.ticker.C { // want `the goroutine never ends: Stop does not close the channel of a time.Ticker`
			poll()
		}
	}()
}

func (p *Poller) Stop() { p.ticker.Stop() }

func During(work, beat func()) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	go func() {
		for range t.C { // want `the goroutine never ends`
			beat()
		}
	}()
	work()
}

func (p *Poller) Loop(jobs <-chan func()) {
	for {
		select {
		case j := <-jobs:
			j()
		case <-p.done:
			break // want `break leaves the select, not the loop, which never ends: use return or a label`
		}
	}
}
