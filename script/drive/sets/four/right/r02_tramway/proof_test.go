package tramway

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestMileageWhileTramsComeAndLeave(t *testing.T) {
	finish(t, func() {
		d := NewDepot(4)
		var wg sync.WaitGroup
		began := time.Now()
		for n := range 4 {
			tram := NewTram(n)
			wg.Add(2)
			go func() {
				defer wg.Done()
				for time.Since(began) < time.Second/2 {
					tram.Drive(1)
					tram.Park(d)
					tram.Leave()
				}
			}()
			go func() {
				defer wg.Done()
				for time.Since(began) < time.Second/2 {
					d.Mileage()
				}
			}()
		}
		wg.Wait()
	})
}

func TestParkTwice(t *testing.T) {
	finish(t, func() {
		d, other := NewDepot(1), NewDepot(0)
		tram := NewTram(7)
		tram.Drive(12)
		if err := tram.Park(other); !errors.Is(err, ErrFull) {
			t.Error(err)
		}
		if err := errors.Join(tram.Park(d), tram.Park(d)); err != nil || d.Mileage() != 12 {
			t.Error(err, d.Mileage())
		}
		if err := tram.Park(other); !errors.Is(err, ErrParked) {
			t.Error(err)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}
