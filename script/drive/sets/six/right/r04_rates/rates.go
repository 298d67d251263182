// Package rates tracks how often things happen, such as requests of a client.
package rates

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// slots is the number of parts into which a window is divided.
const slots = 16

// ErrWindow is wrapped by the error of New for a window that is too short.
var ErrWindow = errors.New("window is too short")

// A Rate is a result of Top for a key.
type Rate struct {
	Key       string
	PerSecond float64
}

type counter struct {
	total int64
	slot  [slots]int64
	epoch [slots]int64
}

// A Tracker counts events by key over a window that moves with the time. New makes one. All
// methods may be called from several goroutines, and readers do not keep each other waiting.
type Tracker struct {
	window time.Duration
	start  time.Time

	mu   sync.RWMutex
	keys map[string]*counter
}

// New returns a tracker with a window of a millisecond or more.
func New(window time.Duration) (*Tracker, error) {
	if window < time.Millisecond {
		return nil, fmt.Errorf("window of %v: %w", window, ErrWindow)
	}
	return &Tracker{window: window, start: time.Now(), keys: make(map[string]*counter)}, nil
}

// Hit counts n events of a key. Without events, when n is zero or negative, it does nothing.
func (t *Tracker) Hit(key string, n int) {
	if n <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.keys[key]
	if c == nil {
		c = &counter{}
		t.keys[key] = c
	}
	now := t.epoch()
	i := now % slots
	if c.epoch[i] != now {
		c.epoch[i], c.slot[i] = now, 0
	}
	c.slot[i] += int64(n)
	c.total += int64(n)
}

// Forget drops a key and all of its events.
func (t *Tracker) Forget(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.keys, key)
}

// Total returns how many events of a key there were since the first one.
func (t *Tracker) Total(key string) int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if c := t.keys[key]; c != nil {
		return c.total
	}
	return 0
}

// PerSecond returns the rate of a key over the window. It is 0 for a key without events.
func (t *Tracker) PerSecond(key string) float64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.perSecond(key)
}

// Top returns the n busiest keys, the busiest first, or all when there are fewer. It returns
// none when n is zero or negative.
func (t *Tracker) Top(n int) []Rate {
	t.mu.RLock()
	defer t.mu.RUnlock()
	rates := make([]Rate, 0, len(t.keys))
	for key := range t.keys {
		rates = append(rates, Rate{Key: key, PerSecond: t.perSecond(key)})
	}
	slices.SortFunc(rates, func(a, b Rate) int {
		return cmp.Or(cmp.Compare(b.PerSecond, a.PerSecond), cmp.Compare(a.Key, b.Key))
	})
	return rates[:min(max(n, 0), len(rates))]
}

// perSecond computes the rate of a key. The caller holds the lock.
func (t *Tracker) perSecond(key string) float64 {
	c := t.keys[key]
	if c == nil {
		return 0
	}
	var sum int64
	now := t.epoch()
	for i := range slots {
		if now-c.epoch[i] < slots {
			sum += c.slot[i]
		}
	}
	return float64(sum) / t.window.Seconds()
}

// epoch returns the number of the present slot since the start.
func (t *Tracker) epoch() int64 {
	return int64(time.Since(t.start) / (t.window / slots))
}
