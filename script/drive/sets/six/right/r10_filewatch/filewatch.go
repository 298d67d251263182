// Package filewatch waits for files to change by asking for their versions again and again.
package filewatch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrClosed is returned once the watcher is closed.
var ErrClosed = errors.New("watcher is closed")

// ErrProbe is returned by New without a probe.
var ErrProbe = errors.New("watcher needs a probe")

// A Probe returns the version of a file, such as the time of its last change. It may be slow,
// as on a network drive, but must return at some time. Several goroutines call it. It must not
// call the watcher.
type Probe func(path string) (version int64, err error)

type outcome struct {
	version int64
	err     error
}

// A Watcher waits for files to change. New makes one, and Close must be called at the end. All
// methods may be called from several goroutines, also for the same file.
type Watcher struct {
	probe    Probe
	interval time.Duration
	stop     chan struct{}

	mu     sync.Mutex
	closed bool
	probes int
	polls  sync.WaitGroup
}

// New returns a watcher that probes the files in an interval. Less than a millisecond means a
// millisecond.
func New(interval time.Duration, probe Probe) (*Watcher, error) {
	if probe == nil {
		return nil, ErrProbe
	}
	return &Watcher{
		probe:    probe,
		interval: max(interval, time.Millisecond),
		stop:     make(chan struct{}),
	}, nil
}

// Changed waits until a file has another version than the one given, and returns the new one. It
// returns an error when the probe fails, the context ends or the watcher is closed. It does not
// wait for a slow probe once the context has ended.
func (w *Watcher) Changed(ctx context.Context, path string, version int64) (int64, error) {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return 0, ErrClosed
	}
	w.polls.Add(1)
	w.mu.Unlock()

	result := make(chan outcome, 1)
	go func() {
		defer w.polls.Done()
		now, err := w.poll(ctx, path, version)
		result <- outcome{now, err}
	}()
	select {
	case o := <-result:
		return o.version, o.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Probes returns how often files were probed.
func (w *Watcher) Probes() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.probes
}

// Close ends the calls of Changed that wait, and returns when no probe is running any more. It
// may be called again.
func (w *Watcher) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.stop)
	}
	w.mu.Unlock()
	w.polls.Wait()
}

// poll probes a file until it has changed.
func (w *Watcher) poll(ctx context.Context, path string, version int64) (int64, error) {
	tick := time.NewTicker(w.interval)
	defer tick.Stop()
	for {
		w.mu.Lock()
		w.probes++
		w.mu.Unlock()
		now, err := w.probe(path)
		if err != nil {
			return 0, fmt.Errorf("probe of %q: %w", path, err)
		}
		if now != version {
			return now, nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-w.stop:
			return 0, ErrClosed
		}
	}
}
