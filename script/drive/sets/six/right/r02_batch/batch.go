// Package batch collects records and hands them on in batches.
package batch

import (
	"errors"
	"fmt"
	"sync"
)

// ErrClosed is returned by Add when the writer takes no more records.
var ErrClosed = errors.New("batch writer is closed")

// ErrSink is returned by New without a sink.
var ErrSink = errors.New("batch writer needs a sink")

// A Sink stores a batch, which is never empty and belongs to the sink from then on. It may be
// called from several goroutines at once, and must not call the writer.
type Sink func(records []string) error

// A Writer passes records to a sink once there are enough of them. New makes one, and Close
// must be called at the end. All methods may be called from several goroutines.
type Writer struct {
	sink Sink
	size int

	mu      sync.Mutex
	pending []string
	stopped bool
	lost    int

	closing  sync.Once
	closeErr error
}

// New returns a writer with batches of the given size. A size below one means one.
func New(size int, sink Sink) (*Writer, error) {
	if sink == nil {
		return nil, ErrSink
	}
	return &Writer{sink: sink, size: max(size, 1)}, nil
}

// Add takes a record. The record that completes a batch waits for the sink, and the error of
// the sink is returned to the caller who added it.
func (w *Writer) Add(record string) error {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return ErrClosed
	}
	w.pending = append(w.pending, record)
	full := len(w.pending) >= w.size
	w.mu.Unlock()
	if full {
		return w.Flush()
	}
	return nil
}

// Flush passes the pending records to the sink, if there are any. The batch of a sink that
// fails is lost, and the writer then takes no more records.
func (w *Writer) Flush() error {
	w.mu.Lock()
	records := w.pending
	w.pending = nil
	w.mu.Unlock()
	if len(records) == 0 {
		return nil
	}
	if err := w.sink(records); err != nil {
		w.drop(len(records))
		w.stop()
		return fmt.Errorf("batch of %d records: %w", len(records), err)
	}
	return nil
}

// Lost returns the number of records that the sink did not take.
func (w *Writer) Lost() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost
}

// Close flushes the records that are left and returns the error of that. It may be called
// again, also after the sink has failed, and then returns the same error.
func (w *Writer) Close() error {
	w.closing.Do(func() {
		w.stop()
		w.closeErr = w.Flush()
	})
	return w.closeErr
}

// stop makes Add refuse records.
func (w *Writer) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
}

// drop counts records as lost.
func (w *Writer) drop(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lost += n
}
