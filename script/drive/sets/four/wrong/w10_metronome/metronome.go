// Package metronome calls a function in time.
package metronome

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrTempo is wrapped by the errors for a tempo that is out of range.
var ErrTempo = errors.New("tempo out of range")

// The slowest and the fastest tempo, in beats a minute.
const (
	Slowest = 1
	Fastest = 60000
)

// A Metronome beats in a goroutine of its own. Start makes one, and Stop ends it. All methods may be
// called from several goroutines.
type Metronome struct {
	beat func(n int)
	quit chan struct{}
	done chan struct{}
	once sync.Once

	mu    sync.Mutex
	pause time.Duration
}

func pauseOf(tempo int) (time.Duration, error) {
	if tempo < Slowest || tempo > Fastest {
		return 0, fmt.Errorf("%d beats a minute: %w", tempo, ErrTempo)
	}
	return time.Minute / time.Duration(tempo), nil
}

// Start returns a metronome that calls beat with the numbers from 1, one call after the other. A
// beat that takes long delays the next one. It may call all methods but Wait.
func Start(tempo int, beat func(n int)) (*Metronome, error) {
	if beat == nil {
		return nil, errors.New("nothing to beat")
	}
	pause, err := pauseOf(tempo)
	if err != nil {
		return nil, err
	}
	return start(pause, beat), nil
}

func start(pause time.Duration, beat func(n int)) *Metronome {
	m := &Metronome{
		beat:  beat,
		quit:  make(chan struct{}),
		done:  make(chan struct{}),
		pause: pause,
	}
	go m.run()
	return m
}

func (m *Metronome) run() {
	defer close(m.done)
	for n := 1; !m.stopped(); n++ {
		timer := time.NewTimer(m.current())
		select {
		case <-timer.C:
			m.beat(n)
		case <-m.quit:
			timer.Stop()
			return
		}
	}
}

func (m *Metronome) stopped() bool {
	select {
	case <-m.quit:
		return true
	default:
		return false
	}
}

func (m *Metronome) current() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pause
}

// SetTempo changes the tempo from the next beat on.
func (m *Metronome) SetTempo(tempo int) error {
	pause, err := pauseOf(tempo)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pause = pause
	return nil
}

// Stop ends the metronome, which beats once more at most. It may be called more than once.
func (m *Metronome) Stop() {
	m.once.Do(func() { close(m.quit) })
	<-m.done
}

// Wait waits until the metronome is stopped and its last beat has returned.
func (m *Metronome) Wait() {
	<-m.done
}

// Count beats n times and returns after the last beat. It beats not at all when n is not positive.
func Count(n, tempo int, beat func(n int)) error {
	if beat == nil {
		return errors.New("nothing to beat")
	}
	pause, err := pauseOf(tempo)
	if err != nil || n < 1 {
		return err
	}
	ready := make(chan *Metronome, 1)
	m := start(pause, func(i int) {
		if i > n {
			return
		}
		beat(i)
		if i == n {
			(<-ready).Stop()
		}
	})
	ready <- m
	m.Wait()
	return nil
}
