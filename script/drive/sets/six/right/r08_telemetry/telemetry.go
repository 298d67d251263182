// Package telemetry exports samples in the background.
package telemetry

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// ErrClosed is returned by Flush once the exporter is closed.
var ErrClosed = errors.New("exporter is closed")

// ErrSend is returned by New without a function to send with.
var ErrSend = errors.New("exporter needs a function to send with")

// A Sample is a value that was measured.
type Sample struct {
	Name  string
	Value float64
}

// A Send function passes samples on to a collector. There is one call at a time, with one sample
// or more. It may call Record and Dropped, but neither Flush nor Close.
type Send func(samples []Sample) error

// An Exporter sends samples in batches. New makes one, and Close must be called at the end for
// its goroutine to end. All methods may be called from several goroutines.
type Exporter struct {
	send    Send
	batch   int
	samples chan Sample
	flush   chan chan error
	stop    chan struct{}
	done    chan struct{}
	closing sync.Once
	dropped atomic.Int64
	err     error
}

// New starts an exporter that sends once it has a batch of the given size, where less than one
// means one.
func New(batch int, send Send) (*Exporter, error) {
	if send == nil {
		return nil, ErrSend
	}
	e := &Exporter{
		send:    send,
		batch:   max(batch, 1),
		samples: make(chan Sample, 64),
		flush:   make(chan chan error),
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
	}
	go e.run()
	return e, nil
}

// Record takes a sample without waiting. It reports false when the sample is dropped because too
// many are not sent yet, or because the exporter is closed. While Close runs, samples that were
// taken may be lost.
func (e *Exporter) Record(name string, value float64) bool {
	select {
	case <-e.stop:
		e.dropped.Add(1)
		return false
	default:
	}
	select {
	case e.samples <- Sample{name, value}:
		return true
	default:
		e.dropped.Add(1)
		return false
	}
}

// Dropped returns how many samples were dropped.
func (e *Exporter) Dropped() int64 {
	return e.dropped.Load()
}

// Flush sends the samples that were recorded before and returns the error of that, or ErrClosed
// after Close.
func (e *Exporter) Flush() error {
	reply := make(chan error, 1)
	select {
	case e.flush <- reply:
		return <-reply
	case <-e.done:
		return ErrClosed
	}
}

// Close sends what is left and ends the exporter. A second call returns the same error.
func (e *Exporter) Close() error {
	e.closing.Do(func() { close(e.stop) })
	<-e.done
	return e.err
}

// run sends samples until the exporter is closed.
func (e *Exporter) run() {
	defer close(e.done)
	var pending []Sample
	for {
		select {
		case s := <-e.samples:
			pending = append(pending, s)
			if len(pending) >= e.batch {
				// Flush and Close tell the errors to their callers. Here nobody asks.
				_ = e.export(pending)
				pending = nil
			}
		case reply := <-e.flush:
			reply <- e.export(e.drain(pending))
			pending = nil
		case <-e.stop:
			e.err = e.export(e.drain(pending))
			return
		}
	}
}

// drain adds the samples in the channel to those that are pending.
func (e *Exporter) drain(pending []Sample) []Sample {
	for range len(e.samples) {
		pending = append(pending, <-e.samples)
	}
	return pending
}

// export sends samples, if there are any.
func (e *Exporter) export(samples []Sample) error {
	if len(samples) == 0 {
		return nil
	}
	if err := e.send(samples); err != nil {
		return fmt.Errorf("export of %d samples: %w", len(samples), err)
	}
	return nil
}
