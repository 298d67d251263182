// Package relay writes lines to sinks under its lock. The sinks of package echo ask for the number of lines meanwhile.
package relay

import "sync"

// A Meter counts lines.
type Meter interface{ Len() int }

// A Sink takes lines.
type Sink interface {
	// Watch tells the sink where lines are counted.
	Watch(m Meter)
	// Write writes a line.
	Write(line string)
}

// A Relay sends lines to a sink.
type Relay struct {
	mu   sync.Mutex
	sink Sink
	n    int
}

// New makes a relay to a sink.
func New(to Sink) *Relay {
	r := &Relay{sink: to}
	if to != nil {
		to.Watch(r)
	}
	return r
}

// Send sends a line.
func (r *Relay) Send(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	if r.sink != nil {
		r.sink.Write(line)
	}
}

// Len is how many lines were sent.
func (r *Relay) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n
}
