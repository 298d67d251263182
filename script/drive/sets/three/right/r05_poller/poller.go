// Package poller calls a probe again and again in the background.
package poller

import (
	"errors"
	"sync"
	"time"
)

// ErrRunning is returned by Start when the poller runs.
var ErrRunning = errors.New("poller: running")

// An Option changes a Poller that New makes.
type Option func(*Poller)

// WithInterval sets the time between two probes. The default is a second.
func WithInterval(d time.Duration) Option {
	return func(p *Poller) {
		if d > 0 {
			p.interval = d
		}
	}
}

// Status is how the probes went.
type Status struct {
	Running  bool
	Probes   int
	Failures int
	Last     error
}

// A Poller calls its probe from Start until Stop. It may be started again.
type Poller struct {
	probe    func() error
	interval time.Duration

	mu       sync.Mutex
	status   Status
	stopping bool
	quit     chan struct{}
	done     chan struct{}
}

// New returns a poller that does not run. A probe of nil always succeeds. The probe must not call
// Stop.
func New(probe func() error, opts ...Option) *Poller {
	p := &Poller{probe: probe, interval: time.Second}
	for _, opt := range opts {
		opt(p)
	}
	return p
}

// Start begins to poll, with the first probe at once.
func (p *Poller) Start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.status.Running {
		return ErrRunning
	}
	p.status.Running = true
	p.stopping = false
	p.quit, p.done = make(chan struct{}), make(chan struct{})
	go p.loop(p.quit, p.done)
	return nil
}

func (p *Poller) loop(quit, done chan struct{}) {
	defer close(done)
	ticker := time.NewTicker(p.interval)
	defer ticker.Stop()
	for {
		p.once()
		select {
		case <-ticker.C:
		case <-quit:
			p.ended()
			return
		}
	}
}

// once calls the probe and notes how it went.
func (p *Poller) once() {
	var err error
	if p.probe != nil {
		err = p.probe()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Probes++
	p.status.Last = err
	if err != nil {
		p.status.Failures++
	}
}

func (p *Poller) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Running = false
}

// Status returns the status of this moment.
func (p *Poller) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status
}

// Stop waits for the probe that runs and ends the polling. On a poller that does not run it does
// nothing.
func (p *Poller) Stop() {
	p.mu.Lock()
	if !p.status.Running {
		p.mu.Unlock()
		return
	}
	if !p.stopping {
		p.stopping = true
		close(p.quit)
	}
	done := p.done
	p.mu.Unlock()
	<-done
}
