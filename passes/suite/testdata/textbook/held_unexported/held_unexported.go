// Package held_unexported waits with the lock held for a loop to end that takes the lock in a function it was given; the loop is behind an interface with unexported methods.
package held_unexported

import (
	"sync"
	"time"
)

type loop interface {
	run()
	stop()
}

type scrapeLoop struct {
	quit, stopped chan struct{}
	report        func(n int)
}

func (l *scrapeLoop) run() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	defer close(l.stopped)
	for {
		select {
		case <-l.quit:
			return
		case <-t.C:
		}
		l.report(1)
	}
}

func (l *scrapeLoop) stop() {
	close(l.quit)
	<-l.stopped
}

type Pool struct {
	mtx    sync.Mutex
	loops  map[string]loop
	health map[string]int
}

func (p *Pool) newLoop(name string) loop {
	return &scrapeLoop{quit: make(chan struct{}), stopped: make(chan struct{}), report: func(n int) { p.note(name, n) }}
}

func (p *Pool) note(name string, n int) {
	p.mtx.Lock()
	p.health[name] = n
	p.mtx.Unlock()
}

func (p *Pool) Sync(names []string) {
	p.mtx.Lock()
	defer p.mtx.Unlock()
	for _, n := range names {
		if _, ok := p.loops[n]; !ok {
			l := p.newLoop(n)
			p.loops[n] = l
			go l.run()
		}
	}
}

func (p *Pool) Stop() {
	p.mtx.Lock()
	defer p.mtx.Unlock()
	for _, l := range p.loops {
		l.stop() // want lockheld
	}
}
